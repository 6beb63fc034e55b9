// <schema-editor>: one schema as fields or as JSON Schema, whichever one likes; the server turns one into the other.
import { say } from "../live.js";
import { preview } from "./api.js";
import { tell } from "./controls.js";
import { button, clone, debounce, h, icon, note } from "./dom.js";
import { toFieldSteps } from "./pointers.js";
import "./field-list.js";

const WAIT = 350;

class SchemaEditor extends HTMLElement {
  // role: "input" or "output"; sheet: { schema, fields, note, errors }.
  static of(role, sheet) {
    const made = document.createElement("schema-editor");
    Object.assign(made, { role_: role, sheet: clone(sheet), view: sheet.fields ? "fields" : "json" });
    return made;
  }

  connectedCallback() {
    if (this.bar) return;
    this.dataset.schemaRoot = "";
    this.className = "schema";
    this.later = debounce(() => this.settle(), WAIT);
    this.switch = h("div", { class: "segmented", role: "group", "aria-label": "Edit as" },
      h("button", { type: "button", "aria-pressed": "true", data: { view: "fields" }, onclick: () => this.show("fields") }, icon("list-tree"), "Fields"),
      h("button", { type: "button", "aria-pressed": "false", data: { view: "json" }, onclick: () => this.show("json") }, icon("code"), "JSON Schema"));
    this.bar = h("div", { class: "schema__bar" }, h("div", { class: "schema__words" }, this.dataset.words ?? ""), this.switch);
    this.place = h("div", { class: "schema__place" });
    this.append(this.bar, this.place);
    this.draw();
    this.addEventListener("fieldschange", () => this.touched());
    this.addEventListener("fieldgone", (event) => this.undo(event.detail));
  }

  get rootFields() { return this.sheet.fields ?? []; }

  get schema() { return this.sheet.schema; }

  // Somebody typed; the answer comes a moment later. `isSettled` holds until then.
  touched() {
    this.isSettled = false;
    this.later();
    this.dispatchEvent(new CustomEvent("edited", { bubbles: true }));
  }

  async settle() {
    this.later.cancel();
    if (this.isSettled !== false) return this.errors ?? [];
    const mine = this.view === "fields" ? { fields: clone(this.sheet.fields), before: this.sheet.schema } : { schema: this.read() };
    if (this.view === "json" && mine.schema === undefined) return this.errors;
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const answer = await preview({ ...mine, ...(this.role_ === "input" ? { value: this.valueOf() } : {}) });
    if (turn !== this.turn) return this.errors ?? [];
    if (!answer.ok) { this.dispatchEvent(new CustomEvent("trouble", { bubbles: true, detail: answer.problem })); return this.errors ?? []; }
    this.isSettled = true;
    this.take(answer.data);
    return this.errors;
  }

  take(found) {
    this.errors = found.errors;
    if (found.schema) this.sheet.schema = found.schema;
    if (this.view === "json" && found.schema) Object.assign(this.sheet, { fields: found.fields, note: found.note });
    this.complain(found.errors);
    this.dispatchEvent(new CustomEvent("settled", { bubbles: true, detail: { role: this.role_, schema: this.sheet.schema, form: found.form, errors: found.errors } }));
  }

  read() {
    const area = this.place.querySelector("textarea");
    try {
      const value = JSON.parse(area.value);
      tell(area.closest(".field"), "");
      return value;
    } catch (error) {
      this.errors = [{ pointer: "", detail: `This is not JSON: ${error.message}` }];
      tell(area.closest(".field"), this.errors[0].detail);
      return undefined;
    }
  }

  // Messages at their fields, without taking the focus from whoever types.
  complain(errors) {
    for (const box of this.place.querySelectorAll(".has-errors")) if (!box.contains(document.activeElement) || !errors.length) tell(box, "");
    for (const fault of errors) {
      const box = this.locate(fault.pointer, { open: false });
      if (box) tell(box, fault.detail);
    }
    for (const row of this.querySelectorAll("field-row")) row.refresh();
  }

  async show(view) {
    if (view === this.view) return;
    const errors = await this.settle();
    if (errors?.length) { say("Correct what is marked first; then the other view can be shown."); this.locate(errors[0].pointer)?.querySelector("input, select, textarea")?.focus(); return; }
    this.view = view;
    this.draw();
    this.place.querySelector("textarea, button")?.focus();
  }

  // Another schema altogether: a conflict was merged, a version taken over.
  replace(sheet) {
    this.sheet = clone(sheet);
    this.view = sheet.fields ? this.view : "json";
    this.isSettled = true;
    this.errors = sheet.errors ?? [];
    if (this.place) this.draw();
  }

  draw() {
    for (const each of this.switch.children) each.setAttribute("aria-pressed", String(each.dataset.view === this.view));
    if (this.view === "json") return this.place.replaceChildren(this.area());
    if (this.sheet.fields) {
      const list = document.createElement("field-list");
      list.fields = this.sheet.fields;
      return this.place.replaceChildren(list);
    }
    return this.place.replaceChildren(note("info", "info", h("p", {}, h("strong", {}, "This schema says more than fields can show. "), this.sheet.note), h("p", {}, "It stays exactly as it is, and the form beside shows it. Change it as JSON Schema."),
      button("Edit as JSON Schema", { icon: "code", small: true, onclick: () => this.show("json") })));
  }

  // The form beside, after the schema was replaced.
  async refreshForm(panel) {
    const answer = await preview({ schema: this.sheet.schema, value: panel.value });
    if (answer.ok && answer.data.form !== undefined) panel.showForm(answer.data.form);
  }

  area() {
    const id = `schema-${this.role_}-json`;
    const area = h("textarea", { id, class: "mono schema__json", rows: 18, spellcheck: "false", autocomplete: "off", autocapitalize: "off", value: JSON.stringify(this.sheet.schema, null, 2), oninput: () => this.touched() });
    return h("div", { class: "field" }, h("label", { for: id }, "JSON Schema (2020-12)"), area);
  }

  undo({ list, field, at }) {
    const box = h("div", { class: "undo" }, `${field.label || field.key || "The field"} was removed.`, button("Undo", { icon: "undo-2", small: true, quiet: true, onclick: () => { box.remove(); list.restore(field, at); } }));
    this.querySelector(":scope > .undo")?.remove();
    this.append(box);
    setTimeout(() => box.remove(), 12_000);
    say(`${field.label || field.key} was removed. There is an undo button below the fields.`);
  }

  valueOf() { return this.dispatchEvent(new CustomEvent("wants-value", { bubbles: true })) && this.testValue ? this.testValue : {}; }

  // The control for a fault: `/fields/0/key` of the fields, or a pointer into the schema.
  locate(pointer) {
    if (this.view === "json" || !this.sheet.fields) {
      if (this.view !== "json") { this.view = "json"; this.draw(); }
      return this.place.querySelector(".field");
    }
    const steps = toFieldSteps(pointer, this.sheet.fields);
    const list = this.place.querySelector("field-list");
    return (steps.length ? list.locate(steps) : null) ?? this.place;
  }
}

customElements.define("schema-editor", SchemaEditor);
export { SchemaEditor };
