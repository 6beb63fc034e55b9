// Refusals at their fields: a summary that leads to each, and a message at the field itself.
import { tell } from "./controls.js";
import { focusable, h, icon } from "./dom.js";

const LABELS = { "/name": "Name", "/slug": "Address", "/description": "Description", "/category": "Category", "/icon": "Icon", "/effect": "What a run may do", "/policy": "When an agent or a program calls it", "/input_schema": "Input", "/output_schema": "Output", "/execution": "Execution", "/enabled": "Visibility", "/required_permissions": "Rights", "/default_input": "Preset input", "/field_texts": "Field texts", "/aggregates": "For groups" };

export class Faults {
  // places: { "/input_schema": (rest) => element, … }; anything else is found by its data-pointer or data-at.
  constructor(root, box, places) {
    Object.assign(this, { root, box, places, open: [] });
  }

  locate(pointer) {
    for (const [start, find] of Object.entries(this.places)) {
      if (pointer === start || pointer.startsWith(`${start}/`)) return find(pointer.slice(start.length));
    }
    for (let at = pointer; at; at = at.slice(0, at.lastIndexOf("/"))) {
      const found = this.root.querySelector(`[data-pointer="${CSS.escape(at)}"], [data-at="${CSS.escape(at)}"]`);
      if (found) return found.closest(".field") ?? found;
    }
    return null;
  }

  clear() {
    this.open = [];
    this.box.replaceChildren();
    for (const each of this.root.querySelectorAll(".has-errors")) tell(each, "");
    for (const count of this.root.querySelectorAll("[data-count]")) count.hidden = true;
  }

  // One line for each; the first of them is not chosen for whoever reads, the summary is.
  show(heading, errors, detail = "") {
    this.clear();
    this.open = errors;
    const items = errors.map((fault) => {
      const target = this.locate(fault.pointer);
      if (target) tell(target, fault.detail, { append: true });
      const words = `${this.labelOf(fault.pointer, target)}: ${fault.detail}`;
      return h("li", {}, target ? h("a", { href: "#", onclick: (event) => { event.preventDefault(); event.stopPropagation(); this.go(fault.pointer); } }, words) : words);
    });
    const box = h("div", { class: "error-summary", role: "alert", tabindex: "-1" }, icon("circle-x"), h("div", {}, h("h2", {}, heading), detail ? h("p", {}, detail) : null, items.length ? h("ul", {}, items) : null));
    this.box.replaceChildren(box);
    this.count();
    box.focus();
    box.scrollIntoView({ block: "center" });
  }

  // Somebody changes what was wrong there.
  mended(box) {
    this.open = this.open.filter((fault) => this.locate(fault.pointer) !== box);
  }

  // A part was drawn anew: what is still wrong in it is said again.
  again(part) {
    for (const fault of this.open) {
      const target = this.locate(fault.pointer);
      if (target && part.contains(target) && !target.querySelector(":scope > .field__error")) tell(target, fault.detail);
    }
    this.count();
  }

  go(pointer) {
    const target = this.locate(pointer);
    if (!target) return;
    focusable(target).focus();
    target.scrollIntoView({ block: "center" });
  }

  labelOf(pointer, target) {
    const label = target?.querySelector("label, legend")?.firstChild?.textContent?.trim();
    const row = target?.closest("field-row");
    const card = target?.closest(".step-card");
    const within = row ? `Field ${row.field.label || row.field.key || ""}, ` : card ? `Step ${card.querySelector(".step-card__number").textContent}, ` : "";
    return within + (label || LABELS[pointer] || LABELS[`/${pointer.split("/")[1]}`] || "The tool");
  }

  // How many problems each section of the outline has.
  count() {
    for (const link of this.root.querySelectorAll("[data-outline]")) {
      const found = this.root.querySelectorAll(`#${link.dataset.outline} .field__error`).length;
      const shown = link.querySelector("[data-count]");
      shown.hidden = !found;
      shown.textContent = found ? String(found) : "";
      shown.setAttribute("aria-label", found === 1 ? "1 problem" : `${found} problems`);
    }
  }
}
