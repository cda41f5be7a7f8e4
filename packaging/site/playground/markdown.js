// SPDX-License-Identifier: Apache-2.0
// The Markdown of the language server's hovers as elements: paragraphs, lists, code and links. Nothing in it is read as HTML.

function element(name, content, properties = {}) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...[content].flat());
  return made;
}

const INLINE = /`([^`]+)`|\[([^\]]+)\]\((https:[^)\s]+)\)/g;

function inline(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, words, href] = match;
    parts.push(text.slice(end, match.index));
    parts.push(code ? element("code", code) : element("a", words, { href, target: "_blank", rel: "noreferrer" }));
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

function block(text) {
  const lines = text.split("\n");
  if (lines.every((line) => line.startsWith("- "))) return element("ul", lines.map((line) => element("li", inline(line.slice(2)))));
  if (lines.every((line) => line.startsWith("|"))) return element("pre", text);
  return element("p", inline(text));
}

export function markdown(text) {
  const pieces = text.split(/^```\w*\n([\s\S]*?)\n?^```$/m); // every second one is code
  return pieces.flatMap((piece, at) => (at % 2 ? element("pre", piece) : piece.split(/\n\s*\n/).map((one) => one.trim()).filter(Boolean).map(block)));
}
