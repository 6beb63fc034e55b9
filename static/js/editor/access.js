// Who may use a tool: the rights that it asks for (part of the draft), and people and roles (set at once).
import { say } from "../live.js";
import { grants, people, setGrants } from "./api.js";
import { choices } from "./choices.js";
import { combobox, tags } from "./combobox.js";
import { badge, button, h, icon } from "./dom.js";

const words = (code) => choices().rights.find((right) => right.code === code)?.words ?? code;

export function rightsEditor(values, changed) {
  const box = h("div", { class: "field", data: { at: "/required_permissions" } });
  const draw = () => {
    const chosen = values.required_permissions.map((code) => ({ value: code, label: words(code) }));
    const find = async (query) => choices().rights.filter((right) => !values.required_permissions.includes(right.code) && `${right.code} ${right.words}`.toLowerCase().includes(query.toLowerCase())).map((right) => ({ value: right.code, label: right.words, hint: right.code }));
    box.replaceChildren(
      combobox({ label: "Rights that it asks for", placeholder: "Add a right…", find, choose: (each) => { values.required_permissions = [...values.required_permissions, each.value]; changed(); draw(); box.querySelector("input").focus(); }, help: "Besides the right to run tools. Whoever lacks one of them does not see it." }),
      chosen.length ? tags(chosen, (each) => { values.required_permissions = values.required_permissions.filter((code) => code !== each.value); changed(); draw(); box.querySelector("input").focus(); }) : "");
  };
  draw();
  return box;
}

export async function grantsEditor(box, slug) {
  const heading = h("h3", {}, icon("users"), "Only some people");
  if (!slug) {
    box.replaceChildren(h("div", { class: "grants" }, heading, h("p", { class: "muted" }, "Everybody with the rights may run it. Once it is saved, you can say who.")));
    return;
  }
  const [found, everyone] = await Promise.all([grants(slug), people("")]);
  if (!found.ok) {
    box.replaceChildren(h("div", { class: "grants" }, heading, h("p", { class: "muted" }, found.problem.detail || found.problem.title)));
    return;
  }
  const state = { people: found.data.people, roles: found.data.roles };
  const names = new Map((everyone.data?.results ?? []).map((each) => [each.value, each.label]));
  const status = h("span", { class: "muted small", role: "status" });
  const save = button("Save who may run it", { small: true, disabled: true, onclick: async () => {
    const answer = await setGrants(slug, state);
    status.textContent = answer.ok ? "Saved. It holds from now on." : [answer.problem.title, ...answer.problem.errors.map((fault) => fault.detail)].join(". ");
    save.disabled = answer.ok;
    if (answer.ok) { say("Saved."); draw(); }
  } });
  const touch = () => { save.disabled = false; status.textContent = ""; };
  const draw = () => {
    const nobody = !state.people.length && !state.roles.length;
    const roles = h("div", { class: "checks" }, choices().roles.map((role) => h("label", { class: "choice choice--plain" }, h("input", { type: "checkbox", checked: state.roles.includes(role.value), onchange: (event) => { state.roles = event.target.checked ? [...state.roles, role.value] : state.roles.filter((each) => each !== role.value); touch(); } }), h("span", {}, role.label))));
    const picker = combobox({ label: "People", placeholder: "Add somebody…", find: async (query) => (await people(query)).data?.results.filter((each) => !state.people.includes(each.value)) ?? [], choose: (each) => { names.set(each.value, each.label); state.people = [...state.people, each.value]; touch(); draw(); box.querySelector("[role=combobox]").focus(); } });
    box.replaceChildren(h("div", { class: "grants" },
      h("div", { class: "row" }, heading, nobody ? badge("everybody with the rights") : badge("restricted", "info")),
      h("p", { class: "muted small" }, "Name people or roles, and the tool is there for them alone, and for those who manage tools. This is no part of the draft: it holds as soon as you save it here."),
      h("fieldset", { class: "field" }, h("legend", {}, "Roles"), roles), picker,
      state.people.length ? tags(state.people.map((id) => ({ value: id, label: names.get(id) ?? id })), (each) => { state.people = state.people.filter((id) => id !== each.value); touch(); draw(); }) : "",
      h("div", { class: "row" }, save, status)));
  };
  draw();
}

