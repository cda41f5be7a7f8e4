// SPDX-License-Identifier: Apache-2.0
// Colors for the editor. ptxcheck itself decides what is right: the patterns here only look at words.
import { StreamLanguage } from "@codemirror/language";

const PTX = [
  [/^%[\w$]+|^[$_][\w$]+/, "variableName"],
  [/^\.[a-z][\w:]*/, "typeName"],
  [/^0[fFdD][\da-fA-F]+|^\d[\w.]*/, "number"],
  [/^@!?/, "operator"],
  [/^[a-z][a-z0-9_]*(?=[.\s;])/, "keyword"],
];
const CXX = [
  [/^#\s*\w+/, "meta"],
  [/^(asm|volatile|if|else|for|while|return|const|constexpr|static|template|struct|using|__\w+__)\b/, "keyword"],
  [/^(void|int|unsigned|float|double|bool|auto|char|u?int\d+_t)\b/, "typeName"],
  [/^\d[\w.']*/, "number"],
];
const JSON_WORDS = [
  [/^"(?:[^"\\]|\\.)*"(?=\s*:)/, "propertyName"],
  [/^-?\d[\w.]*/, "number"],
];

function language(patterns) {
  const comment = (stream, state) => {
    state.inside = !stream.match(/^.*?\*\//);
    if (state.inside) stream.skipToEnd();
    return "comment";
  };
  return StreamLanguage.define({
    startState: () => ({ inside: false }),
    token(stream, state) {
      if (state.inside) return comment(stream, state);
      if (stream.eatSpace()) return null;
      if (stream.match(/^\/\/.*/)) return "comment";
      if (stream.match("/*")) return comment(stream, state);
      const found = patterns.find(([pattern]) => stream.match(pattern));
      if (found) return found[1];
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
      if (!stream.match(/^\w+/)) stream.next();
      return null;
    },
    languageData: { commentTokens: { line: "//" } },
  });
}

export const languages = { ptx: language(PTX), cu: language(CXX), map: language(JSON_WORDS) };
