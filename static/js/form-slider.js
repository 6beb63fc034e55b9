// [data-slider]: a range beside the number. The number is what is sent; the range moves it.
import { all, changed, enhance } from "./form-enhance.js";

enhance((root) => {
  for (const box of all(root, "[data-slider]")) {
    const input = box.querySelector("input");
    const range = document.createElement("input");
    const label = document.querySelector(`label[for="${CSS.escape(input.id)}"]`)?.textContent.trim().replace(/\s+/g, " ");
    range.type = "range";
    range.className = "slider";
    range.min = input.dataset.min;
    range.max = input.dataset.max;
    range.step = input.dataset.step;
    range.disabled = input.disabled;
    range.setAttribute("aria-label", `${label ?? "Value"}, slider`);
    const follow = () => { range.value = input.value === "" ? input.dataset.min : input.value; };
    range.addEventListener("input", (event) => {
      event.stopPropagation();
      input.value = range.value;
      changed(input);
    });
    input.addEventListener("input", follow);
    follow();
    box.prepend(range);
  }
});
