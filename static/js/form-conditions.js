// [data-visible-when]: a field is there while its condition holds. The server judges again.
import { enhance } from "./form-enhance.js";
import { holds } from "./form-logic.js";
import { valueOf } from "./form-value.js";

function update(fields) {
  const nodes = [...fields.querySelectorAll("[data-visible-when]")];
  // Hiding one may hide another; each turn settles at least one.
  for (let turn = 0; turn <= nodes.length; turn += 1) {
    const value = valueOf(fields);
    const wrong = nodes.filter((node) => holds(JSON.parse(node.dataset.visibleWhen), value) === node.hasAttribute("data-hidden"));
    if (!wrong.length) return;
    for (const node of wrong) node.toggleAttribute("data-hidden");
  }
}

enhance((root) => {
  for (const fields of root.querySelectorAll("[data-fields]")) {
    if (fields.querySelector("[data-visible-when]")) update(fields);
  }
});
document.addEventListener("input", (event) => {
  const fields = event.target.closest?.("[data-fields]");
  if (fields?.querySelector("[data-visible-when]")) update(fields);
});
