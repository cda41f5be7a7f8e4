// SPDX-License-Identifier: Apache-2.0
// The page of the playground: what is chosen, what is checked when, and what is shared.
import { EditorView } from "@codemirror/view";
import { newState, showDiagnostics } from "./editor.js";
import { Engine } from "./engine.js";
import { showFindings, showInstruction, showMap, showMatrix, showRehearsal } from "./panels.js";
import { samples } from "./samples.js";
import { pack, unpack } from "./share.js";
import { tabs } from "./tabs.js";

const PAUSE = 120; // milliseconds after the last edit
const by = (id) => document.getElementById(id);
const say = (text) => (by("status").textContent = text);

const engine = new Engine();
const states = {}; // of the editor, for each kind of source
let source = "ptx";
let panel = "findings";
let names = []; // of all instructions
let view = null;
let timer = 0;

const textOf = (kind) => (kind === source ? view.state : states[kind]).doc.toString();

// ---- checks ----

async function check() {
  if (source === "map") return showFindings(view, []), say("The tab on the right shows what the driver decides."), showPanel();
  const [kind, { doc }] = [source, view.state];
  const name = kind === "cu" ? "kernel.cu" : "kernel.ptx";
  const args = ["--no-config", "--format=json", `/${name}`];
  if (by("arch").value) args.push(`--arch=${by("arch").value}`);
  if (by("toolkit").value) args.push(`--toolkit=${by("toolkit").value}`);
  const began = performance.now();
  const answer = await engine.run("check", { args, files: { [name]: doc.toString() } });
  if (!answer || kind !== source || doc !== view.state.doc) return;
  if (answer.failure || !answer.out) return say(answer.failure ?? answer.err);
  const { diagnostics, summary } = JSON.parse(answer.out);
  showDiagnostics(view, diagnostics);
  showFindings(view, diagnostics);
  const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  say(`${count(summary.errors, "error")}, ${count(summary.warnings, "warning")} (${Math.round(performance.now() - began)} ms)`);
  performance.mark("checked");
  showPanel();
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

// ---- panels ----

// The instruction whose name is the longest beginning of the word at the cursor, or of the first word of its line.
function instructionAtCursor() {
  const { head } = view.state.selection.main;
  const { from, text } = view.state.doc.lineAt(head);
  const words = [...text.matchAll(/[a-z_][\w:]*(?:\.[\w:]+)*/g)];
  const at = words.filter((word) => word.index <= head - from && head - from <= word.index + word[0].length);
  for (const [word] of [...at, ...words]) {
    const parts = word.split(".");
    for (let length = parts.length; length > 0; length--) {
      const name = parts.slice(0, length).join(".");
      if (names.includes(name)) return name;
    }
  }
  return "";
}

function showPanel() {
  if (panel === "matrix") showMatrix(engine, textOf("ptx"));
  if (panel === "rehearsal") showRehearsal(engine, textOf("ptx"), by("launch").value);
  if (panel === "map") showMap(engine, textOf("map"), by("at").value);
  if (panel === "instruction") moved();
}

function moved() {
  if (panel !== "instruction") return;
  const name = instructionAtCursor();
  if (!name || name === by("mnemonic").value) return;
  by("mnemonic").value = name;
  showInstruction(engine, name);
}

const markPanel = tabs(by("panels"), choosePanel);
function choosePanel(value) {
  panel = value;
  markPanel(value);
  for (const one of by("output").querySelectorAll("[role=tabpanel]")) one.hidden = one.id !== value;
  showPanel();
}

// ---- sources ----

const handlers = { changed: later, moved };
const markSource = tabs(by("sources"), chooseSource);
function chooseSource(value) {
  states[source] = view.state;
  source = value;
  markSource(value);
  by("editor").setAttribute("aria-labelledby", by("sources").querySelector("[aria-selected=true]").id);
  view.setState(states[value]);
  if (value === "map" && panel !== "map") return choosePanel("map"), check();
  if (value !== "map" && panel === "map") choosePanel("findings");
  check();
}

function open({ source: kind, text, panel: shown = "findings", arch = "", toolkit = "", launch = "", at = "0,0" }) {
  states[source] = view.state;
  states[kind] = newState(text, kind, engine, handlers);
  source = kind;
  view.setState(states[kind]);
  Object.assign(by("arch"), { value: arch });
  Object.assign(by("toolkit"), { value: toolkit });
  by("launch").value = launch;
  by("at").value = at;
  panel = shown;
  chooseSource(kind);
  choosePanel(shown);
}

// ---- sharing ----

async function share() {
  const state = { source, panel, text: textOf(source), arch: by("arch").value, toolkit: by("toolkit").value };
  Object.assign(state, source === "map" ? { at: by("at").value } : { launch: by("launch").value });
  history.replaceState(null, "", `#${await pack(state)}`);
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is in the clipboard.");
  } catch {
    say("The address of this page is now the link.");
  }
}

async function openShared() {
  const fragment = location.hash.slice(1);
  const state = fragment && (await unpack(fragment));
  if (fragment && !state) say("The link is damaged; a sample is shown instead.");
  if (!state || !(state.source in states)) return false;
  await lists;
  open(state);
  return true;
}

// ---- start ----

function theme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  by("theme").setAttribute("aria-pressed", String(dark));
}

async function fillLists() {
  const about = await engine.run("about", { args: ["--version", "--verbose"] });
  const words = (name) => about.out.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1].split(" ") ?? [];
  by("arch").append(...words("targets").reverse().map((one) => new Option(one, one)));
  by("toolkit").append(...words("ptxas releases").reverse().map((one) => new Option(one, one)));
  const list = await engine.run("names", { args: ["isa", "list", "--format=json"] });
  names = JSON.parse(list.out).instructions.map((one) => one.name);
  by("mnemonics").append(...names.map((one) => new Option(one)));
}

let lists = null;
async function start() {
  theme(matchMedia("(prefers-color-scheme: dark)").matches);
  by("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme !== "dark"));
  if (typeof WebAssembly === "undefined") return say("This browser does not support WebAssembly, which the playground requires.");
  for (const kind of ["ptx", "cu", "map"]) {
    const sample = samples.find((one) => one.source === kind);
    states[kind] = newState(sample.text, kind, engine, handlers);
  }
  view = new EditorView({ state: states.ptx, parent: by("editor") });
  by("sample").append(...samples.map((one, index) => new Option(one.name, index)));
  by("sample").addEventListener("change", ({ target }) => target.value && open(samples[target.value]));
  for (const id of ["arch", "toolkit"]) by(id).addEventListener("change", check);
  for (const id of ["launch", "at"]) by(id).addEventListener("change", showPanel);
  by("mnemonic").addEventListener("change", ({ target }) => target.value && showInstruction(engine, target.value));
  by("share").addEventListener("click", share);
  addEventListener("hashchange", openShared);
  markSource("ptx");
  markPanel("findings");
  by("editor").setAttribute("aria-labelledby", "tab-ptx");
  const first = location.hash ? null : check();
  lists = fillLists().catch(() => {}); // the check reports why the program does not run
  if (!(await openShared())) await (first ?? check());
  navigator.serviceWorker?.register("../sw.js").catch(() => {}); // without it, the page works as long as there is a network
}

start();
