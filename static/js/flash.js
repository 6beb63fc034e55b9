// Messages: dismiss, and speak those that came with the page (a live region only speaks what changes in it).
import { say } from "./live.js";

const box = document.getElementById("flashes");

if (box) {
  const texts = [...box.querySelectorAll(".flash__text")].map((node) => node.textContent.trim());
  if (texts.length) setTimeout(() => say(texts.join(". ")), 400);

  box.addEventListener("click", (event) => {
    const button = event.target.closest("[data-dismiss]");
    if (!button) return;
    const flash = button.closest(".flash");
    const next = flash.nextElementSibling ?? flash.previousElementSibling;
    flash.remove();
    if (next) next.querySelector("[data-dismiss]")?.focus();
    else {
      box.replaceChildren();
      document.getElementById("main")?.focus();
    }
  });
}
