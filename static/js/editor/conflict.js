// Two people changed the same draft: what only one changed is taken over, what both changed is asked.
import { ask } from "./api.js";
import { dialog } from "./dialogs.js";
import { button, clone, h } from "./dom.js";
import { setAt } from "./pointers.js";

const shown = (value) => (value === null || value === undefined ? "nothing" : typeof value === "object" ? JSON.stringify(value, null, 2) : String(value));

const NAMES = { input_schema: "Input", output_schema: "Output", required_permissions: "Rights", default_input: "Preset input", field_texts: "Texts of fields", aggregates: "For groups", policy: "When an agent or a program calls it", effect: "What a run may do" };
function placeOf(pointer) {
  const [first, ...rest] = pointer.split("/").slice(1).filter((step) => step !== "properties");
  const name = NAMES[first] ?? first[0].toUpperCase() + first.slice(1);
  return rest.length ? `${name}: ${rest.join(" › ")}` : name;
}

function side(conflict, name, label, value, picked) {
  return h("label", { class: "choice conflict__side" }, h("input", { type: "radio", name: conflict.pointer, value: name, checked: name === "mine", onchange: () => picked(name) }), h("span", { class: "choice__text" }, h("span", { class: "choice__label" }, label), h("pre", { class: "conflict__value" }, shown(value))));
}

// { values, theirs, etag } to go on with, or null: then everything stays as it was typed.
export async function resolveConflict(slug, base, mine, problem) {
  const answer = await ask("POST", `/api/tools/${encodeURIComponent(slug)}/draft/merge`, { base, mine });
  const found = answer.ok ? answer.data : problem;
  const who = found.author_label || "Somebody";
  const picks = new Map(found.conflicts.map((conflict) => [conflict.pointer, "mine"]));
  const chosen = () => found.conflicts.reduce((values, conflict) => (picks.get(conflict.pointer) === "theirs" ? setAt(values, conflict.pointer, conflict.theirs ?? undefined) : values), clone(found.merged));
  const yes = await dialog("Somebody else saved this draft too", (close) => [
    h("p", {}, `${who} saved changes after you opened this page. `, found.conflicts.length ? "What only one of you changed is taken over. Choose for what you both changed:" : "You changed different things: both are kept."),
    h("div", { class: "stack" }, found.conflicts.map((conflict) => h("fieldset", { class: "conflict" }, h("legend", {}, placeOf(conflict.pointer)),
      h("div", { class: "conflict__sides" }, side(conflict, "mine", "Yours", conflict.mine, (name) => picks.set(conflict.pointer, name)), side(conflict, "theirs", `${who}'s`, conflict.theirs, (name) => picks.set(conflict.pointer, name)))))),
    h("div", { class: "confirm__actions" }, button("Not now", { onclick: () => close(null) }), button("Save both together", { primary: true, icon: "git-merge", "data-first": true, onclick: () => close(true) })),
  ], { wide: true });
  return yes ? { values: chosen(), theirs: found.theirs, etag: found.etag } : null;
}
