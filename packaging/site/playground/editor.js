// SPDX-License-Identifier: Apache-2.0
// The editor: diagnostics from the program's JSON, hover and completion from its language server.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { languages } from "./language.js";
import { markdown } from "./markdown.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// The program counts columns in bytes.
function offset(doc, line, column) {
  if (line > doc.lines) return doc.length;
  const { from, text, length } = doc.line(Math.max(line, 1));
  const units = /^[\x00-\x7f]*$/.test(text) ? column - 1 : decoder.decode(encoder.encode(text).slice(0, column - 1)).length;
  return from + Math.min(Math.max(units, 0), length);
}

const range = (doc, place) => ({
  from: offset(doc, place.line, place.column),
  to: offset(doc, place.end_line, place.end_column),
});

export const fixes = (found) => (found.fixes.length ? [found.fixes] : []);

// All edits of a fix are made, or none.
export function applyFix(view, edits) {
  view.dispatch({ changes: edits.map((edit) => ({ ...range(view.state.doc, edit), insert: edit.text })) });
  view.focus();
}

export function goTo(view, place) {
  const anchor = offset(view.state.doc, place.line, place.column);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  view.focus();
}

export const fixLabel = (edits) => {
  const texts = edits.map((edit) => edit.text).filter(Boolean);
  return texts.length ? `Fix: use '${texts.join("', '").trim()}'` : "Fix: remove it";
};

export function showDiagnostics(view, found) {
  const { doc } = view.state;
  const shown = found.map((one) => {
    const { from, to } = range(doc, one);
    const notes = one.notes.map((note) => `\n${note.message}`).join("");
    return {
      from,
      to: Math.max(from, to),
      severity: one.severity === "error" ? "error" : "warning",
      source: one.code,
      message: one.message + notes,
      actions: fixes(one).map((edits) => ({ name: fixLabel(edits), apply: (target) => applyFix(target, edits) })),
    };
  });
  view.dispatch(setDiagnostics(view.state, shown.sort((a, b) => a.from - b.from)));
}

function position(doc, at) {
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
}

const LANGUAGE = { ptx: "ptx", cu: "cuda-cpp" };
const NAME = { ptx: "kernel.ptx", cu: "kernel.cu" };

function hover(engine, kind) {
  return hoverTooltip(async (view, pos) => {
    const { doc } = view.state;
    const result = await engine.ask("hover", NAME[kind], doc.toString(), LANGUAGE[kind], "textDocument/hover", position(doc, pos));
    if (!result || view.state.doc !== doc) return null;
    const at = (place) => doc.line(place.line + 1).from + place.character;
    const text = result.contents.value ?? String(result.contents);
    return {
      pos: result.range ? at(result.range.start) : pos,
      end: result.range ? at(result.range.end) : pos,
      above: true,
      create() {
        const dom = document.createElement("div");
        dom.className = "hover";
        dom.append(...markdown(text));
        return { dom };
      },
    };
  }, { hoverTime: 200 });
}

function completion(engine, kind) {
  return async (context) => {
    if (!context.explicit && !context.matchBefore(/[\w.:%$]/)) return null;
    const { doc } = context.state;
    const place = position(doc, context.pos);
    const result = await engine.ask("completion", NAME[kind], doc.toString(), LANGUAGE[kind], "textDocument/completion", place);
    if (!result?.items?.length || context.aborted) return null;
    const start = (item) => item.textEdit?.range.start.character ?? place.character;
    const first = Math.min(...result.items.map(start));
    return {
      from: doc.line(place.line + 1).from + first,
      options: result.items.filter((item) => start(item) === first).map((item, index) => ({
        label: item.textEdit?.newText ?? item.label,
        displayLabel: item.label,
        detail: item.detail,
        boost: -Math.min(index, 99),
        type: "keyword",
      })),
      validFor: /^[\w.:%$]*$/,
    };
  };
}

// `changed` is called after an edit, `moved` after the cursor moved.
export function newState(text, kind, engine, { changed, moved }) {
  const helped = kind in LANGUAGE ? [hover(engine, kind), autocompletion({ override: [completion(engine, kind)], icons: false }), lintGutter()] : [];
  return EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      bracketMatching(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      languages[kind],
      syntaxHighlighting(classHighlighter),
      helped,
      keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.contentAttributes.of({ "aria-label": "Source", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed();
        if (update.selectionSet) moved();
      }),
    ],
  });
}
