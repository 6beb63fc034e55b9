// The default of a field, with the control that its type has.
import { json, number, select, text } from "./controls.js";

export function defaultEditor(row) {
  const { field } = row;
  const set = (value) => row.set("default", value);
  const options = { at: "default", optional: true };
  if (field.secret) return null;
  if (field.multiple || ["object", "array", "media", "relation"].includes(field.type)) return json("Default, as JSON", field.default, set, options);
  if (field.type === "boolean") {
    const chosen = field.default === undefined ? "" : String(field.default);
    // False is a default, unlike nothing.
    return select("Default", chosen, [["", "None"], ["true", "Yes"], ["false", "No"]], (value) => {
      if (value === "") delete field.default;
      else field.default = value === "true";
      row.changed();
    }, { at: "default" });
  }
  if (field.type === "enum") {
    const listed = (field.constraints?.options ?? []).map((each) => [each.value, each.label || each.value]);
    return select("Default", field.default ?? "", [["", "None"], ...listed], (value) => set(value || undefined), { at: "default" });
  }
  if (field.type === "number") return number("Default", field.default, (value) => { if (value === undefined) delete field.default; else field.default = value; row.changed(); }, options);
  return text("Default", field.default, (value) => set(value || undefined), { ...options, type: field.type === "date" && field.variant !== "datetime" ? "date" : "text" });
}
