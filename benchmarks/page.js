"use strict";
// A click on a header sorts its table; what is typed above a table leaves the rows that have it.
const key = (row, column) => {
  const cell = row.cells[column];
  const number = cell.dataset.value;
  return number === undefined ? cell.textContent : Number(number);
};
const compare = (a, b) => {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a.localeCompare(b, undefined, { numeric: true });
};
for (const table of document.querySelectorAll("table")) {
  const headers = [...table.tHead.rows[0].cells];
  headers.forEach((header, column) => {
    header.querySelector("button").addEventListener("click", () => {
      const rows = [...table.tBodies[0].rows];
      const numbers = rows.some((row) => row.cells[column].dataset.value !== undefined);
      const was = header.getAttribute("aria-sort");
      const down = was === "none" ? numbers : was === "ascending";
      for (const other of headers) other.setAttribute("aria-sort", "none");
      header.setAttribute("aria-sort", down ? "descending" : "ascending");
      rows.sort((a, b) => {
        const x = key(a, column), y = key(b, column);
        // Cells without a number stay below, whatever the direction.
        if (typeof x !== typeof y) return compare(x, y);
        return down ? compare(y, x) : compare(x, y);
      });
      table.tBodies[0].append(...rows);
    });
  });
}
for (const input of document.querySelectorAll("input[data-filter]")) {
  const rows = [...document.getElementById(input.dataset.filter).rows];
  const count = document.querySelector(`[data-count="${input.dataset.filter}"]`);
  const show = () => {
    const wanted = input.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} rows`;
  };
  input.addEventListener("input", show);
  show();
}
