// A "Show" button in every password field inside [data-password].
for (const group of document.querySelectorAll("[data-password]")) {
  const input = group.querySelector("input");
  const button = document.createElement("button");
  const name = document.querySelector(`label[for="${CSS.escape(input.id)}"]`)?.textContent.trim() ?? "password";
  const show = (visible) => {
    input.type = visible ? "text" : "password";
    button.textContent = visible ? "Hide" : "Show";
    button.setAttribute("aria-label", `${visible ? "Hide" : "Show"} ${name.toLowerCase()}`);
  };
  button.type = "button";
  button.className = "input-group__button";
  button.addEventListener("click", () => show(input.type === "password"));
  // Never leave it readable when the form goes out: browsers would offer to remember it as text.
  input.form?.addEventListener("submit", () => show(false));
  show(false);
  group.append(button);
}
