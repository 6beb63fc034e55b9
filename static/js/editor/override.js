// <tool-override>: what a workspace changes of a tool that comes with the product. Per field: what the code says,
// what the operators say, what the workspace says, and what wins.
import { say } from "../live.js";
import { grantsEditor, rightsEditor } from "./access.js";
import { ask } from "./api.js";
import { start } from "./choices.js";
import { mending, select, tell, text } from "./controls.js";
import { confirm } from "./dialogs.js";
import { badge, button, clone, h, note, same } from "./dom.js";
import { Faults } from "./faults.js";

const NAMES = { name: "Name", description: "Description", category: "Category", icon: "Icon", enabled: "Can be found and run", policy: "When an agent or a program calls it", required_permissions: "Rights that it asks for", default_input: "Preset input", field_texts: "Labels and help of its fields" };
const WINS = { code: ["as it comes", ""], platform: ["the operators' wins", "info"], tenant: ["yours wins", "accent"], combined: ["taken together", "info"] };
const EMPTY = { name: "", description: "", category: "", icon: "", enabled: null, policy: "", required_permissions: [], default_input: {}, field_texts: {} };
const POLICIES = { auto: "As its effect says", always_ask: "Always ask" };

function shown(name, value) {
  if (value === null || value === undefined || value === "") return h("span", { class: "muted" }, "says nothing");
  if (name === "enabled") return value ? "Yes" : "No";
  if (name === "policy") return POLICIES[value] ?? value;
  if (Array.isArray(value)) return value.length ? value.join(", ") : h("span", { class: "muted" }, "none");
  return typeof value === "object" ? h("pre", { class: "conflict__value" }, JSON.stringify(value, null, 2)) : String(value);
}

class ToolOverride extends HTMLElement {
  connectedCallback() {
    if (this.mine) return;
    this.revision = start.revision;
    this.standings = start.fields;
    this.began = Object.fromEntries(this.standings.map((each) => [each.field, clone(each.tenant) ?? EMPTY[each.field]]));
    this.mine = clone(this.began);
    this.faults = new Faults(this, this.querySelector("[data-faults]"), {});
    mending(this, (box) => this.faults.mended(box));
    this.querySelector("[data-act=save]").addEventListener("click", () => this.save());
    this.querySelector("[data-act=reset]").addEventListener("click", () => this.reset());
    addEventListener("keydown", (event) => { if ((event.ctrlKey || event.metaKey) && event.key === "s") { event.preventDefault(); this.save(); } });
    addEventListener("beforeunload", (event) => { if (this.isDirty) event.preventDefault(); });
    this.draw();
    if (start.may.manage) grantsEditor(this.querySelector("[data-grants]"), start.slug);
  }

  get changes() { return Object.fromEntries(Object.entries(this.mine).filter(([name, value]) => !same(value, this.began[name]) || this.kept?.has(name))); }

  get isDirty() { return Object.keys(this.changes).length > 0; }

  set(name, value) {
    this.mine[name] = value;
    this.mark();
  }

  mark() {
    const any = this.standings.some((each) => each.tenant !== null);
    const marks = [any ? badge("Changed by this workspace", "accent") : badge("As it comes"), this.isDirty ? badge("Unsaved changes", "warning") : null];
    this.querySelector("[data-status]").replaceChildren(...marks.filter(Boolean));
    this.querySelector("[data-act=save]").disabled = !this.isDirty;
    if (this.isDirty) this.querySelector("[data-saved]").textContent = "";
    this.querySelector("[data-act=reset]").hidden = !any;
  }

  draw() {
    this.querySelector("[data-standings]").replaceChildren(...this.standings.map((each) => this.card(each)));
    this.mark();
    if (start.definition_changed) this.querySelector("[data-notices]").append(note(start.asks ? "warning" : "info", start.asks ? "triangle-alert" : "info", h("p", {}, h("strong", {}, "A release changed this tool since you did. "), start.asks ? "Where both of you changed the same, choose below." : "Nothing that you changed is concerned.")));
  }

  card(each) {
    const name = each.field;
    const [words, tone] = WINS[each.winner];
    if (["default_input", "field_texts"].includes(name)) return this.wide(each, words, tone);
    return h("section", { class: "card standing", "aria-label": NAMES[name] },
      h("div", { class: "standing__head" }, h("h2", {}, NAMES[name]), each.winner === "code" ? null : badge(words, tone)),
      each.asks ? this.question(each) : "",
      h("div", { class: "standing__sides" },
        h("div", { class: "standing__side" }, h("h3", {}, "As it comes"), h("div", { class: "standing__value" }, shown(name, each.code_now))),
        each.platform === null ? "" : h("div", { class: "standing__side" }, h("h3", {}, "Operators"), h("div", { class: "standing__value" }, shown(name, each.platform))),
        h("div", { class: "standing__side standing__side--own" }, this.control(name, each))));
  }

  // Key by key: what the code says stands in grey where nothing else is said.
  wide(each, words, tone) {
    const columns = each.field === "field_texts" ? ["Field", "Label", "Help"] : ["Field", "Preset"];
    return h("section", { class: "card standing", "aria-label": NAMES[each.field] },
      h("div", { class: "standing__head" }, h("h2", {}, NAMES[each.field]), each.winner === "code" ? null : badge(words, tone), h("span", { class: "muted small" }, "In grey: as it comes.")),
      each.asks ? this.question(each) : "",
      each.platform === null ? "" : h("p", { class: "muted" }, "Operators: ", JSON.stringify(each.platform)),
      h("div", { class: "by-key", data: { columns: columns.length } }, h("div", { class: "by-key__row by-key__heads", "aria-hidden": "true" }, columns.map((column) => h("span", {}, column))), ...this.control(each.field, each)));
  }

  // Both changed it: the only case in which anybody is asked.
  question(each) {
    const box = note("warning", "triangle-alert", h("p", {}, "It came as ", h("strong", {}, shown(each.field, each.code_then)), " when you changed it, and comes as ", h("strong", {}, shown(each.field, each.code_now)), " now."),
      h("div", { class: "row" },
        button("Keep yours", { small: true, onclick: () => { this.kept = (this.kept ?? new Set()).add(each.field); this.mark(); box.replaceWith(h("p", { class: "muted" }, "Yours will be kept.")); say("Yours will be kept."); } }),
        button("Take the new one", { small: true, onclick: () => { this.set(each.field, clone(EMPTY[each.field])); each.asks = false; each.tenant_shown = null; this.querySelector("[data-standings]").replaceChildren(...this.standings.map((other) => this.card(other))); say("The new one will be taken."); } })));
    return box;
  }

  control(name, each) {
    const at = { at: `/${name}` };
    const value = this.mine[name];
    switch (name) {
      case "enabled": return select("Yours", value === null ? "" : String(value), [["", "As it comes"], ["true", "Yes"], ["false", "No: gone for everybody but those who author tools"]], (chosen) => this.set(name, chosen === "" ? null : chosen === "true"), at);
      case "policy": return select("Yours", value, [["", "As it comes"], ["always_ask", POLICIES.always_ask]], (chosen) => this.set(name, chosen), { ...at, help: "It can only become stricter." });
      case "required_permissions": return rightsEditor(this.mine, () => this.mark());
      case "default_input": return this.byKey((key, rule) => [this.preset(key, rule)]);
      case "field_texts": return this.byKey((key, rule) => this.texts(key, rule));
      default: return text("Yours", value, (typed) => this.set(name, typed), { ...at, optional: true, area: name === "description" ? 4 : undefined, placeholder: typeof each.code_now === "string" ? each.code_now.split("\n")[0].slice(0, 80) : "" });
    }
  }

  byKey(build) {
    return Object.entries(start.properties).map(([key, rule]) => h("div", { class: "by-key__row" }, h("code", {}, key), ...build(key, rule)));
  }

  texts(key, rule) {
    const part = (label, word) => text(`${label} of ${key}`, this.mine.field_texts[key]?.[word], (typed) => {
      const words = { ...this.mine.field_texts[key], [word]: typed };
      if (!typed) delete words[word];
      const all = { ...this.mine.field_texts, [key]: words };
      if (!Object.keys(words).length) delete all[key];
      this.set("field_texts", all);
    }, { placeholder: rule[word] ?? "", at: `/field_texts/${key}/${word}` });
    return [part("Label", "title"), part("Help", "description")];
  }

  preset(key, rule) {
    const now = this.mine.default_input[key];
    const made = text(`Preset of ${key}`, now === undefined ? "" : typeof now === "string" ? now : JSON.stringify(now), (typed) => {
      const all = { ...this.mine.default_input };
      if (typed.trim() === "") delete all[key];
      else if (rule.type === "string") all[key] = typed;
      else {
        try { all[key] = JSON.parse(typed); tell(made, ""); } catch { tell(made, "This is not JSON."); return; }
      }
      this.set("default_input", all);
    }, { placeholder: rule.default === undefined ? "none" : JSON.stringify(rule.default), at: `/default_input/${key}` });
    return made;
  }

  async save() {
    if (!this.isDirty) return;
    const answer = await ask("PATCH", `/api/tools/${start.slug}`, this.changes, { "If-Match": `"${this.revision}"` });
    if (answer.ok) { await this.reload("Saved. It holds from now on."); return; }
    await this.refused(answer.problem);
  }

  async refused(problem) {
    if (problem.status === 412) {
      const found = await ask("GET", `/api/tools/${start.slug}/override`);
      if (found.ok) return this.again(found.data);
    }
    if (problem.errors?.length) return this.faults.show("Nothing was saved yet. Please correct:", problem.errors);
    return this.faults.show(problem.title, [], problem.detail);
  }

  // Somebody else saved in the meantime: what only they changed is taken over, where both did yours is asked for.
  async again(theirs) {
    const now = Object.fromEntries(theirs.fields.map((each) => [each.field, each.tenant ?? EMPTY[each.field]]));
    const both = Object.keys(this.changes).filter((name) => !same(now[name], this.began[name]) && !same(now[name], this.mine[name]));
    const sure = await confirm("Somebody else changed this tool too", both.length ? `You both changed: ${both.map((name) => NAMES[name]).join(", ")}. Theirs: ${both.map((name) => JSON.stringify(now[name])).join("; ")}. Saving keeps yours there, and theirs everywhere else.` : "You changed different things: both are kept.", { yes: "Save both together" });
    if (!sure) return;
    this.revision = theirs.revision;
    this.began = { ...now };
    for (const name of Object.keys(this.mine)) if (!(name in this.changes)) this.mine[name] = clone(now[name]);
    await this.save();
  }

  async reload(words) {
    const found = await ask("GET", `/api/tools/${start.slug}/override`);
    this.faults.clear();
    if (!found.ok) { location.reload(); return; }
    Object.assign(start, { definition_changed: found.data.definition_changed, asks: found.data.asks });
    this.revision = found.data.revision;
    this.standings = found.data.fields;
    this.kept = undefined;
    this.began = Object.fromEntries(this.standings.map((each) => [each.field, clone(each.tenant) ?? EMPTY[each.field]]));
    this.mine = clone(this.began);
    this.querySelector("[data-notices]").replaceChildren();
    this.draw();
    this.querySelector("[data-saved]").textContent = words;
    say(words);
  }

  async reset() {
    const sure = await confirm("Remove all changes?", "The tool is as it comes again, for everybody here. Who may run it is open again, too.", { yes: "Remove changes", danger: true });
    if (!sure) return;
    const answer = await ask("DELETE", `/api/tools/${start.slug}`);
    if (answer.ok) await this.reload("Removed. The tool is as it comes.");
    else this.faults.show(answer.problem.title, [], answer.problem.detail);
  }
}

customElements.define("tool-override", ToolOverride);
