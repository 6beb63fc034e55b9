// When a field is there: { field, op, value }, within all or any; anything else is JSON Logic, shown as JSON.
import { json, optionsOf } from "./controls.js";
import { button, h } from "./dom.js";

const OPERATORS = [["eq", "is"], ["neq", "is not"], ["in", "is one of"], ["gt", "is more than"], ["gte", "is at least"], ["lt", "is less than"], ["lte", "is at most"], ["truthy", "is filled in"]];
const isSimple = (rule) => rule && typeof rule === "object" && "field" in rule && "op" in rule;

function parts(rule) {
  if (!rule) return { mode: "", rules: [] };
  if (isSimple(rule)) return { mode: "all", rules: [rule] };
  for (const mode of ["all", "any"]) if (Array.isArray(rule[mode]) && rule[mode].every(isSimple)) return { mode, rules: [...rule[mode]] };
  return { mode: "json", rules: [] };
}

// Fields that a condition may look at: the whole value, groups by their path.
function targets(row) {
  const top = row.closest("[data-schema-root]")?.rootFields ?? [];
  const walk = (fields, path) => fields.flatMap((field) => {
    if (field === row.field || !field.key) return [];
    const at = path ? `${path}/${field.key}` : field.key;
    return field.type === "object" ? walk(field.fields ?? [], at) : [{ at, field }];
  });
  return walk(top, "");
}

export function conditionEditor(row) {
  const state = parts(row.field.visibleWhen);
  const box = h("fieldset", { class: "field condition", data: { at: "visibleWhen" } });
  const commit = () => {
    const { mode, rules } = state;
    row.set("visibleWhen", !mode || !rules.length ? undefined : rules.length === 1 && mode === "all" ? rules[0] : { [mode]: rules }, { head: true });
  };
  const draw = () => {
    const mode = h("select", { "aria-label": "Shown", onchange: (event) => choose(event.target.value) }, optionsOf([["", "Always"], ["all", "When all of these hold"], ["any", "When any of these holds"], ["json", "When an expression holds (JSON Logic)"]], state.mode));
    mode.value = state.mode;
    const inner = [];
    if (state.mode === "json") inner.push(json("Expression", row.field.visibleWhen, (value) => row.set("visibleWhen", value, { head: true })));
    if (["all", "any"].includes(state.mode)) inner.push(h("div", { class: "condition__rules" }, state.rules.map(line)), button("Add a condition", { icon: "plus", small: true, quiet: true, onclick: () => { state.rules.push(blank()); draw(); box.querySelector(".condition__rule:last-child select").focus(); commit(); } }));
    box.replaceChildren(h("legend", {}, "Shown"), h("div", { class: "control" }, mode), ...inner);
  };
  const blank = () => {
    const [first] = targets(row);
    return { field: first?.at ?? "", op: first?.field.type === "boolean" ? "truthy" : "eq", ...(first?.field.type === "boolean" ? {} : { value: firstValue(first?.field) }) };
  };
  const choose = (mode) => {
    state.mode = mode;
    if (["all", "any"].includes(mode) && !state.rules.length) state.rules.push(blank());
    if (mode !== "json") commit();
    draw();
    box.querySelector("select").focus();
  };
  const line = (rule) => {
    const known = targets(row);
    const redraw = () => { commit(); draw(); };
    const field = h("select", { "aria-label": "Field", onchange: (event) => { rule.field = event.target.value; rule.value = firstValue(known.find((each) => each.at === rule.field)?.field); redraw(); } }, optionsOf(known.map((each) => [each.at, each.field.label || each.field.key]), rule.field));
    field.value = rule.field;
    const op = h("select", { "aria-label": "Comparison", onchange: (event) => { rule.op = event.target.value; rule.value = rule.op === "truthy" ? undefined : rule.op === "in" ? [rule.value].flat().filter((each) => each !== undefined) : [rule.value].flat()[0]; redraw(); } }, optionsOf(OPERATORS, rule.op));
    op.value = rule.op;
    const drop = button("Remove this condition", { icon: "x", quiet: true, small: true, only: true, onclick: () => { state.rules.splice(state.rules.indexOf(rule), 1); if (!state.rules.length) state.mode = ""; redraw(); box.querySelector("select").focus(); } });
    return h("div", { class: "condition__rule control" }, field, op, rule.op === "truthy" ? "" : valueOf(rule, known.find((each) => each.at === rule.field)?.field, commit), drop);
  };
  draw();
  return box;
}

function firstValue(field) {
  if (field?.type === "boolean") return true;
  if (field?.type === "enum") return field.constraints?.options?.[0]?.value ?? "";
  return field?.type === "number" ? 0 : "";
}

function valueOf(rule, field, commit) {
  const set = (value) => { rule.value = value; commit(); };
  const typed = (value) => (field?.type === "number" && value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value);
  if (rule.op === "in") return h("input", { "aria-label": "Values, separated by commas", value: [rule.value ?? []].flat().join(", "), oninput: (event) => set(event.target.value.split(",").map((each) => typed(each.trim())).filter((each) => each !== "")) });
  if (field?.type === "boolean" || field?.type === "enum") {
    const offered = field.type === "boolean" ? [["true", "Yes"], ["false", "No"]] : (field.constraints?.options ?? []).map((each) => [each.value, each.label || each.value]);
    const control = h("select", { "aria-label": "Value", onchange: (event) => set(field.type === "boolean" ? event.target.value === "true" : event.target.value) }, optionsOf(offered, String(rule.value)));
    control.value = String(rule.value);
    return control;
  }
  return h("input", { "aria-label": "Value", value: rule.value ?? "", oninput: (event) => set(typed(event.target.value)) });
}
