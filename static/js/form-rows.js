// [data-rows]: add, remove and move rows, by button, keyboard (Alt + arrows) and drag.
// Without script the same buttons submit the form, and the server does it.
import { all, arrived, changed, enhance } from "./form-enhance.js";
import { say } from "./live.js";

const rowsOf = (box) => [...box.querySelector(":scope > [data-rows-list]").children];
const boxOf = (node) => node.closest("[data-rows]");
const ATTRIBUTES = ["name", "value", "id", "for", "aria-describedby", "data-rows", "data-list", "data-node", "data-object", "data-shapes"];

// Names and ids of what is in the row begin with its place: put another index there.
function rename(row, before, after, number) {
  const nodes = [row, ...row.querySelectorAll("*")];
  for (const inner of row.querySelectorAll("template")) nodes.push(...inner.content.querySelectorAll("*"));
  for (const node of nodes) {
    for (const attribute of ATTRIBUTES) {
      const held = node.getAttribute(attribute);
      if (held === null || (attribute === "value" && !isPlace(node))) continue;
      if (held.includes(before)) node.setAttribute(attribute, swap(held, before, after));
    }
  }
  const label = row.querySelector("[data-row-label]");
  const list = boxOf(row)?.dataset.label ?? "";
  if (label) label.textContent = `${list} ${number}`;
  const words = { up: `Move ${list} ${number} up`, down: `Move ${list} ${number} down`, remove: `Remove ${list} ${number}` };
  for (const [act, text] of Object.entries(words)) tool(row, act)?.setAttribute("aria-label", text);
}

// Only markers and the buttons of rows hold places as values.
function isPlace(node) {
  return node.matches("button") || (node.type === "hidden" && /_(row|empty|null|json)$/.test(node.name));
}

function swap(text, before, after) {
  let at = text.indexOf(before);
  while (at >= 0) {
    const next = text[at + before.length];
    if (next === undefined || next === "/" || next === "-" || next === " ") {
      text = text.slice(0, at) + after + text.slice(at + before.length);
      at += after.length;
    } else at += 1;
    at = text.indexOf(before, at);
  }
  return text;
}

const tool = (row, act) => row.querySelector(`:scope > .rows__tools [data-row-${act}]`);

function renumber(box) {
  const place = box.querySelector(":scope > [data-row-add]")?.value;
  if (place === undefined) return;
  const rows = rowsOf(box);
  // By way of names that nobody has: two rows never share one.
  rows.forEach((row, index) => rename(row, row.querySelector("[data-row-mark]").value, `${place}/~${index}~`, index + 1));
  rows.forEach((row, index) => rename(row, `${place}/~${index}~`, `${place}/${index}`, index + 1));
  const most = Number(box.dataset.most ?? Infinity);
  box.querySelector(":scope > [data-row-add]").disabled = rows.length >= most;
  changed(box);
}

const first = (row) => row.querySelector("input:not([type=hidden]), select, textarea, button");

function add(box) {
  const blank = box.querySelector(":scope > template[data-rows-blank]");
  const row = blank.content.firstElementChild.cloneNode(true);
  box.querySelector(":scope > [data-rows-list]").append(row);
  renumber(box);
  arrived(row);
  return row;
}

function remove(row) {
  const box = boxOf(row);
  const rows = rowsOf(box);
  const at = rows.indexOf(row);
  const next = rows[at + 1] ?? rows[at - 1];
  row.remove();
  renumber(box);
  (next ? tool(next, "remove") ?? first(next) : box.querySelector(":scope > [data-row-add]"))?.focus();
  say(`${box.dataset.label} ${at + 1} removed. ${rows.length - 1} left.`);
}

function move(row, by, focus) {
  const box = boxOf(row);
  const rows = rowsOf(box);
  const to = rows.indexOf(row) + by;
  if (to < 0 || to >= rows.length) return;
  if (by < 0) rows[to].before(row);
  else rows[to].after(row);
  renumber(box);
  focus?.focus();
  say(`${box.dataset.label} moved to place ${to + 1} of ${rows.length}.`);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-row-add], [data-row-remove], [data-row-up], [data-row-down]");
  if (!button) return;
  event.preventDefault();
  const row = button.closest("[data-row]");
  if ("rowAdd" in button.dataset) {
    const made = add(boxOf(button));
    first(made)?.focus();
    say(`${boxOf(button).dataset.label} ${rowsOf(boxOf(button)).length} added.`);
  } else if ("rowRemove" in button.dataset) remove(row);
  else {
    const up = "rowUp" in button.dataset;
    move(row, up ? -1 : 1);
    const again = tool(row, up ? "up" : "down");
    (getComputedStyle(again).visibility === "hidden" ? tool(row, up ? "down" : "up") : again).focus();
  }
});

document.addEventListener("keydown", (event) => {
  if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  const row = event.target.closest?.("[data-row]");
  if (!row || !tool(row, "up") || event.target.matches("select")) return;
  event.preventDefault();
  move(row, event.key === "ArrowUp" ? -1 : 1, event.target);
});

// Enter in a field sends the form, not the first button of a row.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("[data-fields] input:not([type=submit])") || event.defaultPrevented) return;
  const submit = event.target.form?.querySelector("[type=submit]:not([data-row-add], [data-row-remove], [data-row-up], [data-row-down])");
  event.preventDefault();
  if (submit) event.target.form.requestSubmit(submit);
});

let dragged = null;

enhance((root) => {
  for (const handle of all(root, "[data-row-handle]")) {
    const row = handle.closest("[data-row]");
    handle.addEventListener("pointerdown", () => { row.draggable = true; });
    row.addEventListener("dragstart", (event) => {
      if (event.target !== row) return;
      dragged = row;
      row.dataset.dragging = "";
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", "");
    });
    row.addEventListener("dragover", (event) => {
      if (!dragged || dragged === row || dragged.parentElement !== row.parentElement) return;
      event.preventDefault();
      const middle = row.getBoundingClientRect().top + row.offsetHeight / 2;
      if (event.clientY < middle) row.before(dragged);
      else row.after(dragged);
    });
    row.addEventListener("dragend", () => {
      row.draggable = false;
      if (dragged !== row) return;
      delete row.dataset.dragging;
      dragged = null;
      renumber(boxOf(row));
      say(`${boxOf(row).dataset.label} moved to place ${rowsOf(boxOf(row)).indexOf(row) + 1}.`);
    });
  }
});

export { add, remove, rowsOf };
