// A template with {{ variables }}: lists them, completes them, and shows unknown ones at their place.
import { tell, text } from "./controls.js";
import { button, h, uid } from "./dom.js";
import { paths } from "./pointers.js";

const USED = /\{\{-?\s*([A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*)/g;

export function place(template, index) {
  const before = template.slice(0, index).split("\n");
  return { line: before.length, column: before.at(-1).length + 1 };
}

// Variables that the template reads and the schema does not have; loops and assignments name their own.
export function unknown(template, schema) {
  const known = new Set(paths(schema).map((each) => each.path));
  const open = paths(schema).filter((each) => !each.schema.properties).map((each) => each.path);
  const own = new Set([...template.matchAll(/\{%-?\s*(?:assign|capture|for)\s+(\w+)/g)].map((found) => found[1]).concat("forloop"));
  return [...template.matchAll(USED)].filter(([, path]) => !known.has(path) && !own.has(path.split(".")[0]) && !open.some((each) => path.startsWith(`${each}.`)))
    .map((found) => ({ path: found[1], index: found.index + found[0].length - found[1].length }));
}

export function templateArea(label, value, change, { at, schema, rows = 8, help }) {
  const list = h("div", { class: "picker__list template__list", id: uid(), role: "listbox", "aria-label": "Variables", hidden: true });
  const made = text(label, value, (typed) => { change(typed); check(); complete(); }, { area: rows, mono: true, at, help, max: 20_000 });
  const area = made.querySelector("textarea");
  area.setAttribute("aria-controls", list.id);
  area.setAttribute("aria-autocomplete", "list");
  const chips = h("div", { class: "template__chips" });
  const faults = h("ul", { class: "template__faults" });
  const insert = (path) => {
    const open = area.value.slice(0, area.selectionStart).match(/\{\{\s*[\w.]*$/);
    const from = open ? area.selectionStart - open[0].length : area.selectionStart;
    const closes = area.value.slice(area.selectionEnd).match(/^\s*\}\}/)?.[0].length ?? 0;
    area.setRangeText(`{{ ${path} }}`, from, area.selectionEnd + (open ? closes : 0), "end");
    area.focus();
    change(area.value);
    close();
    check();
  };
  const close = () => { list.hidden = true; area.removeAttribute("aria-activedescendant"); };
  const complete = () => {
    const open = area.value.slice(0, area.selectionStart).match(/\{\{\s*([\w.]*)$/);
    const found = open ? paths(schema()).filter((each) => each.path.toLowerCase().includes(open[1].toLowerCase())).slice(0, 12) : [];
    list.hidden = !found.length;
    list.replaceChildren(...found.map((each, index) => {
      const row = h("div", { role: "option", id: uid(), "aria-selected": String(index === 0), onmousedown: (event) => { event.preventDefault(); insert(each.path); } }, h("code", {}, each.path), h("small", {}, each.label));
      row.take = () => insert(each.path);
      return row;
    }));
    if (found.length) area.setAttribute("aria-activedescendant", list.firstElementChild.id);
    else close();
  };
  const check = () => {
    const missing = unknown(area.value, schema());
    faults.replaceChildren(...missing.map(({ path, index }) => {
      const { line, column } = place(area.value, index);
      return h("li", {}, button(`Line ${line}, column ${column}: there is no field “${path}”`, { quiet: true, small: true, danger: true, onclick: () => { area.focus(); area.setSelectionRange(index, index + path.length); } }));
    }));
    if (!missing.length) tell(made, "");
  };
  area.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const all = [...list.children];
    const now = all.findIndex((row) => row.getAttribute("aria-selected") === "true");
    const to = { ArrowDown: (now + 1) % all.length, ArrowUp: (now - 1 + all.length) % all.length }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      all[now].setAttribute("aria-selected", "false");
      all[to].setAttribute("aria-selected", "true");
      area.setAttribute("aria-activedescendant", all[to].id);
    } else if (["Enter", "Tab"].includes(event.key)) { event.preventDefault(); all[now].take(); }
    else if (event.key === "Escape") { event.preventDefault(); close(); }
  });
  area.addEventListener("blur", close);
  const drawChips = () => {
    const found = paths(schema());
    chips.replaceChildren(h("span", { class: "muted small" }, found.length ? "Insert" : "Fields of the input will be listed here."), ...found.map((each) => h("button", { type: "button", class: "chip", title: each.label, onclick: () => insert(each.path) }, each.path)));
  };
  drawChips();
  check();
  area.after(list, chips, faults);
  made.refresh = () => { drawChips(); check(); };
  made.classList.add("template");
  return made;
}
