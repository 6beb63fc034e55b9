// Small helpers to build elements. No markup is ever made out of text.
let count = 0;
const icons = document.getElementById("editor-icons")?.content;

export const uid = () => `e${++count}`;

// h("div", { class: "x", onclick: f, hidden: true, data: { at: "1" } }, "text", node)
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "value" && "value" in node) node.value = value;
    else if (name === "checked") node.checked = true;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export function icon(name) {
  return icons?.querySelector(`[data-icon="${CSS.escape(name)}"]`)?.firstElementChild?.cloneNode(true) ?? "";
}

export function button(label, { icon: name, quiet, small, primary, danger, only, ...props } = {}) {
  const classes = ["button", quiet && "button--quiet", small && "button--sm", primary && "button--primary", danger && "button--danger", only && "button--icon"].filter(Boolean);
  return h("button", { type: "button", class: classes.join(" "), ...(only ? { "aria-label": label, title: label } : {}), ...props }, name ? icon(name) : null, only ? null : label);
}

export const badge = (text, tone) => h("span", { class: `badge${tone ? ` badge--${tone}` : ""}` }, text);

export const note = (tone, name, ...children) => h("div", { class: `notice notice--${tone}` }, icon(name), h("div", { class: "notice__text" }, ...children));

export const focusable = (node) => (node.matches("input, select, textarea, button, [tabindex]") ? node : node.querySelector("input:not([type=hidden]), select, textarea, button") ?? node);

export function debounce(act, wait) {
  let timer;
  const later = () => { clearTimeout(timer); timer = setTimeout(act, wait); };
  later.cancel = () => clearTimeout(timer);
  return later;
}

export const clone = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

// Equal as JSON, whatever the order of the keys.
export function same(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && same(a[key], b[key]));
}
