// <field-list>: fields in their order. Add, remove, duplicate; reorder by drag, by buttons and by Alt with an arrow.
import { say } from "../live.js";
import { choices } from "./choices.js";
import { button, clone, h, icon, uid } from "./dom.js";
import { FieldRow, keyFor } from "./field-row.js";

class FieldList extends HTMLElement {
  connectedCallback() {
    if (this.rows) return;
    this.className = "flist";
    this.rows = h("div", { class: "flist__rows" });
    this.empty = h("p", { class: "flist__none" }, "No fields yet.");
    this.append(this.rows, this.empty, this.adder());
    this.rows.append(...this.fields.map((field) => FieldRow.of(field)));
    this.settle();
    this.rows.addEventListener("dragstart", (event) => this.lift(event));
    this.rows.addEventListener("dragover", (event) => this.over(event));
    this.rows.addEventListener("drop", (event) => event.preventDefault());
    this.rows.addEventListener("dragend", () => this.settleDrag());
  }

  adder() {
    const id = uid();
    const menu = h("div", { class: "type-menu", id, popover: "", role: "group", "aria-label": "Types of fields" }, choices().types.map((type) =>
      h("button", { type: "button", class: "type-menu__item", onclick: () => { menu.hidePopover(); this.add(type.type); } },
        h("span", { class: "frow__icon" }, icon(type.icon)), h("span", {}, h("strong", {}, type.label), h("small", {}, type.hint)))));
    return h("div", { class: "flist__add" }, button("Add a field", { icon: "plus", small: true, popovertarget: id }), menu);
  }

  settle() {
    this.empty.hidden = this.fields.length > 0;
  }

  get all() { return [...this.rows.children]; }

  freeKey(wanted, but) {
    const taken = new Set(this.fields.filter((each) => each !== but).map((each) => each.key));
    let key = wanted;
    for (let at = 2; key && taken.has(key); at += 1) key = `${wanted}${at}`;
    return key;
  }

  add(type, field = { key: "", type }) {
    if (type === "enum" && !field.constraints) field.constraints = { options: [{ value: "one" }, { value: "two" }] };
    if (type === "relation" && !field.entityType) field.entityType = choices().sources[0] ?? "";
    this.fields.push(field);
    const row = FieldRow.of(field, { fresh: true });
    this.rows.append(row);
    row.toggle(true);
    this.settle();
    row.querySelector("[data-at=label] input").focus();
    row.changed();
    say("Field added.");
    return row;
  }

  duplicate(row) {
    const copy = clone(row.field);
    copy.label = copy.label ? `${copy.label} copy` : undefined;
    copy.key = this.freeKey(copy.label ? keyFor(copy.label) : copy.key);
    this.fields.splice(this.all.indexOf(row) + 1, 0, copy);
    const made = FieldRow.of(copy);
    row.after(made);
    made.opener.focus();
    made.changed();
    say("Field duplicated.");
  }

  drop(row) {
    const at = this.all.indexOf(row);
    const [gone] = this.fields.splice(at, 1);
    const next = this.all[at + 1] ?? this.all[at - 1];
    row.remove();
    this.settle();
    (next?.opener ?? this.querySelector(":scope > .flist__add > button")).focus();
    this.dispatchEvent(new CustomEvent("fieldgone", { bubbles: true, detail: { list: this, field: gone, at } }));
    this.dispatchEvent(new CustomEvent("fieldschange", { bubbles: true }));
  }

  restore(field, at) {
    this.fields.splice(at, 0, field);
    const row = FieldRow.of(field);
    const before = this.all[at];
    if (before) before.before(row);
    else this.rows.append(row);
    this.settle();
    row.opener.focus();
    row.changed();
  }

  // The new place, or -1 where it cannot go further.
  move(row, by) {
    const from = this.all.indexOf(row);
    const to = from + by;
    if (to < 0 || to >= this.fields.length) return -1;
    const other = this.all[to];
    if (by < 0) other.before(row);
    else other.after(row);
    this.fields.splice(to, 0, ...this.fields.splice(from, 1));
    row.changed();
    return to;
  }

  lift(event) {
    const row = event.target.closest?.("field-row");
    if (!row?.draggable || row.parentElement !== this.rows) return;
    event.stopPropagation();
    this.dragged = row;
    row.classList.add("is-dragged");
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", row.field.key);
  }

  over(event) {
    if (!this.dragged) return;
    event.preventDefault();
    event.stopPropagation();
    const under = this.all.find((row) => row !== this.dragged && event.clientY < row.getBoundingClientRect().bottom && event.clientY > row.getBoundingClientRect().top);
    if (!under) return;
    const { top, height } = under.getBoundingClientRect();
    if (event.clientY < top + height / 2) under.before(this.dragged);
    else under.after(this.dragged);
  }

  settleDrag() {
    const row = this.dragged;
    if (!row) return;
    this.dragged = null;
    row.draggable = false;
    row.classList.remove("is-dragged");
    this.fields.splice(0, this.fields.length, ...this.all.map((each) => each.field));
    row.changed();
    say(`${row.field.label || row.field.key} is now at place ${this.all.indexOf(row) + 1}.`);
  }

  // The control at `0/constraints/min`.
  locate(steps) {
    return this.all[Number(steps[0])]?.locate(steps.slice(1));
  }
}

customElements.define("field-list", FieldList);
