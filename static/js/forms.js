// The error summary takes focus after load; links in it focus the field; a form is not sent twice.
document.querySelector("[data-autofocus]")?.focus();

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".error-summary a[href^='#']");
  const target = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (!target) return;
  event.preventDefault();
  const control = target.matches("input, select, textarea") ? target : target.querySelector("input, select, textarea") ?? target;
  control.focus();
  target.scrollIntoView({ block: "center" });
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || form.target) return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  event.submitter?.setAttribute("aria-busy", "true");
});

// Back from the history cache: everything can be sent again.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll("button[aria-busy]")) button.removeAttribute("aria-busy");
});

// Demo sign-ins fill the form.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-fill-email]");
  if (!button) return;
  const email = document.querySelector("input[name=email], input[name=username]");
  const password = document.querySelector("input[name=password]");
  if (!email || !password) return;
  email.value = button.dataset.fillEmail;
  password.value = button.dataset.fillPassword;
  email.form.querySelector("[type=submit]").focus();
});
