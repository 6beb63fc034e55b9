// Modal dialogs of the editor. Each resolves with what was chosen, or null.
import { button, h } from "./dom.js";

export function dialog(title, build, { wide = false } = {}) {
  return new Promise((done) => {
    const heading = h("h2", { id: "dialog-title", class: "confirm__title" }, title);
    const box = h("dialog", { class: `dialog${wide ? " dialog--wide" : ""}`, "aria-labelledby": heading.id });
    let answer = null;
    const close = (value = null) => { answer = value; box.close(); };
    box.append(heading, ...[build(close)].flat());
    box.addEventListener("close", () => { box.remove(); done(answer); });
    const before = document.activeElement;
    box.addEventListener("close", () => before?.focus?.());
    document.body.append(box);
    box.showModal();
    box.querySelector("[data-first]")?.focus();
  });
}

export const confirm = (title, words, { yes, danger = false }) => dialog(title, (close) => [
  h("p", { class: "muted" }, words),
  h("div", { class: "confirm__actions" }, button("Cancel", { onclick: () => close(null), "data-first": true }), h("button", { type: "button", class: `button ${danger ? "button--danger-solid" : "button--primary"}`, onclick: () => close(true) }, yes)),
]);
