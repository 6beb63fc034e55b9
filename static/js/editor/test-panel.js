// <test-panel>: runs what the editor holds, saved or not, with the form that people will get.
import { arrived } from "../form-enhance.js";
import { jsonOf, valueOf } from "../form-value.js";
import { say } from "../live.js";
import { result, test } from "./api.js";
import { tell } from "./controls.js";
import { focusable, h, icon } from "./dom.js";

export function htmlOf(text) {
  const made = document.createElement("template");
  made.innerHTML = text;
  return made.content;
}

class TestPanel extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    this.fields = this.querySelector("[data-test-form]");
    this.errors = this.querySelector("[data-test-errors]");
    this.shown = this.querySelector("[data-test-result]");
    this.run = this.querySelector("[data-test-run]");
    this.form.addEventListener("submit", (event) => { event.preventDefault(); event.stopPropagation(); this.start(); });
    document.body.addEventListener("tool-ran", () => { if (this.last) this.show(); });
    this.form.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); this.start(); } });
  }

  get value() {
    try { return valueOf(this.fields); } catch { return {}; }
  }

  showForm(text) {
    if (this.fields.contains(document.activeElement)) return;
    this.fields.replaceChildren(htmlOf(text));
    arrived(this.fields);
  }

  async start() {
    if (this.run.getAttribute("aria-busy") === "true") return;
    this.run.setAttribute("aria-busy", "true");
    this.clear();
    try { await this.attempt(); } finally { this.run.removeAttribute("aria-busy"); }
  }

  async attempt() {
    const draft = await this.drafted();
    if (!draft) return;
    const answer = await test(draft.slug, jsonOf(this.fields), draft.values);
    if (!answer.ok) { this.refuse(answer.problem); return; }
    this.last = { run: answer.data.run_id, schema: draft.values.output_schema };
    await this.show(answer.data.output);
  }

  // A run that goes on in the background is followed by <live-run>, which tells when it has ended.
  async show(output) {
    const drawn = await result(this.last.run, output, this.last.schema);
    if (!drawn.ok) { this.say("circle-x", "It ran, but the result could not be shown. Try again."); return; }
    this.shown.replaceChildren(htmlOf(drawn.data));
    this.shown.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
    say(this.shown.firstElementChild?.dataset.said ?? "");
    if (this.shown.getBoundingClientRect().top > innerHeight * .8) this.shown.scrollIntoView({ block: "nearest" });
  }

  clear() {
    this.errors.replaceChildren();
    for (const each of this.fields.querySelectorAll(".has-errors")) tell(each, "");
  }

  say(name, words) {
    this.errors.replaceChildren(h("div", { class: "error-summary", role: "alert", tabindex: "-1" }, icon(name), h("div", {}, words)));
    this.errors.firstElementChild.focus();
  }

  // Faults of the draft belong to the editor, faults of the input to this form.
  refuse(problem) {
    const ofDraft = problem.errors.filter((fault) => fault.pointer.startsWith("/draft")).map((fault) => ({ ...fault, pointer: fault.pointer.slice(6) }));
    if (ofDraft.length) { this.refused(ofDraft); return; }
    if (!problem.errors.length) { this.say("circle-x", [problem.title, problem.detail].filter(Boolean).join(". ")); return; }
    const items = problem.errors.map((fault) => {
      const target = this.locate(fault.pointer);
      if (target) tell(target, fault.detail, { append: true });
      const words = `${target?.querySelector("label, legend")?.firstChild?.textContent.trim() || fault.pointer || "Input"}: ${fault.detail}`;
      return h("li", {}, target ? h("a", { href: "#", onclick: (event) => { event.preventDefault(); event.stopPropagation(); focusable(target).focus(); } }, words) : words);
    });
    this.errors.replaceChildren(h("div", { class: "error-summary", role: "alert", tabindex: "-1" }, icon("circle-x"), h("div", {}, h("h2", {}, "Nothing was run yet. Please correct:"), h("ul", {}, items))));
    this.errors.firstElementChild.focus();
  }

  locate(pointer) {
    for (let at = pointer; at; at = at.slice(0, at.lastIndexOf("/"))) {
      const found = document.getElementById(`ftest:${at}`.replace(/\s/g, "_"));
      if (found && this.fields.contains(found)) return found.closest(".field, .rows, .group, .shapes") ?? found;
    }
    return null;
  }
}

customElements.define("test-panel", TestPanel);
