// <live-session data-stream data-url>: shows what is new in a session as the server sends it. Where streams do not work
// it asks every second or two, seldom while nothing happens; never while nobody looks or when the session has ended.
import { say } from "./live.js";

const OFTEN = 1300;
const SELDOM = 5000;
const QUIET_AFTER = 120_000;
const SPREAD = 300;

class LiveSession extends HTMLElement {
  connectedCallback() {
    this.changed = Date.now();
    this.onVisible = () => (document.hidden ? this.stop() : this.start());
    document.addEventListener("visibilitychange", this.onVisible);
    if (!document.hidden) this.start();
  }

  disconnectedCallback() {
    this.stop();
    document.removeEventListener("visibilitychange", this.onVisible);
  }

  get shown() { return this.querySelector("[data-version]"); }

  start() {
    this.stop();
    if (!this.shown?.dataset.active) return;
    this.source = new EventSource(`${this.dataset.stream}?seen=${this.shown.dataset.version}`);
    this.source.addEventListener("shown", (event) => this.show(event.data));
    // The link was revoked, or the session taken away: the page itself says so.
    this.source.addEventListener("gone", () => location.reload());
    this.source.addEventListener("error", () => {
      // Lost connections are taken up again by the browser; refused ones are not.
      if (this.source?.readyState === EventSource.CLOSED) this.plan();
    });
  }

  stop() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  plan() {
    clearTimeout(this.timer);
    if (!this.shown?.dataset.active || document.hidden) return;
    const pause = Date.now() - this.changed > QUIET_AFTER ? SELDOM : OFTEN;
    // Spread out, so that two hundred pages do not ask in the same moment.
    this.timer = setTimeout(() => this.ask(), pause + Math.random() * SPREAD);
  }

  async ask() {
    try {
      const answer = await fetch(`${this.dataset.url}?seen=${this.shown.dataset.version}`);
      if (answer.status === 200 && !answer.redirected) this.show(await answer.text());
      else if (answer.redirected || [401, 403, 404].includes(answer.status)) return location.reload();
    } catch {
      // Offline for a moment; asked again soon.
    }
    this.plan();
  }

  show(html) {
    const made = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    if (!made?.matches("[data-version]")) return;
    const open = [...this.querySelectorAll("details[open] > summary .answers__who")].map((each) => each.textContent);
    for (const who of made.querySelectorAll("summary .answers__who")) {
      if (open.includes(who.textContent)) who.closest("details").open = true;
    }
    const ended = this.shown.dataset.active && !made.dataset.active;
    this.replaceChildren(document.adoptNode(made));
    // What makes tables sortable and times relative listens to this.
    made.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
    this.changed = Date.now();
    say(made.dataset.said);
    if (!ended) return;
    this.stop();
    // The form has to go: the page is drawn again, unless somebody is typing in it.
    if (!document.activeElement?.closest("#answer")) location.reload();
  }
}

customElements.define("live-session", LiveSession);
