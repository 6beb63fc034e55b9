// [data-drop]: a file is dropped or chosen, sent to /api/files, and its id becomes the value.
import { all, changed, enhance } from "./form-enhance.js";
import { say } from "./live.js";

const ADDRESS = "/api/files";
const MEGABYTE = 1024 * 1024;

const make = (tag, options = {}) => Object.assign(document.createElement(tag), options);

function refused(file, input) {
  const accept = (input.dataset.accept ?? "").split(",").filter(Boolean);
  const most = Number(input.dataset.maxSizeMb ?? 0);
  if (most && file.size > most * MEGABYTE) return `${file.name} is larger than ${most} MB.`;
  const fits = accept.some((kind) => kind === file.type || (kind.endsWith("/*") && file.type.startsWith(kind.slice(0, -1))) || (kind.startsWith(".") && file.name.toLowerCase().endsWith(kind)));
  return accept.length && !fits ? `${file.name} is not of an accepted kind (${accept.join(", ")}).` : "";
}

function send(file, input, bar) {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append("file", file);
    if (input.dataset.accept) body.append("accept", input.dataset.accept);
    if (input.dataset.maxSizeMb) body.append("max_size_mb", input.dataset.maxSizeMb);
    request.open("POST", ADDRESS);
    request.responseType = "json";
    request.setRequestHeader("X-CSRFToken", JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "");
    request.upload.addEventListener("progress", (event) => { if (event.lengthComputable) bar.value = event.loaded / event.total; });
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) done(request.response);
      else if ([404, 405, 503].includes(request.status)) fail(new Error("Uploading is not available here. Give the address of a file instead."));
      else fail(new Error(request.response?.detail || request.response?.title || "The file was not accepted."));
    });
    request.addEventListener("error", () => fail(new Error("The upload did not get through. Try again.")));
    request.send(body);
  });
}

function build(box) {
  const input = box.querySelector(".drop__value");
  const zone = make("div", { className: "drop__zone" });
  const words = make("p", { className: "drop__words" });
  const preview = box.querySelector("[data-drop-preview]");
  const pick = make("button", { type: "button", className: "button button--sm", textContent: "Choose a file" });
  const file = make("input", { type: "file", hidden: true, accept: input.dataset.accept ?? "" });
  const clear = make("button", { type: "button", className: "button button--sm button--quiet", textContent: "Remove", hidden: true });
  const bar = make("progress", { max: 1, value: 0, hidden: true });
  const error = make("p", { className: "drop__error", hidden: true });
  pick.setAttribute("aria-label", `Choose a file for ${box.dataset.label}`);
  clear.setAttribute("aria-label", `Remove the file of ${box.dataset.label}`);
  bar.setAttribute("aria-label", `Upload of ${box.dataset.label}`);
  pick.disabled = input.disabled;
  zone.append(preview, words, pick, clear, file);

  // A picture is shown as soon as it is there; what else was given is named.
  const picture = (made) => {
    preview.replaceChildren();
    if (!made?.type?.startsWith("image/")) return;
    preview.append(make("img", { className: "thumbnail", src: made.url, alt: made.name }));
  };
  const show = (name) => {
    zone.toggleAttribute("data-full", Boolean(input.value));
    words.textContent = input.value ? name ?? input.value : "Drop a file here, or";
    pick.textContent = input.value ? "Replace" : "Choose a file";
    clear.hidden = !input.value || input.disabled;
  };
  const fail = (message) => {
    error.textContent = message;
    error.hidden = !message;
    if (message) say(message);
  };
  const take = async (given) => {
    const complaint = refused(given, input);
    fail(complaint);
    if (complaint) return;
    bar.hidden = false;
    try {
      const made = await send(given, input, bar);
      input.value = made.id;
      changed(input);
      show(made.name);
      picture(made);
      say(`${made.name} uploaded.`);
    } catch (problem) { fail(problem.message); }
    bar.hidden = true;
  };
  pick.addEventListener("click", () => file.click());
  file.addEventListener("change", () => { if (file.files[0]) take(file.files[0]); file.value = ""; });
  file.addEventListener("input", (event) => event.stopPropagation());
  clear.addEventListener("click", () => { input.value = ""; changed(input); pick.focus(); });
  input.addEventListener("input", () => { show(); picture(); });
  zone.addEventListener("dragover", (event) => { event.preventDefault(); zone.dataset.over = ""; });
  zone.addEventListener("dragleave", () => delete zone.dataset.over);
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    delete zone.dataset.over;
    if (event.dataTransfer.files[0] && !input.disabled) take(event.dataTransfer.files[0]);
  });
  box.append(zone, bar, error);
  // “compact” and “hideManualUrl” take the box for an address away.
  if (box.matches(".drop--compact, .drop--hideManualUrl")) {
    input.type = "hidden";
    pick.id = `${input.id}-pick`;
    document.querySelector(`label[for="${CSS.escape(input.id)}"]`)?.setAttribute("for", pick.id);
  } else {
    input.placeholder ||= "Or paste the address of a file";
    box.append(input);
  }
  show(box.dataset.name);
}

enhance((root) => { for (const box of all(root, "[data-drop]")) build(box); });
