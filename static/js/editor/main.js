// <tool-editor>: holds what is being edited, keeps it, saves it, makes it live.
import { say } from "../live.js";
import { grantsEditor, rightsEditor } from "./access.js";
import { createDraft, dropDraft, getDraft, preview, saveDraft } from "./api.js";
import { start } from "./choices.js";
import { resolveConflict } from "./conflict.js";
import { json, mending } from "./controls.js";
import { confirm } from "./dialogs.js";
import { badge, button, clone, debounce, h, icon, note, same } from "./dom.js";
import { ExecutionEditor, isBlank } from "./execution-editor.js";
import { Faults } from "./faults.js";
import { ago, forget, keep, kept } from "./local.js";
import { publishing } from "./publish.js";
import { SchemaEditor } from "./schema-editor.js";
import "./icon-picker.js";
import "./outline.js";
import "./test-panel.js";

const PLAIN = ["name", "description", "category", "icon"];

class ToolEditor extends HTMLElement {
  connectedCallback() {
    if (this.values) return;
    Object.assign(this, { mode: start.mode, slug: start.slug, etag: start.etag, published: start.published, hasDraft: start.has_draft, values: clone(start.values), base: clone(start.values) });
    this.notices = this.querySelector("[data-notices]");
    this.summary = h("div", { class: "editor-faults" });
    this.querySelector(".editor__main").prepend(this.summary);
    this.build();
    this.faults = new Faults(this, this.summary, { "/input_schema": (rest) => this.showSchema("input").locate(rest), "/output_schema": (rest) => this.showSchema("output").locate(rest) });
    this.panel = this.querySelector("test-panel");
    this.panel.drafted = () => this.drafted();
    this.panel.refused = (errors) => this.faults.show("The draft cannot be tested like this. Please correct:", errors);
    this.listen();
    mending(this, (box) => this.faults.mended(box));
    this.draw();
    this.offerKept();
  }

  // -- Parts -----------------------------------------------------------------------------------

  build() {
    this.input = SchemaEditor.of("input", start.sheets.input);
    this.output = SchemaEditor.of("output", start.sheets.output);
    this.input.dataset.words = "What people fill in, programs send and models are told.";
    this.output.dataset.words = "What a run gives back. A result that does not fit is an error.";
    const tab = (role, label) => h("button", { type: "button", "aria-pressed": String(role === "input"), data: { role }, onclick: () => this.showSchema(role) }, label, h("span", { class: "tab-count", data: { fields: role } }));
    this.tabs = h("div", { class: "segmented segmented--wide", role: "group", "aria-label": "Which schema" }, tab("input", "Input"), tab("output", "Output"));
    this.output.hidden = true;
    this.querySelector("[data-schema]").append(this.tabs, this.input, this.output, this.advanced());
    const context = { slug: () => this.slug, inputSchema: () => this.input.schema, outputSchema: () => this.output.schema, ask: (step, tool, keys) => this.askFor(step, tool, keys), takeOutput: (schema) => this.takeOutput(schema) };
    this.execution = ExecutionEditor.of(this.values.execution, context);
    this.querySelector("[data-execution]").append(this.execution);
    this.querySelector("[data-rights]").append(rightsEditor(this.values, () => this.edited()));
    this.drawGrants();
    this.count();
  }

  advanced() {
    const set = (name) => (value) => { this.values[name] = value ?? {}; this.edited(); };
    return h("details", { class: "frow__more" }, h("summary", {}, "Preset input, field texts and groups"), h("div", { class: "stack" },
      json("Preset input, as JSON", this.values.default_input, set("default_input"), { at: "/default_input", help: "Used where a caller says nothing. Forms start with it." }),
      json("Texts of fields, as JSON", this.values.field_texts, set("field_texts"), { at: "/field_texts", help: "By key: { \"area\": { \"title\": \"Area\", \"description\": \"In square feet\" } }" }),
      json("For groups, as JSON", this.values.aggregates, (value) => { this.values.aggregates = value ?? []; this.edited(); }, { at: "/aggregates", help: "What the answers of several people say together, by field of the output: [{ \"field\": \"/score\", \"show\": [\"mean\", \"histogram\"] }]. Makes the tool collaborative." })));
  }

  drawGrants() {
    const box = this.querySelector("[data-grants]");
    if (start.may.manage) grantsEditor(box, this.slug && this.mode === "edit" ? this.slug : "");
  }

  showSchema(role) {
    for (const each of this.tabs.children) each.setAttribute("aria-pressed", String(each.dataset.role === role));
    this.input.hidden = role !== "input";
    this.output.hidden = role !== "output";
    return this[role];
  }

  count() {
    for (const role of ["input", "output"]) this.tabs.querySelector(`[data-fields=${role}]`).textContent = String(Object.keys(this[role].schema?.properties ?? {}).length);
  }

  listen() {
    for (const name of ["input", "change"]) this.addEventListener(name, (event) => this.typed(event.target));
    this.addEventListener("edited", () => this.edited());
    this.addEventListener("wants-value", (event) => { event.target.testValue = this.panel.value; });
    this.addEventListener("drawn", (event) => this.faults.again(event.target));
    this.addEventListener("settled", ({ detail }) => this.settled(detail));
    this.addEventListener("trouble", ({ detail }) => this.trouble(detail));
    this.querySelector("[data-act=save]").addEventListener("click", () => this.save());
    this.querySelector("[data-act=publish]").addEventListener("click", () => this.publish());
    addEventListener("keydown", (event) => { if ((event.ctrlKey || event.metaKey) && event.key === "s") { event.preventDefault(); this.save(); } });
    addEventListener("beforeunload", (event) => { if (this.isDirty && !this.isKept) event.preventDefault(); });
    addEventListener("pagehide", () => this.keepNow());
  }

  // What the server rendered: identity and visibility.
  typed(control) {
    // What is typed into the test is no change of the tool.
    if (control.closest("test-panel")) return;
    const name = control.dataset.pointer?.slice(1) ?? control.name;
    if (PLAIN.includes(name)) this.values[name] = control.value;
    else if (name === "slug") { this.slug = control.value.trim(); this.ownSlug = this.slug !== ""; }
    else if (name === "enabled") this.values.enabled = control.checked;
    else if (["effect", "policy"].includes(name)) this.values[name] = control.value;
    else return;
    if (name === "name" && this.mode === "new" && !this.ownSlug) this.slugFromName();
    this.edited();
  }

  slugFromName() {
    this.slug = this.values.name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 64);
    this.querySelector("#e-slug").value = this.slug;
  }

  settled({ role, form, errors }) {
    if (role === "input" && form !== undefined) this.panel.showForm(form);
    if (role === "input" && !errors.length) this.execution.refresh();
    this.count();
    this.faults.count();
    this.edited();
  }

  // -- What is there ------------------------------------------------------------------------------

  collect() {
    const spec = this.execution.value;
    return { ...this.values, input_schema: this.input.schema, output_schema: this.output.schema, execution: isBlank(spec) ? null : clone(spec) };
  }

  get isDirty() {
    const now = this.collect();
    const blank = (value) => value ?? null;
    const isEmpty = (schema) => !schema || !Object.keys(schema.properties ?? {}).length;
    return Object.keys(now).some((name) => (name.endsWith("_schema") && isEmpty(now[name]) && isEmpty(this.base[name]) ? false : !same(blank(now[name]), blank(this.base[name])))) || this.input.isSettled === false || this.output.isSettled === false || (this.mode === "new" && this.ownSlug === true);
  }

  edited() {
    this.later ??= debounce(() => { this.keepNow(); this.draw(); }, 400);
    this.later();
    this.querySelector("[data-act=save]").disabled = false;
  }

  keepNow() {
    if (!this.isDirty || this.gone) return;
    const sheets = Object.fromEntries(["input", "output"].map((role) => [role, { ...this[role].sheet, errors: [] }]));
    this.isKept = keep(this.mode === "new" ? "" : this.slug, { slug: this.slug, etag: this.etag, base: this.base, values: this.collect(), sheets });
  }

  // Both schemas as the server sees them now; false where something must be mended first.
  async settle() {
    const errors = [];
    for (const role of ["input", "output"]) {
      const found = await this[role].settle();
      errors.push(...(found ?? []).map((fault) => ({ ...fault, pointer: `/${role}_schema${fault.pointer}` })));
    }
    if (errors.length) this.faults.show("Nothing was saved yet. Please correct:", errors, "What you typed is kept in this browser.");
    return !errors.length;
  }

  async drafted() {
    if (!await this.settle()) return null;
    const values = Object.fromEntries(Object.entries(this.collect()).filter(([name, value]) => value !== null && !(name === "effect" && value === "")));
    return { slug: this.slug || "untitled", values };
  }

  // -- Acts ---------------------------------------------------------------------------------------

  async busy(act, work) {
    const control = this.querySelector(`[data-act=${act}]`);
    if (control.getAttribute("aria-busy") === "true") return undefined;
    control.setAttribute("aria-busy", "true");
    try { return await work(); } finally { control.removeAttribute("aria-busy"); }
  }

  save() {
    return this.busy("save", async () => {
      if (!await this.settle()) return false;
      this.faults.clear();
      const values = this.collect();
      const answer = this.mode === "new" ? await createDraft(this.slug, values) : await saveDraft(this.slug, values, `"${this.etag}"`);
      if (answer.ok) { await this.saved(values, answer); return true; }
      return this.refused(answer.problem, values);
    });
  }

  async saved(values, answer) {
    const wasNew = this.mode === "new";
    forget(wasNew ? "" : this.slug);
    this.mode = "edit";
    this.base = clone(values);
    this.etag = (answer.data.etag ?? answer.etag ?? "").replaceAll('"', "");
    this.hasDraft = answer.data.has_draft ?? true;
    this.notices.replaceChildren();
    if (wasNew) {
      const found = await getDraft(this.slug);
      if (found.ok) this.etag = found.data.etag;
      history.replaceState(null, "", `/admin/tools/${this.slug}/edit`);
      this.querySelector("#e-slug").readOnly = true;
      this.drawGrants();
    }
    this.draw();
    say("Draft saved.");
  }

  async refused(problem, values) {
    this.keepNow();
    if (problem.status === 412) {
      const merged = await resolveConflict(this.slug, this.base, values, problem);
      if (!merged) return false;
      await this.load(merged.values);
      this.base = merged.theirs;
      this.etag = merged.etag;
      this.draw();
      return this.again();
    }
    if (problem.errors?.length) this.faults.show("Nothing was saved yet. Please correct:", problem.errors, "What you typed is kept in this browser.");
    else this.trouble(problem);
    return false;
  }

  async again() {
    this.querySelector("[data-act=save]").removeAttribute("aria-busy");
    return this.save();
  }

  async publish() {
    if ((this.isDirty || this.mode === "new") && !await this.save()) return;
    await this.busy("publish", async () => {
      const answer = await publishing(this.slug, this.etag);
      if (!answer) return;
      if (!answer.ok) {
        if (answer.problem.errors?.length) this.faults.show("Nothing was published. Please correct:", answer.problem.errors);
        else this.trouble(answer.problem);
        return;
      }
      const found = await getDraft(this.slug);
      if (found.ok) Object.assign(this, { etag: found.data.etag, hasDraft: found.data.has_draft });
      this.published = true;
      this.draw();
      this.notices.replaceChildren(note("success", "circle-check", h("p", {}, h("strong", {}, "Published. "), "People get it from now on. ", h("a", { href: `/tools/${this.slug}` }, "Open its page"))));
      say("Published.");
    });
  }

  async discard() {
    const sure = await confirm("Discard the draft?", "What is live stays as it is. The unpublished changes are gone, also those that others saved.", { yes: "Discard draft", danger: true });
    if (!sure) return;
    const answer = await dropDraft(this.slug, `"${this.etag}"`);
    if (!answer.ok) { this.trouble(answer.problem); return; }
    this.leave();
  }

  leave() {
    this.gone = true;
    forget(this.mode === "new" ? "" : this.slug);
    location.reload();
  }

  trouble(problem) {
    const acts = problem.status === 401 ? h("a", { href: `/sign-in?next=${encodeURIComponent("/profile")}`, target: "_blank", rel: "noopener" }, "Sign in in another tab, then save again.") : null;
    this.notices.replaceChildren(note("danger", "cloud-off", h("p", { role: "alert" }, h("strong", {}, `${problem.title}. `), `${problem.detail ?? ""} `, acts)));
    this.notices.scrollIntoView({ block: "nearest" });
  }

  // -- Showing ------------------------------------------------------------------------------------

  draw() {
    const dirty = this.isDirty;
    this.querySelector("[data-heading]").textContent = this.values.name || (this.mode === "new" ? "New tool" : this.slug);
    const marks = [this.published ? badge("Live", "success") : badge("Never published"), (this.hasDraft && this.published) || dirty ? badge(dirty ? "Unsaved changes" : "Unpublished changes", "warning") : null];
    this.querySelector("[data-status]").replaceChildren(...marks.filter(Boolean));
    this.querySelector("[data-saved]").textContent = dirty ? (this.isKept ? "Kept in this browser" : "") : this.mode === "edit" ? "All changes saved" : "";
    this.querySelector("[data-act=save]").disabled = !dirty && this.mode === "edit";
    this.querySelector("[data-act=publish]").disabled = this.mode === "edit" && !dirty && !this.hasDraft;
    this.drawMore();
    if (this.hasDraft && this.published && !this.notices.children.length) this.notices.append(note("info", "info", h("p", {}, h("strong", {}, "This tool has unpublished changes. "), "People and programs still get the version that is live.")));
  }

  drawMore() {
    const items = [
      this.mode === "edit" && this.published ? h("a", { class: "menu__item", href: `/tools/${this.slug}` }, icon("external-link"), "Open its page") : null,
      this.mode === "edit" ? h("a", { class: "menu__item", href: `/admin/tools/${this.slug}/versions` }, icon("history"), "Versions") : null,
      this.hasDraft && this.published ? h("button", { type: "button", class: "menu__item", onclick: () => this.discard() }, icon("undo-2"), "Discard the draft") : null,
    ].filter(Boolean);
    this.querySelector("[data-more]").hidden = !items.length;
    this.querySelector("[data-more-panel]").replaceChildren(...items);
  }

  offerKept() {
    const found = kept(this.mode === "new" ? "" : this.slug);
    if (!found || same(found.values, this.collect())) return;
    const back = button("Go on with it", { small: true, primary: true, onclick: async () => { this.notices.replaceChildren(); await this.restore(found); } });
    const away = button("Throw it away", { small: true, onclick: () => { forget(this.mode === "new" ? "" : this.slug); this.notices.replaceChildren(); this.draw(); } });
    this.notices.replaceChildren(note("info", "history", h("p", {}, h("strong", {}, "You have unsaved work here. "), `This browser kept it ${ago(found.at)}.`), h("div", { class: "row" }, back, away)));
  }

  async restore(found) {
    await this.load(found.values, found.sheets);
    this.slug = found.slug;
    this.querySelector("#e-slug").value = found.slug;
    if (found.etag) Object.assign(this, { etag: found.etag, base: found.base });
    this.draw();
    say("Your unsaved work is back.");
  }

  // Puts a whole document into the controls.
  async load(values, sheets) {
    this.values = clone(values);
    for (const name of PLAIN) this.querySelector(`[data-pointer="/${name}"]`).value = values[name];
    this.querySelector("#e-enabled").checked = values.enabled !== false;
    for (const name of ["effect", "policy"]) for (const radio of this.querySelectorAll(`[name=${name}]`)) radio.checked = radio.value === values[name];
    for (const role of ["input", "output"]) {
      const sheet = sheets?.[role] ?? (await preview({ schema: values[`${role}_schema`] ?? start.sheets[role].schema })).data;
      this[role].replace(sheet);
      this[role].isSettled = sheets ? false : true;
    }
    this.execution.replace(values.execution);
    this.querySelector("[data-rights]").replaceChildren(rightsEditor(this.values, () => this.edited()));
    this.querySelector("[data-schema]").lastElementChild.replaceWith(this.advanced());
    await this.input.refreshForm(this.panel);
    this.count();
  }

  // Fields of the form for what a step still lacks; as JSON Schema where fields cannot say it.
  async askFor(step, tool, keys) {
    const pick = (schema) => Object.fromEntries(keys.map((key) => [key, schema.properties[key]]));
    const found = await preview({ schema: { ...tool.input_schema, properties: pick(tool.input_schema), required: keys, "x-order": keys } });
    const { fields } = this.input.sheet;
    const before = this.input.schema;
    if (found.ok && found.data.fields && fields) {
      fields.push(...found.data.fields.filter((field) => !fields.some((each) => each.key === field.key)));
      this.input.touched();
    } else {
      const whole = { ...before, properties: { ...pick(tool.input_schema), ...before.properties }, required: [...new Set([...(before.required ?? []), ...keys])], ...(tool.input_schema.$defs ? { $defs: { ...tool.input_schema.$defs, ...before.$defs } } : {}) };
      const answer = await preview({ schema: whole });
      if (!answer.ok || !answer.data.schema) { this.trouble(answer.problem ?? { title: "These values cannot be asked for", detail: answer.data.errors[0]?.detail }); return; }
      this.input.replace(answer.data);
      await this.input.refreshForm(this.panel);
    }
    for (const key of keys) step.input = { ...step.input, [key]: { var: `input.${key}` } };
    this.showSchema("input").draw();
    await this.input.settle();
    this.count();
    this.edited();
    this.execution.draw();
    say(keys.length === 1 ? "One field was added to the input." : `${keys.length} fields were added to the input.`);
  }

  async takeOutput(schema) {
    const found = await preview({ schema });
    if (!found.ok || !found.data.schema) { this.trouble(found.problem ?? { title: "This schema cannot be used", detail: found.data.errors[0]?.detail }); return; }
    this.output.replace(found.data);
    this.count();
    this.edited();
    say("The output schema is that of the last step now.");
  }
}

customElements.define("tool-editor", ToolEditor);
