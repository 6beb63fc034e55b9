// <field-row>: one field of a schema. Closed, a line; open, everything that can be said of it.
import { say } from "../live.js";
import { number, select, text, toggle, tell } from "./controls.js";
import { conditionEditor } from "./condition.js";
import { defaultEditor } from "./default.js";
import { badge, button, clone, h, icon } from "./dom.js";
import { constraintEditors, fitted } from "./constraints.js";
import { choices, typeOf } from "./choices.js";

const KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

// “Area of the roof” is areaOfTheRoof.
export function keyFor(label) {
  const words = label.normalize("NFKD").replace(/[^A-Za-z0-9 _-]/g, "").split(/[\s_-]+/).filter(Boolean);
  const joined = words.map((word, at) => (at ? word[0].toUpperCase() + word.slice(1) : word[0].toLowerCase() + word.slice(1))).join("");
  return (/^[0-9]/.test(joined) ? `_${joined}` : joined).slice(0, 64);
}

class FieldRow extends HTMLElement {
  // `single` is the item of a list: it can neither move nor go, and nothing is required of it.
  static of(field, { single = false, fresh = false } = {}) {
    const row = document.createElement("field-row");
    Object.assign(row, { field, single, autoKey: fresh && !field.key });
    return row;
  }

  connectedCallback() {
    if (this.head) return;
    this.className = "frow";
    this.head = h("div", { class: "frow__head" });
    this.body = h("div", { class: "frow__body", hidden: true });
    this.append(this.head, this.body);
    this.drawHead();
    this.addEventListener("keydown", (event) => this.onKey(event));
  }

  get list() { return this.parentElement?.closest("field-list"); }

  get isOpen() { return !this.body.hidden; }

  drawHead() {
    const { field } = this;
    const type = typeOf(field.type);
    const marks = [
      field.required && badge("required", "accent"), field.multiple && badge("several"), field.visibleWhen && badge("conditional", "info"),
      field.audience === "internal" && badge("internal"), field.secret && badge("secret", "warning"),
    ];
    const name = field.label || field.key || "New field";
    this.opener = h("button", { type: "button", class: "frow__open", "aria-expanded": String(this.isOpen), onclick: () => this.toggle() },
      h("span", { class: "frow__icon", title: type.label }, icon(type.icon)),
      h("span", { class: "frow__name" }, this.single ? "Each item" : name),
      this.single ? badge(type.label) : h("code", { class: "frow__key" }, field.key || "no key"),
      h("span", { class: "frow__marks" }, ...marks),
      h("span", { class: "frow__chevron" }, icon("chevron-down")));
    const act = (label, name_, run) => button(`${label} ${name}`, { icon: name_, quiet: true, small: true, only: true, onclick: run });
    const tools = this.single ? [] : [
      act("Move up", "arrow-up", () => this.move(-1)), act("Move down", "arrow-down", () => this.move(1)),
      act("Duplicate", "copy", () => this.list.duplicate(this)), act("Remove", "trash-2", () => this.list.drop(this)),
    ];
    const grip = this.single ? null : h("span", { class: "frow__grip", "aria-hidden": "true", onpointerdown: () => { this.draggable = true; } }, icon("grip-vertical"));
    const faulty = this.querySelector(":scope > .frow__body .has-errors") ? h("span", { class: "frow__fault" }, icon("circle-x"), h("span", { class: "visually-hidden" }, "has problems")) : null;
    this.head.replaceChildren(...[grip, this.opener, faulty, h("span", { class: "frow__tools" }, ...tools)].filter(Boolean));
  }

  // Redraws the line without taking the focus off it.
  refresh() {
    const focused = this.head.contains(document.activeElement) ? [...this.head.querySelectorAll("button")].indexOf(document.activeElement) : -1;
    this.drawHead();
    if (focused >= 0) this.head.querySelectorAll("button")[focused]?.focus();
  }

  toggle(open = !this.isOpen) {
    if (open && !this.body.children.length) this.drawBody();
    this.body.hidden = !open;
    this.classList.toggle("is-open", open);
    this.opener.setAttribute("aria-expanded", String(open));
  }

  redraw() {
    this.drawBody();
    this.refresh();
  }

  set(name, value, { head = false } = {}) {
    const plain = value === undefined || value === "" || value === false || value === null || (name === "audience" && value === "all");
    if (plain && name !== "key") delete this.field[name];
    else this.field[name] = value;
    if (head) this.refresh();
    this.changed();
  }

  limit(name, value) {
    const limits = { ...this.field.constraints };
    if (value === undefined || value === "" || value === false || (Array.isArray(value) && !value.length)) delete limits[name];
    else limits[name] = value;
    this.set("constraints", Object.keys(limits).length ? limits : undefined);
  }

  changed() { this.dispatchEvent(new CustomEvent("fieldschange", { bubbles: true })); }

  drawBody() {
    const { field } = this;
    const type = typeOf(field.type);
    const key = text("Key", field.key, (typed) => { this.autoKey = false; this.set("key", typed.trim(), { head: true }); }, { at: "key", mono: true, max: 64, help: this.single ? undefined : "What programs and templates call it." });
    const label = text("Label", field.label, (typed) => {
      this.set("label", typed, { head: true });
      if (!this.autoKey) return;
      field.key = this.list?.freeKey(keyFor(typed), field) ?? keyFor(typed);
      key.querySelector("input").value = field.key;
      if (KEY.test(field.key)) tell(key, "");
      this.refresh();
    }, { at: "label", max: 2000 });
    const kind = select("Type", field.type, choices().types.map((each) => [each.type, each.label]), (chosen) => this.retype(chosen), { at: "type" });
    const shown = type.variants.length > 1 ? select("Shown as", field.variant ?? "", [["", "Chosen for you"], ...type.variants.map((each) => [each, each])], (chosen) => this.set("variant", chosen), { at: "variant" }) : null;
    const basics = this.single ? [kind, label, shown] : [label, key, kind, shown];
    const { parts, flags } = constraintEditors(this, type);
    if (!this.single) flags.unshift(toggle("Must be filled in", field.required, (on) => this.set("required", on, { head: true }), { at: "required" }));
    this.body.replaceChildren(
      h("div", { class: "pair" }, ...basics.filter(Boolean)),
      text("Help", field.help, (typed) => this.set("help", typed), { at: "help", optional: true, max: 2000 }),
      flags.length ? h("div", { class: "toggles" }, flags) : "",
      ...parts,
      ...this.inside(),
      this.further(type));
  }

  inside() {
    const { field } = this;
    if (field.type === "object") {
      field.fields ??= [];
      const list = document.createElement("field-list");
      list.fields = field.fields;
      return [h("div", { class: "frow__inside", data: { at: "fields" } }, h("p", { class: "frow__sub" }, "Fields of this group"), list)];
    }
    if (field.type === "array") {
      field.item ??= { key: "item", type: "text" };
      return [h("div", { class: "frow__inside", data: { at: "item" } }, FieldRow.of(field.item, { single: true }))];
    }
    return [];
  }

  further(type) {
    const { field } = this;
    const plain = !["object", "array", "boolean", "media"].includes(field.type);
    const parts = [
      plain ? text("Placeholder", field.placeholder, (typed) => this.set("placeholder", typed), { at: "placeholder", optional: true }) : null,
      this.single ? null : defaultEditor(this, type),
      this.single ? null : conditionEditor(this),
      this.single ? null : select("Audience", field.audience ?? "all", [["all", "Everybody who may run it"], ["internal", "Only people of this workspace, not embeds"]], (chosen) => this.set("audience", chosen, { head: true }), { at: "audience" }),
      ["text", "url", "email", "phone"].includes(field.type) ? toggle("Secret: masked in history and events", field.secret, (on) => this.set("secret", on, { head: true }), { at: "secret" }) : null,
    ].filter(Boolean);
    const used = field.placeholder || field.default !== undefined || field.visibleWhen || field.audience || field.secret;
    return parts.length ? h("details", { class: "frow__more", open: Boolean(used) }, h("summary", {}, "Default, condition, audience"), h("div", { class: "stack" }, ...parts)) : "";
  }

  // What the other type knows too is kept.
  retype(type) {
    const kept = fitted(this.field, type);
    for (const name of Object.keys(this.field)) delete this.field[name];
    Object.assign(this.field, kept);
    this.redraw();
    this.body.querySelector("[data-at=type] select").focus();
    this.changed();
  }

  move(by, focus) {
    const at = this.list.move(this, by);
    if (at < 0) return;
    const label = by < 0 ? "Move up" : "Move down";
    (focus ?? [...this.head.querySelectorAll("button")].find((each) => each.getAttribute("aria-label")?.startsWith(label)))?.focus();
    say(`${this.field.label || this.field.key} is now at place ${at + 1}.`);
  }

  onKey(event) {
    if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key) || event.target.matches("select")) return;
    if (event.target.closest("field-row") !== this || this.single) return;
    event.preventDefault();
    event.stopPropagation();
    this.move(event.key === "ArrowUp" ? -1 : 1, event.target);
  }

  // The control for what comes after this field in a pointer; opens what is closed.
  locate(steps) {
    this.toggle(true);
    if (steps[0] === "fields" && this.field.fields) return this.querySelector(":scope > .frow__body > [data-at=fields] > field-list").locate(steps.slice(1)) ?? this.body;
    if (steps[0] === "item" && this.field.item) return this.querySelector(":scope > .frow__body > [data-at=item] > field-row").locate(steps.slice(1));
    for (let end = steps.length; end > 0; end -= 1) {
      const found = this.body.querySelector(`[data-at="${CSS.escape(steps.slice(0, end).join("/"))}"]`);
      if (found && found.closest("field-row") === this) {
        found.closest("details")?.setAttribute("open", "");
        return found;
      }
    }
    return this.body.querySelector(".field") ?? this.body;
  }

  copy() { return clone(this.field); }
}

customElements.define("field-row", FieldRow);
export { FieldRow };
