// <time data-relative datetime="…">: "3 hours ago"; the absolute time stays in the title.
const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const units = [
  ["year", 31536000], ["month", 2592000], ["week", 604800],
  ["day", 86400], ["hour", 3600], ["minute", 60],
];

function text(date) {
  const seconds = (date - Date.now()) / 1000;
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return seconds > 0 ? "in a moment" : "just now";
}

function update(root) {
  for (const node of root.querySelectorAll("time[data-relative]")) {
    const date = Date.parse(node.dateTime);
    if (!Number.isNaN(date)) node.textContent = text(date);
  }
}

update(document);
setInterval(() => { if (!document.hidden) update(document); }, 30000);
document.addEventListener("visibilitychange", () => { if (!document.hidden) update(document); });
document.addEventListener("htmx:load", (event) => update(event.target.parentElement ?? document));
