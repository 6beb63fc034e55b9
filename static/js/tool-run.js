// The form of a tool ([data-tool-run]): Ctrl/Cmd+Enter runs it, the result keeps its height while it runs,
// refused input comes back into the form, and what happened is spoken.
import { say } from "./live.js";

// Around the result and never replaced: htmx would copy a height set on the result itself as an attribute, which our
// policy on styles forbids.
const frame = () => document.querySelector("[data-result-frame]");
const region = () => document.getElementById("tool-result");
// The form itself may have been replaced by the time the answer is dealt with.
const isRun = (event) => (event.detail.requestConfig?.elt ?? event.detail.elt)?.matches?.("[data-tool-run]");

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  const form = event.target.closest?.("[data-tool-run]") ?? (event.target === document.body && document.querySelector("[data-tool-run]"));
  const button = form && form.querySelector("#tool-run");
  if (!button || button.disabled) return;
  event.preventDefault();
  form.requestSubmit(button);
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isRun(event)) return;
  const result = region();
  frame().style.minBlockSize = `${result.offsetHeight}px`;
  result.setAttribute("aria-busy", "true");
  document.getElementById("tool-run").setAttribute("aria-busy", "true");
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!isRun(event)) return;
  frame().style.minBlockSize = "";
  region()?.removeAttribute("aria-busy");
  document.getElementById("tool-run")?.removeAttribute("aria-busy");
});

// Refused input is an answer with a form, not a failure to answer.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isRun(event) || ![400, 429].includes(event.detail.xhr.status)) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});

document.addEventListener("htmx:afterSettle", (event) => {
  const swapped = event.detail.elt;
  if (swapped.id === "tool-result") {
    if (swapped.dataset.said) say(swapped.dataset.said);
    if (swapped.getBoundingClientRect().top > innerHeight * .7) swapped.scrollIntoView({ block: "start" });
  } else if (swapped.id === "tool-form") {
    const to = swapped.querySelector("[data-focus]")?.dataset.focus;
    (swapped.querySelector(".error-summary") ?? (to && document.getElementById(to)))?.focus();
  }
});

for (const event of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(event, (happened) => {
    if (isRun(happened)) say("It could not be run. Nothing typed is lost; try again.");
  });
}
