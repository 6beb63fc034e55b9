// Runs a behaviour on the fields of the page, and on those that come later (htmx, a new row).
const EVENT = "tenon:fields";

export function enhance(behaviour) {
  behaviour(document);
  document.addEventListener("htmx:load", (event) => behaviour(event.target));
  document.addEventListener(EVENT, (event) => behaviour(event.target));
}

// Tell the behaviours that these are new.
export function arrived(root) {
  root.dispatchEvent(new CustomEvent(EVENT, { bubbles: true }));
}

export function all(root, selector) {
  const found = [...root.querySelectorAll(selector)];
  if (root.matches?.(selector)) found.unshift(root);
  return found.filter((node) => !node.dataset.enhanced && (node.dataset.enhanced = "yes"));
}

// The value changed without anybody typing.
export function changed(node) {
  node.dispatchEvent(new Event("input", { bubbles: true }));
  node.dispatchEvent(new Event("change", { bubbles: true }));
}
