// <live-run>: a run that has not ended. Follows its events, shows its steps and what it writes, says how it goes, and
// fetches the result when it has ended. The browser takes the stream up again by itself where it broke.
import { say } from "./live.js";

const ENDS = ["tool.completed", "tool.failed", "tool.cancelled", "tool.rejected", "tool.expired"];
const STATES = {
  "tool.completed": ["done", "Succeeded"],
  "tool.failed": ["failed", "Failed"],
  "tool.cancelled": ["failed", "Cancelled"],
};

class LiveRun extends HTMLElement {
  connectedCallback() {
    this.output = this.querySelector("[data-live-output]");
    this.steps = this.querySelector("[data-live-steps]");
    this.words = this.querySelector("[data-live-words]");
    // The stream begins with what the page shows already.
    this.attempt = 0;
    this.source = new EventSource(this.dataset.events);
    for (const type of ["tool.started", "tool.output_appended", ...ENDS]) {
      this.source.addEventListener(type, (event) => this.happened(JSON.parse(event.data)));
    }
  }

  disconnectedCallback() {
    this.source?.close();
  }

  happened(event) {
    if (event.run_id === this.dataset.run) this.own(event);
    else if (event.payload.parent === this.dataset.run) this.begun(event);
    else this.ended(event);
  }

  own(event) {
    if (event.type === "tool.output_appended") this.written(event.payload);
    if (ENDS.includes(event.type)) this.finished();
  }

  written({ text, attempt = 1 }) {
    if (attempt > this.attempt) this.output.textContent = "";
    this.attempt = Math.max(this.attempt, attempt);
    this.output.hidden = false;
    this.output.append(text);
    this.words.textContent = "It is being carried out.";
  }

  begun(event) {
    this.words.textContent = "It is being carried out.";
    if (this.step(event.run_id)) return;
    const item = document.createElement("li");
    item.dataset.step = event.run_id;
    const name = document.createElement("span");
    name.textContent = event.payload.step;
    const tool = document.createElement("span");
    tool.className = "muted small";
    tool.textContent = event.tool_slug;
    const state = document.createElement("span");
    state.className = "timeline__state";
    item.append(name, tool, state);
    this.steps.append(item);
    this.mark(item, "running", "Running");
  }

  ended(event) {
    const item = this.step(event.run_id);
    if (!item || !STATES[event.type]) return;
    const state = STATES[event.type];
    if (item.dataset.state === state[0]) return;
    this.mark(item, ...state);
    say(`Step ${item.firstElementChild.textContent}: ${state[1]}`);
  }

  step(id) {
    return this.steps.querySelector(`[data-step="${CSS.escape(id)}"]`);
  }

  mark(item, state, words) {
    item.dataset.state = state;
    item.className = `timeline__step timeline__step--${state}`;
    item.querySelector(".timeline__state").textContent = words;
  }

  async finished() {
    this.source.close();
    const card = this.closest("#tool-result, #run-card");
    const frame = card.id;
    await window.htmx.ajax("GET", this.dataset.url, { target: card, swap: "outerHTML" });
    const shown = document.getElementById(frame);
    // tool-run.js speaks for the result beside a form.
    if (frame === "run-card" && shown?.dataset.said) say(shown.dataset.said);
    document.body.dispatchEvent(new CustomEvent("tool-ran", { bubbles: true }));
  }
}

customElements.define("live-run", LiveRun);
