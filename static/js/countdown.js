// <time data-countdown datetime="…" data-now="…">: what is left, by the server's clock. At the end of
// a proposal that is open on this page the page is loaded anew, which then says that it is over.
import { say } from "./live.js";

const loaded = Date.now();
const nodes = [...document.querySelectorAll("time[data-countdown]")];

function left(node) {
  const passed = Date.now() - loaded;
  return Math.ceil((Date.parse(node.dateTime) - Date.parse(node.dataset.now) - passed) / 1000);
}

function update() {
  for (const node of nodes) {
    const seconds = left(node);
    if (seconds > 0) {
      node.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} left`;
      if (seconds === 60) say("One minute left to decide.");
    } else if (node.textContent !== "Time is over") {
      node.textContent = "Time is over";
      if (document.querySelector("[data-proposal-open]")) location.reload();
    }
  }
}

if (nodes.length) {
  update();
  setInterval(update, 1000);
}
