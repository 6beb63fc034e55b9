// <details data-confirm> asks before a POST. With script the form moves into a modal <dialog> while it is open.
let count = 0;

function ask(details) {
  const form = details.querySelector("form");
  const dialog = document.createElement("dialog");
  const title = form.querySelector(".confirm__title");
  const cancel = form.querySelector("[data-confirm-cancel]");
  title.id ||= `confirm-title-${++count}`;
  dialog.className = "dialog";
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.append(form);
  cancel.hidden = false;
  document.body.append(dialog);

  const typed = form.querySelector("[data-confirm-typed]");
  const check = () => typed.setCustomValidity(
    typed.value.trim() === typed.dataset.confirmTyped ? "" : `Type “${typed.dataset.confirmTyped}” to confirm.`);
  if (typed) {
    typed.value = "";
    typed.addEventListener("input", check);
    check();
  }

  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target === cancel) dialog.close();
  });
  dialog.addEventListener("close", () => {
    cancel.hidden = true;
    details.append(form);
    dialog.remove();
    details.querySelector("summary").focus();
  });
  dialog.showModal();
  (typed ?? cancel).focus();
}

document.addEventListener("click", (event) => {
  const summary = event.target.closest?.("[data-confirm] > summary");
  if (!summary) return;
  event.preventDefault();
  ask(summary.parentElement);
});
