// Swagger UI is dark when <html> has the class dark-mode; ours follows the choice or the system.
const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

function follow() {
  const choice = root.dataset.theme;
  root.classList.toggle("dark-mode", choice === "dark" || (choice !== "light" && system.matches));
}

follow();
system.addEventListener("change", follow);
new MutationObserver(follow).observe(root, { attributeFilter: ["data-theme"] });
