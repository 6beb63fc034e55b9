// [data-theme-set] buttons choose system, light or dark; the server renders the choice from the cookie.
const root = document.documentElement;
const meta = document.querySelector('meta[name="theme-choice"]');

function current() {
  return meta?.content || root.dataset.theme || "system";
}

function show() {
  for (const button of document.querySelectorAll("[data-theme-set]")) {
    button.setAttribute("aria-pressed", String(button.dataset.themeSet === current()));
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-theme-set]");
  if (!button) return;
  const theme = button.dataset.themeSet;
  if (meta) meta.content = theme;
  else root.dataset.theme = theme;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax${secure}`;
  show();
});

show();
