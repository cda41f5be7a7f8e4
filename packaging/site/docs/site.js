// SPDX-License-Identifier: Apache-2.0
// For all pages, and the page of instructions: filters its tables of instructions by name, target and version. Without scripts, the tables are complete.
const place = document.getElementById("isa-filter");

const less = (a, b) => {
  const [x, y] = [a, b].map((version) => version.split(".").map(Number));
  return x[0] !== y[0] ? x[0] < y[0] : x[1] < y[1];
};

function control(label, element) {
  const box = document.createElement("label");
  box.append(label, element);
  place.append(box);
  return element;
}

function select(label, first, values) {
  const box = control(label, document.createElement("select"));
  box.append(new Option(first, ""), ...values.map((value) => new Option(value, value)));
  return box;
}

// The table after a heading, up to the next heading of the same level, is one section.
function sections() {
  return [...document.querySelectorAll(".md-content table")].map((table) => {
    let heading = table.closest(".md-typeset__scrollwrap") ?? table;
    while (heading && heading.tagName !== "H2") heading = heading.previousElementSibling;
    return { table, heading, rows: [...table.tBodies[0].rows] };
  });
}

async function start() {
  const file = new URL("../site/isa.json", location.href);
  const data = await (await fetch(file)).json();
  const text = control("Name or purpose", document.createElement("input"));
  text.type = "search";
  const target = select("Target", "any", data.targets);
  const version = select("PTX version", "any", [...data.versions].reverse());
  const count = document.createElement("p");
  count.setAttribute("role", "status");
  place.append(count);
  const all = sections();

  const matches = (row) => {
    const name = row.cells[0].textContent.trim();
    const [since, set] = data.instructions[name];
    return (
      row.textContent.toLowerCase().includes(text.value.trim().toLowerCase()) &&
      (!target.value || data.sets[set].includes(target.value)) &&
      (!version.value || !less(version.value, since))
    );
  };
  const apply = () => {
    let shown = 0;
    for (const { table, heading, rows } of all) {
      const visible = rows.filter((row) => !(row.hidden = !matches(row))).length;
      (table.closest(".md-typeset__scrollwrap") ?? table).hidden = heading.hidden = !visible;
      shown += visible;
    }
    count.textContent = `${shown} of ${Object.keys(data.instructions).length} instructions`;
    const chosen = Object.entries({ name: text.value, target: target.value, version: version.value });
    const query = new URLSearchParams(chosen.filter(([, value]) => value)).toString();
    history.replaceState(null, "", query ? `?${query}${location.hash}` : location.pathname + location.hash);
  };
  const asked = new URLSearchParams(location.search);
  text.value = asked.get("name") ?? "";
  target.value = asked.get("target") ?? "";
  version.value = asked.get("version") ?? "";
  for (const box of [text, target, version]) box.addEventListener("input", apply);
  apply();
  place.hidden = false;
}

if (place) start();
document.querySelector(".md-search")?.setAttribute("aria-label", "Search"); // Material names the dialog nowhere
