// [data-sortable] tables sort by their headings; [data-rows-all] shows the rows kept back.
import { say } from "./live.js";

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const NOTHING = "—";

function upgrade(root) {
  for (const plain of root.querySelectorAll("[data-sortable] th > span.sort")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...plain.childNodes);
    plain.replaceWith(button);
    button.closest("th").setAttribute("aria-sort", "none");
  }
}

function compare(column, numeric) {
  return (a, b) => {
    const [left, right] = [a.cells[column].dataset.sort, b.cells[column].dataset.sort];
    if (left === NOTHING || right === NOTHING) return (left === NOTHING) - (right === NOTHING) || a.place - b.place;
    const order = numeric ? Number(left) - Number(right) : words.compare(left, right);
    return order || a.place - b.place;
  };
}

function sort(button) {
  const heading = button.closest("th");
  const body = button.closest("table").tBodies[0];
  const rows = [...body.rows];
  rows.forEach((row, at) => { row.place ??= at; });
  const descending = heading.getAttribute("aria-sort") === "ascending";
  const column = heading.cellIndex;
  const kept = rows.filter((row) => row.cells[column].dataset.sort !== NOTHING);
  const empty = rows.filter((row) => row.cells[column].dataset.sort === NOTHING);
  const numeric = kept.length > 0 && kept.every((row) => row.cells[column].dataset.sort.trim() !== "" && !Number.isNaN(Number(row.cells[column].dataset.sort)));
  kept.sort(compare(column, numeric));
  if (descending) kept.reverse();
  const first = rows.filter((row) => !row.classList.contains("is-more")).length;
  [...kept, ...empty].forEach((row, at) => row.classList.toggle("is-more", at >= first));
  body.append(...kept, ...empty);
  for (const each of heading.parentElement.cells) each.setAttribute("aria-sort", "none");
  heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
  say(`Sorted by ${button.textContent.trim()}, ${descending ? "descending" : "ascending"}`);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-sortable] button.sort");
  if (button) sort(button);
  const all = event.target.closest?.("[data-rows-all]");
  if (!all) return;
  const table = all.closest(".result").querySelector("[data-sortable]");
  table.classList.add("is-all");
  all.closest("p").querySelector("[data-rows-shown]").hidden = true;
  all.hidden = true;
  table.focus();
  say("All rows are shown");
});

upgrade(document);
document.addEventListener("htmx:load", (event) => upgrade(event.target.parentElement ?? document));
