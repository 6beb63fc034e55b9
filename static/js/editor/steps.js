// <step-list>: the steps of a composition, in their order.
import { say } from "../live.js";
import { combobox } from "./combobox.js";
import { json, select, text } from "./controls.js";
import { badge, button, clone, h, icon } from "./dom.js";
import { mappingTable, sourcesOf } from "./mapping.js";
import { findTools, toolOf } from "./tools.js";

const MOST = 20;

class StepList extends HTMLElement {
  // spec: { steps, output }; context: { slug, inputSchema(), outputSchema(), ask(step, tool), takeOutput(schema) }.
  static of(spec, context) {
    const made = document.createElement("step-list");
    Object.assign(made, { spec, context, asJson: new Set() });
    return made;
  }

  connectedCallback() {
    if (this.box) return;
    this.className = "steps-editor";
    this.box = h("ol", { class: "steps-editor__list" });
    this.tail = h("div", { class: "steps-editor__tail" });
    this.append(this.box, this.tail);
    this.draw();
  }

  changed() { this.dispatchEvent(new CustomEvent("edited", { bubbles: true })); }

  async draw(focus) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const known = await Promise.all(this.spec.steps.map(async (step) => ({ step, tool: await toolOf(step.tool) })));
    if (turn !== this.turn) return;
    this.known = known;
    this.box.replaceChildren(...known.map((each, index) => this.card(each, index)));
    this.tail.replaceChildren(...this.ending());
    if (focus !== undefined) (this.box.children[focus] ?? this.tail).querySelector("input, select, button")?.focus();
    this.dispatchEvent(new CustomEvent("drawn", { bubbles: true }));
  }

  card({ step, tool }, index) {
    const at = `/execution/steps/${index}`;
    const act = (label, name, run, off) => button(`${label} step ${index + 1}`, { icon: name, quiet: true, small: true, only: true, onclick: run, disabled: off });
    const last = this.spec.steps.length - 1;
    const head = h("div", { class: "step-card__head" }, h("span", { class: "step-card__number", "aria-hidden": "true" }, String(index + 1)), h("strong", {}, tool?.name ?? (step.tool || "New step")),
      tool ? badge(tool.effect, tool.effect === "read" ? "" : "warning") : null,
      h("span", { class: "frow__tools" }, act("Move up", "arrow-up", () => this.move(index, -1), index === 0), act("Move down", "arrow-down", () => this.move(index, 1), index === last), act("Remove", "trash-2", () => this.drop(index))));
    const picker = combobox({ label: "Tool", text: tool?.name ?? step.tool, keep: true, at: `${at}/tool`, find: (query) => findTools(query, this.context.slug()), choose: (each) => this.choose(step, each.value, index) });
    const name = text("Called", step.id, (typed) => { const before = step.id; step.id = typed.trim(); this.renamed(before, step.id); this.changed(); }, { at: `${at}/id`, mono: true, max: 40, help: "Later steps read its output under this name." });
    name.querySelector("input").addEventListener("change", () => this.draw());
    const policy = select("If it fails", step.on_error ?? "stop", [["stop", "Stop the whole run"], ["continue", "Go on without it"]], (value) => { step.on_error = value; this.changed(); }, { at: `${at}/on_error` });
    return h("li", { class: "step-card", data: { at } }, head, h("div", { class: "pair pair--3" }, picker, name, policy), step.tool && !tool ? h("p", { class: "field__error" }, `There is no tool “${step.tool}” here that you may run.`) : null, tool ? this.inputs(step, tool, index) : null);
  }

  inputs(step, tool, index) {
    const at = `/execution/steps/${index}/input`;
    const change = (next) => { step.input = next; this.changed(); };
    const isRaw = this.asJson.has(step);
    const sources = sourcesOf(this.context.inputSchema(), this.known.slice(0, index));
    const flip = button(isRaw ? "As a list" : "As JSON", { icon: isRaw ? "list-tree" : "code", quiet: true, small: true, onclick: () => { if (isRaw) this.asJson.delete(step); else this.asJson.add(step); this.draw(); } });
    const missing = (tool.input_schema.required ?? []).filter((key) => step.input?.[key] === undefined);
    const asks = missing.length ? button(missing.length === 1 ? "Ask for it in the form" : `Ask for ${missing.length} values in the form`, { icon: "wand-sparkles", small: true, onclick: () => this.context.ask(step, tool, missing) }) : null;
    return h("div", { class: "step-card__input" },
      h("div", { class: "step-card__sub" }, h("h4", {}, "What it is given"), h("span", { class: "row" }, asks, flip)),
      isRaw ? json("Input as JSON Logic", step.input ?? {}, (value) => change(value ?? {}), { at, area: 6 }) : mappingTable({ schema: tool.input_schema, value: step.input ?? {}, sources, change, at }));
  }

  ending() {
    const add = button("Add a step", { icon: "plus", small: true, disabled: this.spec.steps.length >= MOST, onclick: () => this.add() });
    if (!this.spec.steps.length) return [h("p", { class: "flist__none" }, "No steps yet. A step runs one tool."), add];
    const mapped = this.spec.output !== undefined && this.spec.output !== null;
    const which = select("Its result is", mapped ? "map" : "last", [["last", "The output of the last step"], ["map", "Put together from the steps"]], (value) => { if (value === "map") this.spec.output = this.spec.output ?? {}; else delete this.spec.output; this.changed(); this.draw(); }, { at: "/execution/output" });
    const last = this.known.at(-1)?.tool;
    const take = !mapped && last ? button("Use its output as the output schema", { icon: "corner-down-right", small: true, onclick: () => this.context.takeOutput(last.output_schema) }) : null;
    const table = mapped ? mappingTable({ schema: this.context.outputSchema(), value: this.spec.output, sources: sourcesOf(this.context.inputSchema(), this.known), change: (next) => { this.spec.output = next; this.changed(); }, at: "/execution/output", free: true }) : null;
    return [add, h("div", { class: "result-map" }, h("div", { class: "row" }, icon("corner-down-right"), which, take), table)];
  }

  add() {
    const taken = new Set(this.spec.steps.map((step) => step.id));
    let at = this.spec.steps.length + 1;
    while (taken.has(`step${at}`)) at += 1;
    this.spec.steps.push({ id: `step${at}`, tool: "", input: {} });
    this.changed();
    this.draw(this.spec.steps.length - 1).then(() => this.box.lastElementChild.querySelector("[role=combobox]").focus());
  }

  async choose(step, slug, index) {
    const tool = await toolOf(slug);
    const listed = new Set(Object.keys(tool?.input_schema?.properties ?? {}));
    step.tool = slug;
    step.input = Object.fromEntries(Object.entries(step.input ?? {}).filter(([key]) => listed.has(key)));
    if (/^step\d+$/.test(step.id)) this.rename(step, slug);
    // What is called the same is very likely meant.
    for (const key of Object.keys(this.context.inputSchema()?.properties ?? {})) if (listed.has(key)) step.input[key] ??= { var: `input.${key}` };
    this.changed();
    await this.draw();
    this.box.children[index]?.querySelector("[role=combobox]")?.focus();
  }

  rename(step, slug) {
    const wanted = slug.replaceAll("-", "_").replace(/^[^a-z]+/, "").slice(0, 36) || "step";
    const taken = new Set(this.spec.steps.filter((each) => each !== step).map((each) => each.id));
    const before = step.id;
    step.id = wanted;
    for (let at = 2; taken.has(step.id); at += 1) step.id = `${wanted}_${at}`;
    this.renamed(before, step.id);
  }

  // Whatever read the step under its old name reads it under the new one.
  renamed(before, after) {
    if (!before || before === after) return;
    const follow = (value) => {
      if (Array.isArray(value)) return value.map(follow);
      if (!value || typeof value !== "object") return value;
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === "var" && typeof inner === "string" && (inner === `steps.${before}` || inner.startsWith(`steps.${before}.`)) ? `steps.${after}${inner.slice(6 + before.length)}` : follow(inner)]));
    };
    for (const step of this.spec.steps) step.input = follow(step.input ?? {});
    if (this.spec.output) this.spec.output = follow(this.spec.output);
  }

  move(index, by) {
    const [step] = this.spec.steps.splice(index, 1);
    this.spec.steps.splice(index + by, 0, step);
    this.changed();
    this.draw().then(() => this.box.children[index + by].querySelector(`[aria-label^="Move ${by < 0 ? "up" : "down"}"]:not(:disabled), [aria-label^="Move"]:not(:disabled)`)?.focus());
    say(`Step ${step.id} is now at place ${index + by + 1}.`);
  }

  drop(index) {
    const [step] = clone(this.spec.steps.splice(index, 1));
    this.changed();
    this.draw(Math.min(index, this.spec.steps.length - 1));
    say(`Step ${step.id} removed.`);
  }
}

customElements.define("step-list", StepList);
export { StepList };
