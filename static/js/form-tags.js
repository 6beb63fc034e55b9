// [data-tags]: a list of short texts as chips. The rows behind them are what is sent.
import { add, remove, rowsOf } from "./form-rows.js";
import { all, changed, enhance } from "./form-enhance.js";
import { say } from "./live.js";

const textOf = (row) => row.querySelector("input:not([type=hidden])");

function chip(box, row, draw) {
  const tag = document.createElement("span");
  const button = document.createElement("button");
  tag.className = "tags__tag";
  tag.textContent = textOf(row).value;
  button.type = "button";
  button.textContent = "×";
  button.setAttribute("aria-label", `Remove ${textOf(row).value}`);
  button.addEventListener("click", () => { remove(row); draw(); });
  tag.append(button);
  return tag;
}

enhance((root) => {
  for (const box of all(root, "[data-tags]")) {
    const list = box.querySelector("[data-rows-list]");
    const adder = box.querySelector("[data-row-add]");
    if (!adder) continue;
    const tags = document.createElement("div");
    const input = document.createElement("input");
    tags.className = "tags";
    input.type = "text";
    input.setAttribute("aria-label", `Add to ${box.dataset.label}`);
    input.placeholder = "Type and press Enter";
    list.hidden = adder.hidden = true;
    const draw = () => {
      tags.replaceChildren(...rowsOf(box).map((row) => chip(box, row, draw)), input);
      input.focus();
    };
    const take = () => {
      const words = input.value.trim();
      if (!words) return;
      const row = add(box);
      textOf(row).value = words;
      changed(textOf(row));
      input.value = "";
      draw();
      say(`${words} added.`);
    };
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === ",") {
        event.preventDefault();
        take();
      } else if (event.key === "Backspace" && input.value === "" && rowsOf(box).length) {
        remove(rowsOf(box).at(-1));
        draw();
      }
    });
    input.addEventListener("change", take);
    tags.append(...rowsOf(box).map((row) => chip(box, row, draw)), input);
    list.after(tags);
  }
});
