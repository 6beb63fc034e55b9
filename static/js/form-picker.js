// [data-picker]: finds entities as one types (/pickers/<source>?q=). The select or input behind it is what is sent.
import { all, changed, enhance } from "./form-enhance.js";
import { say } from "./live.js";

let count = 0;
const make = (tag, options = {}) => Object.assign(document.createElement(tag), options);

function build(box) {
  const held = box.querySelector("select, input");
  const source = held.dataset.source;
  if (!source || held.disabled) return;
  const many = held.multiple;
  const id = `picker-${++count}`;
  const chosen = make("div", { className: "picker__chosen" });
  const input = make("input", { type: "text", autocomplete: "off", placeholder: "Search…", id: `${id}-input` });
  const list = make("div", { className: "picker__list", id, hidden: true });
  list.setAttribute("role", "listbox");
  const label = box.closest(".field").querySelector(`label[for="${CSS.escape(held.id)}"]`);
  label?.setAttribute("for", input.id);
  list.setAttribute("aria-label", label?.textContent.trim() ?? "Found");
  for (const [name, value] of Object.entries({ role: "combobox", "aria-expanded": "false", "aria-controls": id, "aria-autocomplete": "list" })) input.setAttribute(name, value);
  for (const name of ["aria-describedby", "aria-invalid", "aria-required"]) if (held.hasAttribute(name)) input.setAttribute(name, held.getAttribute(name));
  held.hidden = true;

  const close = () => { list.hidden = true; input.setAttribute("aria-expanded", "false"); input.removeAttribute("aria-activedescendant"); };
  const options = () => (held.options ? [...held.options].filter((option) => option.selected && option.value) : held.value ? [{ value: held.value, text: held.dataset.text ?? held.value }] : []);
  const draw = () => {
    if (!many) { input.value = options()[0]?.text ?? ""; return; }
    chosen.replaceChildren(...options().map((option) => {
      const tag = make("span", { className: "tags__tag", textContent: option.text });
      const drop = make("button", { type: "button", textContent: "×" });
      drop.setAttribute("aria-label", `Remove ${option.text}`);
      drop.addEventListener("click", () => { option.selected = false; changed(held); draw(); input.focus(); });
      tag.append(drop);
      return tag;
    }));
  };
  const choose = (offer) => {
    if (held.options) {
      let option = [...held.options].find((each) => each.value === offer.value);
      if (!option) { option = new Option(offer.label, offer.value); held.append(option); }
      option.selected = true;
    } else { held.value = offer.value; held.dataset.text = offer.label; }
    changed(held);
    close();
    if (many) input.value = "";
    draw();
    say(`${offer.label} chosen.`);
  };
  const offer = (found) => {
    list.replaceChildren(...found.map((each, index) => {
      const row = make("div", { id: `${id}-${index}` });
      row.setAttribute("role", "option");
      row.setAttribute("aria-selected", String(index === 0));
      row.append(make("span", { textContent: each.label }), make("small", { textContent: each.hint }));
      row.addEventListener("mousedown", (event) => { event.preventDefault(); choose(each); });
      row.choose = () => choose(each);
      return row;
    }));
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(found.length > 0));
    if (found.length) input.setAttribute("aria-activedescendant", `${id}-0`);
    else say("Nothing found.");
  };
  let timer;
  const search = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const answer = await fetch(`/pickers/${encodeURIComponent(source)}?q=${encodeURIComponent(input.value)}`, { headers: { Accept: "application/json" } });
      offer(answer.ok ? (await answer.json()).results : []);
    }, 150);
  };
  input.addEventListener("input", (event) => {
    event.stopPropagation();
    if (!many && input.value === "") { held.value = ""; changed(held); }
    search();
  });
  input.addEventListener("blur", () => { clearTimeout(timer); close(); draw(); });
  input.addEventListener("keydown", (event) => {
    const rows = [...list.children];
    const at = rows.findIndex((row) => row.getAttribute("aria-selected") === "true");
    if (event.key === "ArrowDown" && list.hidden) { event.preventDefault(); search(); return; }
    if (list.hidden) return;
    const to = { ArrowDown: (at + 1) % rows.length, ArrowUp: (at - 1 + rows.length) % rows.length }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      rows[at]?.setAttribute("aria-selected", "false");
      rows[to].setAttribute("aria-selected", "true");
      rows[to].scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", rows[to].id);
    } else if (event.key === "Enter" && at >= 0) { event.preventDefault(); rows[at].choose(); }
    else if (event.key === "Escape") { event.preventDefault(); close(); }
  });
  box.append(chosen, input, list);
  draw();
}

enhance((root) => { for (const box of all(root, "[data-picker]")) build(box); });
