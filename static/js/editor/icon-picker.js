// <icon-picker>: a few icons to choose from; any other by its name.
import { choices } from "./choices.js";
import { h, icon } from "./dom.js";

class IconPicker extends HTMLElement {
  connectedCallback() {
    const input = this.querySelector("input");
    const grid = this.querySelector("[popover]");
    const shown = this.querySelector("[data-icon-shown]");
    const draw = () => { const found = icon(input.value || "wrench"); if (found) shown.replaceChildren(found); };
    grid.append(...choices().icons.map((name) => h("button", { type: "button", class: "icon-picker__icon", "aria-label": name, title: name, onclick: () => { input.value = name; input.dispatchEvent(new Event("input", { bubbles: true })); grid.hidePopover(); input.focus(); } }, icon(name))));
    input.addEventListener("input", draw);
  }
}

customElements.define("icon-picker", IconPicker);
