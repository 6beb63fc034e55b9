// <execution-editor>: pick a shape, see only its options.
import { choices } from "./choices.js";
import { number, select, text, toggle } from "./controls.js";
import { badge, clone, h, icon, note } from "./dom.js";
import { StepList } from "./steps.js";
import { templateArea } from "./template-area.js";

const BLANK = {
  composition: { shape: "composition", steps: [] },
  "prompt/direct": { shape: "prompt", mode: "direct", template: "" },
  "prompt/skill": { shape: "prompt", mode: "skill", skill: "" },
  "prompt/agent": { shape: "prompt", mode: "agent", agent: "", instructions: "" },
  task: { shape: "task", title: "", instructions: "" },
};
export const shapeOf = (spec) => (spec?.shape === "prompt" ? `prompt/${spec.mode}` : spec?.shape ?? "");
// Nothing said yet: a draft may leave it out.
export const isBlank = (spec) => !spec || (spec.shape === "composition" ? !spec.steps.length : Object.entries(spec).every(([name, value]) => ["shape", "mode"].includes(name) || value === ""));

class ExecutionEditor extends HTMLElement {
  static of(spec, context) {
    const made = document.createElement("execution-editor");
    Object.assign(made, { specs: {}, context, shape: shapeOf(spec) || "composition" });
    made.specs[made.shape] = clone(spec) ?? clone(BLANK[made.shape]);
    return made;
  }

  get value() { return this.specs[this.shape]; }

  connectedCallback() {
    if (this.place) return;
    this.className = "execution";
    const tiles = choices().shapes.map((each) => h("label", { class: "choice" },
      h("input", { type: "radio", name: "shape", value: each.shape, checked: each.shape === this.shape, onchange: () => this.choose(each.shape) }),
      h("span", { class: "choice__icon" }, icon(each.icon)),
      h("span", { class: "choice__text" }, h("span", { class: "choice__label" }, each.label, each.runs ? null : badge("draft only", "warning")), h("span", { class: "choice__help" }, each.hint))));
    this.place = h("div", { class: "stack" });
    this.append(h("fieldset", { class: "field", data: { at: "/execution" }, tabindex: "-1" }, h("legend", { class: "visually-hidden" }, "Shape"), h("div", { class: "tiles tiles--5" }, tiles)), this.place);
    this.draw();
  }

  // What was said in one shape is still there when one comes back.
  choose(shape) {
    this.shape = shape;
    this.specs[shape] ??= clone(BLANK[shape]);
    this.draw();
    this.changed();
  }

  replace(spec) {
    this.shape = shapeOf(spec) || "composition";
    this.specs = { [this.shape]: clone(spec) ?? clone(BLANK[this.shape]) };
    for (const radio of this.querySelectorAll("input[name=shape]")) radio.checked = radio.value === this.shape;
    this.draw();
  }

  changed() { this.dispatchEvent(new CustomEvent("edited", { bubbles: true })); }

  // The input changed: other variables, other sources.
  refresh() {
    for (const each of this.querySelectorAll(".template")) each.refresh();
    const steps = this.querySelector("step-list");
    if (steps && !steps.contains(document.activeElement)) steps.draw();
  }

  draw() {
    const known = choices().shapes.find((each) => each.shape === this.shape);
    const warning = known?.runs ? [] : [note("warning", "triangle-alert", h("p", {}, h("strong", {}, "Draft only. "), "Nothing here can run this shape yet. You can write and save it; it can be published once there is."))];
    this.place.replaceChildren(...warning, ...this.parts());
  }

  parts() {
    const spec = this.value;
    const set = (name) => (value) => { if (value === undefined || (value === "" && !["template", "instructions", "title", "skill", "agent"].includes(name))) delete spec[name]; else spec[name] = value; this.changed(); };
    const schema = () => this.context.inputSchema();
    const area = (label, name, help) => templateArea(label, spec[name], set(name), { at: `/execution/${name}`, schema, help });
    const at = (name) => ({ at: `/execution/${name}` });
    switch (this.shape) {
      case "composition": return [StepList.of(spec, this.context)];
      case "prompt/direct": return [
        area("Prompt", "template", "Type {{ to insert a field of the input."),
        h("div", { class: "pair pair--4" }, select("Answer as", spec.output ?? "text", [["text", "Text"], ["json", "JSON, by the output schema"]], set("output"), at("output")), text("Model", spec.model, set("model"), { ...at("model"), optional: true, mono: true, placeholder: "The workspace's own" }),
          number("Temperature", spec.temperature, set("temperature"), { ...at("temperature"), optional: true, placeholder: "0 to 2" }), number("Most tokens", spec.max_tokens, set("max_tokens"), { ...at("max_tokens"), optional: true, placeholder: "1000" })),
      ];
      case "prompt/skill": return [h("div", { class: "pair" }, text("Skill", spec.skill, set("skill"), { ...at("skill"), mono: true, help: "Its address." }), text("Agent", spec.agent ?? "", (typed) => { if (typed) spec.agent = typed; else delete spec.agent; this.changed(); }, { ...at("agent"), optional: true, mono: true, help: "Its address." }))];
      case "prompt/agent": return [h("div", { class: "pair" }, text("Agent", spec.agent, set("agent"), { ...at("agent"), mono: true, help: "Its address." }), number("Most steps", spec.max_steps, set("max_steps"), { ...at("max_steps"), optional: true, placeholder: "16" })), area("Instructions", "instructions", "Type {{ to insert a field of the input.")];
      case "task": return [
        area("Title", "title"), area("Instructions", "instructions"),
        h("div", { class: "pair" }, text("For whom", spec.assignee, set("assignee"), { ...at("assignee"), optional: true, placeholder: "Anybody", help: "An e-mail, a role, or agent: and an agent's address." }), text("If the agent cannot", spec.fallback, set("fallback"), { ...at("fallback"), optional: true, placeholder: "Anybody", help: "An e-mail or a role." })),
        number("Wait at most, in seconds", spec.timeout_seconds, set("timeout_seconds"), { ...at("timeout_seconds"), optional: true, placeholder: "300" }),
        toggle("The run waits until it is done", spec.wait ?? true, (on) => { spec.wait = on; this.changed(); }, at("wait")),
      ];
      default: return [];
    }
  }
}

customElements.define("execution-editor", ExecutionEditor);
export { ExecutionEditor };
