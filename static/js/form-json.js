// Form ⇄ JSON over one value. <div data-json-switch data-json-url="…"> holds the fields and buttons
// [data-json-to="json"|"form"]; the server turns JSON back into fields (POST _value and _partial → the fields).
import { all, arrived, enhance } from "./form-enhance.js";
import { say } from "./live.js";
import { jsonOf, valueOf } from "./form-value.js";

export { jsonOf, valueOf };

function show(box, mode) {
  for (const button of box.querySelectorAll("[data-json-to]")) button.setAttribute("aria-pressed", String(button.dataset.jsonTo === mode));
  box.dataset.mode = mode;
}

function toJson(box) {
  const fields = box.querySelector("[data-fields]");
  const area = document.createElement("textarea");
  area.name = `${fields.dataset.prefix ?? ""}_value`;
  area.value = jsonOf(fields);
  area.spellcheck = false;
  area.setAttribute("aria-label", "Input as JSON");
  const holder = document.createElement("div");
  holder.className = "json-box field";
  holder.dataset.jsonBox = "";
  holder.append(area);
  fields.replaceWith(holder);
  show(box, "json");
  area.focus();
}

async function toForm(box) {
  const holder = box.querySelector("[data-json-box]");
  const area = holder.querySelector("textarea");
  try { JSON.parse(area.value); } catch (error) {
    complain(holder, area, `This is not JSON: ${error.message}`);
    return;
  }
  const token = area.form?.querySelector("[name=csrfmiddlewaretoken]")?.value ?? JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"];
  const answer = await fetch(box.dataset.jsonUrl, { method: "POST", headers: { "X-CSRFToken": token }, body: new URLSearchParams({ _value: area.value, _partial: "fields" }) });
  if (!answer.ok) {
    complain(holder, area, "The form could not be shown. Your JSON is kept; try again.");
    return;
  }
  const made = document.createElement("template");
  made.innerHTML = await answer.text();
  const fields = made.content.querySelector("[data-fields]");
  holder.replaceWith(fields);
  arrived(fields);
  show(box, "form");
}

function complain(holder, area, words) {
  let note = holder.querySelector(".field__error");
  if (!note) {
    note = document.createElement("p");
    note.className = "field__error";
    note.id = "json-error";
    area.setAttribute("aria-describedby", note.id);
    holder.append(note);
  }
  note.textContent = words;
  area.setAttribute("aria-invalid", "true");
  area.focus();
  say(words);
}

enhance((root) => {
  for (const box of all(root, "[data-json-switch]")) {
    show(box, "form");
    box.addEventListener("click", (event) => {
      const to = event.target.closest?.("[data-json-to]")?.dataset.jsonTo;
      if (!to || to === box.dataset.mode) return;
      if (to === "json") toJson(box);
      else toForm(box);
    });
  }
});
