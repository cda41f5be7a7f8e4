// SPDX-License-Identifier: Apache-2.0
// What the tabs on the right show. Each function runs the program and writes into its panel.
import { applyFix, fixes, fixLabel, goTo } from "./editor.js";

const panel = (name) => document.getElementById(name);
const text = (answer) => answer.failure ?? `${answer.out}${answer.err}`.trim();

function element(name, content, properties = {}) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...[content].flat());
  return made;
}

function placeButton(view, one) {
  const place = element("button", `${one.line}:${one.column}`, { type: "button", className: "place" });
  place.setAttribute("aria-label", `${one.line}:${one.column}, go to this place`);
  place.addEventListener("click", () => goTo(view, one));
  return place;
}

// The place on the left; the message, its notes and its fixes on the right.
function finding(view, one) {
  const page = element("a", one.code, { href: `../diagnostics/${one.code}/`, className: "code" });
  const said = element("div", element("p", [element("strong", one.severity, { className: one.severity }), " ", one.message, " ", page]));
  for (const note of one.notes) said.append(element("p", note.line ? [placeButton(view, note), " ", note.message] : note.message, { className: "note" }));
  for (const edits of fixes(one)) {
    const button = element("button", fixLabel(edits), { type: "button", className: "fix" });
    button.addEventListener("click", () => applyFix(view, edits));
    said.append(button);
  }
  return element("li", [placeButton(view, one), said]);
}

export function showFindings(view, found) {
  panel("findings").querySelector("ul").replaceChildren(...found.map((one) => finding(view, one)));
}

export async function showInstruction(engine, name) {
  const answer = await engine.run("instruction", { args: ["isa", "show", name] });
  if (answer) panel("instruction").querySelector("pre").textContent = text(answer);
}

export async function showMatrix(engine, source) {
  const answer = await engine.run("matrix", { args: ["matrix", "/kernel.ptx"], files: { "kernel.ptx": source } });
  if (answer) panel("matrix").querySelector("pre").textContent = text(answer);
}

// A drawing is an image, so that nothing in it can run.
function draw(image, svg, words) {
  URL.revokeObjectURL(image.src);
  image.hidden = !svg;
  if (svg) image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.alt = words;
}

export async function showRehearsal(engine, source, launch) {
  const files = { "kernel.ptx": source };
  const args = ["rehearse", "/kernel.ptx", "--max-steps=2000000", "--svg=/out.svg"];
  if (launch.trim()) {
    files["launch.json"] = launch;
    args.push("--launch=/launch.json");
  } else {
    args.push("--infer");
  }
  const answer = await engine.run("rehearsal", { args, files, output: "out.svg" });
  if (!answer) return;
  panel("rehearsal").querySelector("pre").textContent = text(answer).replaceAll("/kernel.ptx", "kernel.ptx");
  draw(panel("rehearsal").querySelector("img"), answer.file, "What each warp, unit and mbarrier does, in the order of steps");
}

export async function showMap(engine, source, at) {
  const files = { "map.json": source };
  const rules = await engine.run("map", { args: ["tensormap", "/map.json"], files });
  if (!rules) return;
  const place = at.trim() ? [`--at=${at.replaceAll(" ", "")}`] : [];
  const copy = rules.status ? null : await engine.run("copy", { args: ["tensormap", "--show", ...place, "/map.json"], files });
  const drawing = copy && (await engine.run("drawing", { args: ["tensormap", "--svg=-", ...place, "/map.json"], files }));
  const words = [rules, copy].filter(Boolean).map(text).filter(Boolean).join("\n\n");
  panel("map").querySelector("pre").textContent = words.replaceAll("/map.json", "map.json");
  draw(panel("map").querySelector("img"), drawing?.out.includes("<svg") ? drawing.out : "", "Which elements the copy reads, and where it writes them");
}
