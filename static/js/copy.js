// [data-copy] buttons copy the value of the input or code beside them (or of data-copy="#id").
import { say } from "./live.js";

async function write(text, source) {
  if (navigator.clipboard && isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "visually-hidden";
  source.parentElement.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("copy refused");
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const source = button.closest(".copy, .code").querySelector("input, code");
  const label = button.querySelector("[data-copy-label]");
  const before = button.dataset.copyBefore ??= label.textContent;
  try {
    await write(source.value ?? source.textContent, button);
    label.textContent = "Copied";
    say("Copied");
  } catch {
    source.select?.();
    label.textContent = "Press Ctrl C";
    say("Could not copy. The text is selected: press Ctrl C.");
  }
  clearTimeout(button.copyTimer);
  button.copyTimer = setTimeout(() => { label.textContent = before; }, 2000);
});
