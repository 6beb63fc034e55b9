// Where a value of a step comes from: a field of the input, an earlier output, a fixed value, or an expression.
import { json, optionsOf, text } from "./controls.js";
import { badge, button, h, uid } from "./dom.js";
import { paths, resolved } from "./pointers.js";

export const isVariable = (value) => value && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length === 1 && typeof value.var === "string";

function kindOf(value) {
  if (value === undefined) return "";
  if (isVariable(value)) return `var:${value.var}`;
  return value !== null && typeof value === "object" ? "expression" : "fixed";
}

// Groups for a select: [{ label, choices: [["var:input.area", "Area"]] }].
export function sourcesOf(inputSchema, steps) {
  const groups = [{ label: "Input", choices: paths(inputSchema).map((each) => [`var:input.${each.path}`, `${each.label} (${each.path})`]) }];
  for (const { step, tool } of steps) {
    if (!step.id) continue;
    const made = paths(tool?.output_schema ?? {}).map((each) => [`var:steps.${step.id}.output.${each.path}`, `${each.label} (${each.path})`]);
    groups.push({ label: `Step ${step.id}`, choices: [[`var:steps.${step.id}.output`, "Whole output"], ...made, [`var:steps.${step.id}.error`, "Error, if it failed"]] });
  }
  return groups.filter((group) => group.choices.length);
}

function fixed(target, value, change) {
  const schema = resolved(target, target);
  if (schema.enum) {
    const made = h("select", { "aria-label": "Fixed value", onchange: (event) => change(schema.enum[event.target.selectedIndex]) }, schema.enum.map((each) => h("option", {}, String(each))));
    made.selectedIndex = Math.max(0, schema.enum.indexOf(value));
    return h("div", { class: "control" }, made);
  }
  if (schema.type === "boolean") {
    const made = h("select", { "aria-label": "Fixed value", onchange: (event) => change(event.target.value === "true") }, h("option", { value: "true" }, "Yes"), h("option", { value: "false" }, "No"));
    made.value = String(value === true);
    return h("div", { class: "control" }, made);
  }
  const isNumber = ["number", "integer"].includes(schema.type);
  const read = (typed) => (isNumber && typed.trim() !== "" && Number.isFinite(Number(typed)) ? Number(typed) : typed);
  return h("div", { class: "control" }, h("input", { "aria-label": "Fixed value", value: value ?? "", inputmode: isNumber ? "decimal" : undefined, autocomplete: "off", oninput: (event) => change(read(event.target.value)) }));
}

const firstFixed = (schema) => (schema.enum ? schema.enum[0] : { boolean: false, number: 0, integer: 0 }[schema.type] ?? "");

// One target: its name, and where its value comes from.
export function mappingRow({ name, label, target = {}, required = false, value, sources, change, drop, at }) {
  const id = uid();
  const row = h("div", { class: "maps__row", data: { at } });
  const state = { value };
  const set = (next) => { state.value = next; change(next); };
  const draw = () => {
    const kind = kindOf(state.value);
    const control = h("select", { id, onchange: (event) => pick(event.target.value) }, optionsOf([["", required ? "Choose…" : "Not set"], ...sources, ["fixed", "Fixed value…"], ["expression", "Expression…"]], kind));
    control.value = kind;
    const more = kind === "fixed" ? fixed(target, state.value, set) : kind === "expression" ? json("JSON Logic", state.value, set, { area: 2 }) : null;
    row.replaceChildren(...[
      h("label", { for: id, class: "maps__name" }, label, label === name ? null : h("code", {}, name), required && !kind ? badge("needed", "warning") : null),
      h("div", { class: "control" }, control), more, drop ? button(`Remove ${name}`, { icon: "x", quiet: true, small: true, only: true, onclick: drop }) : null,
    ].filter(Boolean));
  };
  const pick = (kind) => {
    if (kind === "") set(undefined);
    else if (kind === "fixed") set(firstFixed(resolved(target, target)));
    else if (kind === "expression") set(isVariable(state.value) ? { cat: [state.value] } : { cat: [""] });
    else set({ var: kind.slice(4) });
    draw();
    row.querySelector("select").focus();
  };
  draw();
  return row;
}

// Everything that a schema asks for, and what is mapped beyond that.
export function mappingTable({ schema, value, sources, change, at, free = false }) {
  const box = h("div", { class: "maps", data: { at } });
  const put = (name, next) => {
    const copy = { ...value };
    if (next === undefined) delete copy[name];
    else copy[name] = next;
    value = copy;
    change(copy);
  };
  const required = new Set(schema?.required ?? []);
  const listed = paths(schema ?? {}).filter((each) => !each.path.includes("."));
  const names = new Set(listed.map((each) => each.path));
  const draw = () => {
    const rows = listed.map((each) => mappingRow({ name: each.path, label: each.label, target: each.schema, required: required.has(each.path), value: value[each.path], sources, change: (next) => put(each.path, next), at: `${at}/${each.path}` }));
    const extra = Object.keys(value).filter((name) => !names.has(name)).map((name) => mappingRow({ name, label: name, value: value[name], sources, change: (next) => put(name, next ?? ""), drop: () => { put(name); draw(); }, at: `${at}/${name}` }));
    box.replaceChildren(...rows, ...extra, ...(free ? [adder()] : []));
    if (!rows.length && !extra.length && !free) box.append(h("p", { class: "muted small" }, "It takes no input."));
  };
  const adder = () => {
    const name = text("Name of another value", "", () => {}, { mono: true });
    name.classList.add("maps__new");
    const add = () => { const key = name.querySelector("input").value.trim(); if (key) { put(key, ""); draw(); } };
    name.querySelector("input").addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } });
    return h("div", { class: "maps__adder" }, name, button("Add", { icon: "plus", small: true, onclick: add }));
  };
  draw();
  return box;
}
