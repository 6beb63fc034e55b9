// The command palette: Ctrl/Cmd+K or any [data-palette-open]. htmx fetches the options,
// this module moves through them (combobox with a listbox).
const dialog = document.getElementById("palette");

if (dialog) {
  const input = dialog.querySelector("input");
  const results = dialog.querySelector("#palette-results");
  const options = () => [...results.querySelectorAll("[role=option]")];
  const selected = () => results.querySelector('[aria-selected="true"]');

  if (/mac|iphone|ipad/i.test(navigator.platform)) {
    for (const key of document.querySelectorAll("[data-mod-key]")) key.textContent = "⌘";
  }

  const select = (option) => {
    selected()?.setAttribute("aria-selected", "false");
    if (option) {
      option.setAttribute("aria-selected", "true");
      option.scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", option.id);
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  };

  const open = () => {
    if (dialog.open) return;
    document.dispatchEvent(new CustomEvent("tenon:palette"));
    input.value = "";
    dialog.showModal();
    input.focus();
    input.dispatchEvent(new CustomEvent("palette-open"));
  };

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    if (event.target.closest?.("[data-palette-open]")) {
      event.preventDefault();
      open();
    }
  });

  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      if (dialog.open) dialog.close();
      else if (!document.querySelector("dialog:modal")) open();
    }
  });

  input.addEventListener("keydown", (event) => {
    const all = options();
    const at = all.indexOf(selected());
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: at <= 0 ? all.length - 1 : at - 1,
    }[event.key];
    if (to !== undefined && all.length) {
      event.preventDefault();
      select(all[to]);
    } else if (event.key === "Enter" && selected()) {
      event.preventDefault();
      selected().click();
    }
  });

  // Focus stays in the input; the pointer only clicks.
  results.addEventListener("mousedown", (event) => event.preventDefault());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => input.setAttribute("aria-expanded", "false"));

  results.addEventListener("htmx:afterSwap", () => {
    const all = options();
    input.setAttribute("aria-expanded", String(all.length > 0));
    if (all.length) input.setAttribute("aria-controls", "palette-listbox");
    else input.removeAttribute("aria-controls");
    select(all[0]);
  });
}
