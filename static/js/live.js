// One polite live region for the page; say(text) speaks through it.
let region;

export function say(text) {
  if (!region) {
    region = document.getElementById("live");
    if (!region) {
      region = document.createElement("div");
      region.id = "live";
      region.className = "visually-hidden";
      region.setAttribute("role", "status");
      document.body.append(region);
    }
  }
  // Emptied first, so that the same text is spoken twice when it happens twice.
  region.textContent = "";
  setTimeout(() => { region.textContent = text; }, 60);
}
