// What a type lets one ask of a value: lengths, bounds, options, files.
import { choices, typeOf } from "./choices.js";
import { number, text, toggle, tell } from "./controls.js";
import { button, clone, h, uid } from "./dom.js";

const BOUNDS = {
  min: ["Least", number], max: ["Most", number], step: ["Step", number], minLength: ["Shortest, in characters", number], maxLength: ["Longest, in characters", number],
  minItems: ["Fewest items", number], maxItems: ["Most items", number], maxSizeMb: ["Largest file, in MB", number],
};

// { parts, flags }: what takes a line of its own, and switches that share one.
export function constraintEditors(row, type) {
  const { field } = row;
  const limits = field.constraints ?? {};
  const known = type.constraints.filter((name) => !type.multiple || field.multiple || !["minItems", "maxItems"].includes(name));
  const bounds = known.filter((name) => name in BOUNDS).sort((a, b) => Object.keys(BOUNDS).indexOf(a) - Object.keys(BOUNDS).indexOf(b));
  const parts = [];
  if (known.includes("options")) parts.push(optionList(row));
  if (field.type === "relation") parts.push(source(row));
  if (bounds.length) parts.push(h("div", { class: "pair pair--small" }, bounds.map((name) => BOUNDS[name][1](BOUNDS[name][0], limits[name], (value) => row.limit(name, value), { at: `constraints/${name}`, optional: true }))));
  if (known.includes("pattern")) parts.push(text("Pattern", limits.pattern, (typed) => row.limit("pattern", typed), { at: "constraints/pattern", mono: true, optional: true, help: "A regular expression that the text must match." }));
  if (known.includes("accept")) parts.push(text("File types", (limits.accept ?? []).join(", "), (typed) => row.limit("accept", list(typed)), { at: "constraints/accept", optional: true, placeholder: "image/png, application/pdf", help: "Separated by commas. Nothing means any." }));
  const flags = [];
  if (known.includes("integer")) flags.push(toggle("Whole numbers only", limits.integer, (on) => row.limit("integer", on), { at: "constraints/integer" }));
  if (type.multiple) flags.push(toggle("Several may be chosen", field.multiple, (on) => several(row, on), { at: "multiple" }));
  return { parts, flags };
}

const list = (typed) => typed.split(",").map((each) => each.trim()).filter(Boolean);

function several(row, on) {
  if (!on) { row.limit("minItems"); row.limit("maxItems"); }
  row.set("multiple", on);
  row.redraw();
  row.body.querySelector("[data-at=multiple] input").focus();
}

function source(row) {
  const id = uid();
  const made = text("Picks from", row.field.entityType, (typed) => row.set("entityType", typed.trim()), { at: "entityType", list: id, mono: true, help: `For example ${choices().sources.join(", ")}.` });
  made.append(h("datalist", { id }, choices().sources.map((each) => h("option", { value: each }))));
  return made;
}

// Options as lines of value and label.
function optionList(row) {
  const options = clone(row.field.constraints?.options ?? []);
  const box = h("fieldset", { class: "field options", data: { at: "constraints/options" } }, h("legend", {}, "Options"));
  const rows = h("div", { class: "options__rows" });
  const commit = () => row.limit("options", options.map((each) => (each.label ? each : { value: each.value })));
  const line = (option) => {
    const value = h("input", { "aria-label": "Value", value: option.value, class: "mono", autocomplete: "off", maxlength: 200, oninput: (event) => { option.value = event.target.value; commit(); } });
    const label = h("input", { "aria-label": `Label of ${option.value}`, value: option.label ?? "", placeholder: "Label, if it differs", autocomplete: "off", oninput: (event) => { option.label = event.target.value; commit(); } });
    const made = h("div", { class: "options__row control" }, value, label, button(`Remove option ${option.value}`, {
      icon: "x", quiet: true, small: true, only: true,
      onclick: () => { const at = options.indexOf(option); options.splice(at, 1); made.remove(); commit(); (rows.children[Math.min(at, rows.children.length - 1)]?.querySelector("input") ?? more).focus(); },
    }));
    value.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } });
    value.addEventListener("paste", (event) => spread(event, option, value));
    return made;
  };
  const add = (given = { value: "" }) => { options.push(given); rows.append(line(given)); rows.lastElementChild.querySelector("input").focus(); tell(box, ""); };
  // A pasted list becomes one option a line.
  const spread = (event, option, control) => {
    const lines = event.clipboardData.getData("text").split(/\r?\n/).map((each) => each.trim()).filter(Boolean);
    if (lines.length < 2) return;
    event.preventDefault();
    option.value = control.value = lines.shift();
    for (const each of lines) add({ value: each });
    commit();
  };
  const more = button("Add an option", { icon: "plus", small: true, quiet: true, onclick: () => add() });
  rows.append(...options.map(line));
  box.append(rows, more);
  return box;
}

// The field as another type would have it.
export function fitted(field, type) {
  const to = typeOf(type);
  const kept = { key: field.key, type };
  for (const name of ["label", "required", "help", "placeholder", "visibleWhen", "audience"]) if (field[name] !== undefined) kept[name] = field[name];
  if (field.multiple && to.multiple) kept.multiple = true;
  const limits = Object.fromEntries(Object.entries(field.constraints ?? {}).filter(([name]) => to.constraints.includes(name)));
  if (type === "enum") limits.options ??= [{ value: "one" }, { value: "two" }];
  if (!kept.multiple && to.multiple) { delete limits.minItems; delete limits.maxItems; }
  if (Object.keys(limits).length) kept.constraints = limits;
  if (type === "relation") kept.entityType = field.entityType ?? choices().sources[0] ?? "";
  if (type === "object") kept.fields = field.fields ?? field.item?.fields ?? [];
  if (type === "array") kept.item = field.item ?? (field.type === "object" ? { key: "item", type: "object", fields: field.fields ?? [] } : { key: "item", type: field.type === "array" ? "text" : field.type });
  if (type === "array" && kept.item.type === "enum") kept.item.constraints ??= { options: field.constraints?.options ?? [{ value: "one" }, { value: "two" }] };
  if (type === "array" && kept.item.type === "relation") kept.item.entityType ??= field.entityType;
  return kept;
}
