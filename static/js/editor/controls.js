// Labelled controls of the editor. `at` is where a fault finds one, relative to what it stands in.
import { h, uid } from "./dom.js";

function field(id, label, { help, optional, at, wide }, control) {
  return h("div", { class: `field${wide ? " wide" : ""}`, data: at ? { at } : {} },
    h("label", { for: id }, label, optional ? h("span", { class: "field__optional" }, " optional") : null),
    control,
    help ? h("p", { class: "field__help", id: `${id}-help` }, help) : null);
}

export function text(label, value, change, options = {}) {
  const id = uid();
  const { area, mono, type = "text", ...rest } = options;
  const props = {
    id, value: value ?? "", class: mono ? "mono" : undefined, placeholder: rest.placeholder, autocomplete: "off", maxlength: rest.max, rows: area,
    spellcheck: mono ? "false" : undefined, autocapitalize: mono ? "off" : undefined, "aria-describedby": rest.help ? `${id}-help` : undefined, list: rest.list,
    oninput: (event) => change(event.target.value, event.target),
  };
  return field(id, label, rest, area ? h("textarea", props) : h("input", { type, inputmode: rest.inputmode, ...props }));
}

// A number as a number, nothing as undefined, and what is neither as it was typed: the server says what is wrong.
export function number(label, value, change, options = {}) {
  const read = (typed) => (typed.trim() === "" ? undefined : Number.isFinite(Number(typed)) ? Number(typed) : typed);
  return text(label, value, (typed) => change(read(typed)), { inputmode: "decimal", ...options });
}

export function select(label, value, choices, change, options = {}) {
  const id = uid();
  const control = h("select", { id, "aria-describedby": options.help ? `${id}-help` : undefined, onchange: (event) => change(event.target.value, event.target) }, optionsOf(choices, value));
  control.value = value ?? "";
  return field(id, label, options, control);
}

// Pairs [value, label], or groups { label, choices }.
export function optionsOf(choices, value) {
  const made = choices.map((choice) => (Array.isArray(choice)
    ? h("option", { value: choice[0] }, choice[1])
    : h("optgroup", { label: choice.label }, choice.choices.map(([key, words]) => h("option", { value: key }, words)))));
  const known = choices.flatMap((choice) => (Array.isArray(choice) ? [choice] : choice.choices)).some(([key]) => key === (value ?? ""));
  return known ? made : [...made, h("option", { value }, String(value))];
}

export function toggle(label, value, change, options = {}) {
  const id = uid();
  return h("div", { class: "field field--toggle", data: options.at ? { at: options.at } : {} },
    h("label", { class: "switch", for: id }, h("input", { type: "checkbox", id, checked: value, onchange: (event) => change(event.target.checked) }), h("span", {}, label)),
    options.help ? h("p", { class: "field__help" }, options.help) : null);
}

// JSON as text. What is no JSON is said at once and not taken over; `change` gets the value, or undefined for nothing.
export function json(label, value, change, options = {}) {
  const made = text(label, value === undefined ? "" : JSON.stringify(value, null, 2), (typed, control) => {
    let read;
    try {
      read = typed.trim() === "" ? undefined : JSON.parse(typed);
      tell(made, "");
    } catch (error) {
      tell(made, `This is not JSON: ${error.message}`);
      options.broken?.(typed);
      return;
    }
    change(read, control);
  }, { area: 3, mono: true, ...options });
  return made;
}

// One message at a control; "" takes it away.
export function tell(box, words, { append = false } = {}) {
  const control = box.querySelector("input:not([type=hidden]), select, textarea");
  const known = [...box.querySelectorAll(":scope > .field__error")];
  if (!words || !append) for (const each of known) each.remove();
  if (!words) {
    box.classList.remove("has-errors");
    control?.removeAttribute("aria-invalid");
    const described = (control?.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && !id.startsWith("fault-"));
    if (described.length) control.setAttribute("aria-describedby", described.join(" "));
    else control?.removeAttribute("aria-describedby");
    return;
  }
  const id = `fault-${uid()}`;
  box.append(h("p", { class: "field__error", id }, words));
  box.classList.add("has-errors");
  if (!control) return;
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", [control.getAttribute("aria-describedby"), id].filter(Boolean).join(" "));
}

// Takes a message away as soon as somebody mends what it is about.
export function mending(root, mended = () => {}) {
  root.addEventListener("input", (event) => {
    const box = event.target.closest?.(".has-errors");
    if (!box || !root.contains(box)) return;
    mended(box);
    tell(box, "");
  });
}
