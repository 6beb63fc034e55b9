// A text field that finds things as one types. `find` gives [{ value, label, hint }]; `choose` gets one.
import { say } from "../live.js";
import { debounce, h, uid } from "./dom.js";

export function combobox({ label, hidden = false, placeholder = "Search…", text = "", find, choose, at, keep = false, help }) {
  const id = uid();
  const list = h("div", { class: "picker__list", id: `${id}-list`, role: "listbox", "aria-label": label, hidden: true });
  const input = h("input", { id, type: "text", role: "combobox", autocomplete: "off", placeholder, value: text, "aria-expanded": "false", "aria-controls": list.id, "aria-autocomplete": "list", "aria-describedby": help ? `${id}-help` : undefined });
  let shown = text;
  const close = () => { list.hidden = true; input.setAttribute("aria-expanded", "false"); input.removeAttribute("aria-activedescendant"); };
  const take = (each) => {
    shown = keep ? each.label : "";
    input.value = shown;
    close();
    choose(each);
    say(`${each.label} chosen.`);
  };
  const draw = (found) => {
    list.replaceChildren(...found.map((each, index) => {
      const row = h("div", { id: `${id}-${index}`, role: "option", "aria-selected": String(index === 0), onmousedown: (event) => { event.preventDefault(); take(each); } }, h("span", {}, each.label), h("small", {}, each.hint ?? ""));
      row.take = () => take(each);
      return row;
    }));
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(found.length > 0));
    if (found.length) input.setAttribute("aria-activedescendant", `${id}-0`);
  };
  let turn = 0;
  const search = async () => {
    const mine = (turn += 1);
    const found = await find(input.value.trim() === shown ? "" : input.value.trim());
    if (mine !== turn || document.activeElement !== input) return;
    draw(found);
    if (!found.length) say("Nothing found.");
  };
  const later = debounce(search, 150);
  input.addEventListener("input", (event) => { event.stopPropagation(); later(); });
  input.addEventListener("click", () => { if (list.hidden) search(); });
  input.addEventListener("blur", () => { later.cancel(); turn += 1; close(); input.value = shown; });
  input.addEventListener("keydown", (event) => {
    const rows = [...list.children];
    if (event.key === "ArrowDown" && list.hidden) { event.preventDefault(); search(); return; }
    if (event.key === "Enter") event.preventDefault();
    if (list.hidden) return;
    const now = rows.findIndex((row) => row.getAttribute("aria-selected") === "true");
    const to = { ArrowDown: (now + 1) % rows.length, ArrowUp: (now - 1 + rows.length) % rows.length }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      rows[now]?.setAttribute("aria-selected", "false");
      rows[to].setAttribute("aria-selected", "true");
      rows[to].scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", rows[to].id);
    } else if (event.key === "Enter" && now >= 0) rows[now].take();
    else if (event.key === "Escape") { event.preventDefault(); close(); }
  });
  return h("div", { class: "field", data: at ? { at } : {} },
    h("label", { for: id, class: hidden ? "visually-hidden" : undefined }, label),
    h("div", { class: "picker" }, input, list),
    help ? h("p", { class: "field__help", id: `${id}-help` }, help) : null);
}

// Chosen things as tags, each with a button to remove it: [{ value, label }].
export function tags(chosen, drop) {
  return h("div", { class: "tag-row" }, chosen.map((each) => h("span", { class: "tags__tag" }, each.label, h("button", { type: "button", "aria-label": `Remove ${each.label}`, onclick: () => drop(each) }, "×"))));
}
