// The dialog before something becomes live: what changes, what breaks, whom it concerns.
import { changes, publish } from "./api.js";
import { text } from "./controls.js";
import { dialog } from "./dialogs.js";
import { badge, button, h, icon, note } from "./dom.js";

const NAMES = { name: "Name", description: "Description", category: "Category", icon: "Icon", enabled: "Switched on", effect: "What a run may do", policy: "When an agent or a program calls it", required_permissions: "Rights that it asks for", default_input: "Preset input", field_texts: "Texts of fields", aggregates: "For groups", execution: "Execution" };
const brief = (value) => (value === null || value === undefined || value === "" ? "nothing" : typeof value === "object" ? "" : String(value));

function schemaLine(change) {
  const role = change.role === "input" ? "Input" : "Output";
  return h("li", { class: change.breaking ? "is-breaking" : "" }, icon(change.breaking ? "triangle-alert" : "check"), h("span", {}, h("span", { class: "muted" }, `${role}: `), change.detail.replace("x-order", "the order of the fields"), " ", change.breaking ? badge("breaks callers", "danger") : null));
}

function fieldLine({ field, before, after }) {
  const words = brief(before) || brief(after) ? `${brief(before) || "…"} → ${brief(after) || "…"}` : "changed";
  return h("li", {}, icon("pencil"), h("span", {}, h("span", { class: "muted" }, `${NAMES[field] ?? field}: `), field === "description" ? "changed" : words));
}

function users(found) {
  if (!found.used_by.length) return h("p", { class: "muted" }, "Nobody has run it in the last 30 days.");
  const shown = found.used_by.slice(0, 6);
  const more = found.used_by.length - shown.length;
  return h("ul", { class: "users" }, ...shown.map((each) => h("li", {}, h("strong", {}, each.label), h("span", { class: "muted num" }, each.runs === 1 ? "1 run" : `${each.runs} runs`))), more > 0 ? h("li", { class: "muted" }, `and ${more} more`) : null);
}

// The answer of the server, or null where somebody thought better of it.
export async function publishing(slug, etag) {
  const answer = await changes(slug);
  if (!answer.ok) return answer;
  const found = answer.data;
  const noted = await dialog(found.first ? "Publish this tool?" : "Publish these changes?", (close) => {
    let words = "";
    const input = text("Note for the history", "", (typed) => { words = typed; }, { optional: true, max: 500, placeholder: found.first ? "First version" : "What changed, and why" });
    input.querySelector("input").addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); close({ words }); } });
    const lines = [...[...found.schemas].sort((a, b) => b.breaking - a.breaking).map(schemaLine), ...(found.first ? [] : found.fields.map(fieldLine))];
    return [
      found.breaking ? note("danger", "triangle-alert", h("p", {}, h("strong", {}, "This breaks whoever calls it as it is now. "), "Programs and steps that send what is valid today may be refused.")) : "",
      found.first ? h("p", { class: "muted" }, "From now on it is in the library, and programs, agents and other tools can call it.") : h("ul", { class: "changes" }, lines.length ? lines : h("li", {}, "Nothing that callers notice.")),
      found.first ? "" : h("div", { class: "publish__users" }, h("h3", {}, "Used in the last 30 days by"), users(found)),
      input,
      h("div", { class: "confirm__actions" }, button("Cancel", { onclick: () => close(null) }), button(found.breaking ? "Publish all the same" : "Publish", { primary: !found.breaking, danger: found.breaking, icon: "rocket", "data-first": true, onclick: () => close({ words }) })),
    ];
  }, { wide: true });
  return noted ? publish(slug, noted.words, `"${etag}"`) : null;
}

