// Content that htmx swaps in may carry data-announce; it is spoken when it differs from the last one.
import { say } from "./live.js";

let last = document.querySelector("[data-announce]")?.dataset.announce;

document.addEventListener("htmx:load", (event) => {
  const node = event.target.closest?.("[data-announce]") ?? event.target.querySelector?.("[data-announce]");
  const words = node?.dataset.announce;
  if (!words || words === last) return;
  last = words;
  say(words);
});
