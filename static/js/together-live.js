// <live-session data-url>: asks whether anything happened since the version it shows, and shows it. Often while things
// happen, seldom while nothing does, not at all while nobody looks or when the session has ended.
import { say } from "./live.js";

const OFTEN = 1300;
const SELDOM = 5000;
const QUIET_AFTER = 120_000;
const SPREAD = 300;

class LiveSession extends HTMLElement {
  connectedCallback() {
    this.changed = Date.now();
    this.onVisible = () => { if (!document.hidden) this.ask(); };
    document.addEventListener("visibilitychange", this.onVisible);
    this.plan();
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.onVisible);
  }

  get shown() { return this.querySelector("[data-version]"); }

  plan() {
    clearTimeout(this.timer);
    if (!this.shown?.dataset.active || document.hidden) return;
    const pause = Date.now() - this.changed > QUIET_AFTER ? SELDOM : OFTEN;
    // Spread out, so that two hundred pages do not ask in the same moment.
    this.timer = setTimeout(() => this.ask(), pause + Math.random() * SPREAD);
  }

  async ask() {
    clearTimeout(this.timer);
    if (this.asking || !this.shown) return;
    this.asking = true;
    try {
      const answer = await fetch(`${this.dataset.url}?seen=${this.shown.dataset.version}`, { headers: { "X-Requested-With": "fetch" } });
      if (answer.status === 200) this.show(await answer.text());
      // The link was revoked, or one was signed out: the page itself says so.
      else if ([401, 403, 404].includes(answer.status) || answer.redirected) return location.reload();
    } catch {
      // Offline for a moment; asked again soon.
    } finally {
      this.asking = false;
    }
    this.plan();
  }

  show(html) {
    const open = [...this.querySelectorAll("details[open] > summary .answers__who")].map((each) => each.textContent);
    const made = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    if (!made?.matches("[data-version]")) return;
    const ended = this.shown.dataset.active && !made.dataset.active;
    for (const who of made.querySelectorAll("summary .answers__who")) {
      if (open.includes(who.textContent)) who.closest("details").open = true;
    }
    this.replaceChildren(document.adoptNode(made));
    this.changed = Date.now();
    say(made.dataset.said);
    // The form has to go: the page is drawn again, unless somebody is typing in it.
    if (ended && !document.activeElement?.closest("#answer")) location.reload();
  }
}

customElements.define("live-session", LiveSession);
