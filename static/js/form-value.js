// The value of a generated form, by the names of its controls: /items/0/title is a JSON pointer.
// Numbers are kept as they were typed, so that 3.0 and 12345678901234567890 stay what they are.
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

class Literal {
  constructor(text) { this.text = text; }
}

const unescape = (step) => step.replaceAll("~1", "/").replaceAll("~0", "~");

function literal(control) {
  const { kind } = control.dataset;
  const text = control.value;
  if (kind === "number") return NUMBER.test(text.trim()) ? new Literal(text.trim()) : text;
  if (kind === "boolean") return text === "true";
  if (kind === "json") {
    try { JSON.parse(text); return new Literal(text); } catch { return text; }
  }
  if (kind === "moment") return moment(control);
  return text;
}

// Local time and zone are two controls; the server joins them. Here the offset is the zone's.
function moment(control) {
  const zone = control.closest(".moment")?.querySelector("[data-zone]")?.value ?? "UTC";
  const local = control.value.length === 16 ? `${control.value}:00` : control.value;
  if (/^(Z|[+-]\d\d:\d\d)$/.test(zone)) return local + zone;
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(new Date(`${local}Z`));
  const offset = parts.find((part) => part.type === "timeZoneName").value.replace("GMT", "");
  return local + (offset || "+00:00");
}

function isSent(control, root) {
  if (control.closest("template") || control.disabled || !control.name) return false;
  if (control.closest("[data-hidden]")) return false;
  const branch = control.closest("[data-shape]");
  return !branch || isChosen(branch, root);
}

function isChosen(branch, root) {
  for (let at = branch; at && root.contains(at); at = at.parentElement.closest("[data-shape]")) {
    const chosen = at.parentElement.querySelector(":scope > .choice-row input:checked");
    if (chosen?.value !== at.dataset.shape) return false;
  }
  return true;
}

function put(tree, steps, value) {
  let at = tree;
  steps.forEach((step, index) => {
    if (index === steps.length - 1) at.set(step, value);
    else {
      if (!(at.get(step) instanceof Map)) at.set(step, new Map());
      at = at.get(step);
    }
  });
}

const stepsOf = (name) => name.split("/").slice(1).filter((step) => !/^@\d+$/.test(step));

// A tree of maps; a list is a map whose path is in `lists`.
function gather(root, prefix) {
  const tree = new Map();
  const lists = new Set();
  for (const list of root.querySelectorAll("[data-rows], [data-list]")) {
    if (!isSent({ closest: (s) => list.closest(s), name: "x" }, root)) continue;
    const name = (list.dataset.rows ?? list.dataset.list).slice(prefix.length);
    const many = list.dataset.rows !== undefined || list.querySelector("[data-many]");
    if (!many) continue;
    lists.add(stepsOf(name).join("/"));
    if ("required" in list.dataset) put(tree, stepsOf(name), new Map());
  }
  for (const control of root.querySelectorAll("input, select, textarea")) take(control, root, prefix, tree);
  return [tree, lists];
}

function take(control, root, prefix, tree) {
  if (!isSent(control, root) || !control.name.startsWith(`${prefix}/`)) return;
  const steps = stepsOf(control.name.slice(prefix.length));
  const many = "many" in control.dataset;
  if (control.type === "hidden" && !control.dataset.kind) return;
  if (many) {
    const chosen = control.multiple ? [...control.selectedOptions].map((o) => o.value) : control.checked ? [control.value] : [];
    for (const value of chosen) {
      const at = steps.reduce((map, step) => map?.get?.(step), tree);
      put(tree, [...steps, String(at?.size ?? 0)], control.dataset.kind === "json" ? new Literal(value) : value);
    }
  } else if (control.type === "checkbox" && control.dataset.kind === "boolean") {
    put(tree, steps, control.checked);
  } else if (control.type === "radio" ? control.checked && control.value !== "" : control.value !== "") {
    if (control.type === "checkbox" && !control.checked) return;
    put(tree, steps, literal(control));
  }
}

function text(value, path, lists, pad) {
  if (value instanceof Literal) return value.text;
  if (!(value instanceof Map)) return JSON.stringify(value);
  const inner = `${pad}  `;
  const isList = lists.has(path);
  const parts = [...value].map(([step, each]) => {
    const shown = text(each, path ? `${path}/${step}` : step, lists, inner);
    return isList ? shown : `${JSON.stringify(unescape(step))}: ${shown}`;
  });
  const [open, close] = isList ? "[]" : "{}";
  return parts.length ? `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${pad}${close}` : open + close;
}

// The JSON text of the form's value, numbers as typed.
export function jsonOf(form) {
  const fields = form.matches("[data-fields]") ? form : form.querySelector("[data-fields]") ?? form;
  const [tree, lists] = gather(fields, fields.dataset.prefix ?? "");
  return text(tree, "", lists, "");
}

// The value itself, for what needs no exact numbers.
export function valueOf(form) {
  return JSON.parse(jsonOf(form));
}
