# SPDX-License-Identifier: Apache-2.0
"""directives_of_lexer.py LEXER TABLES: the lexer and the tables have the same directives. Each keyword of the lexer
has a row. Each row that starts a statement or tunes a function is a keyword, and a separate token if it tunes
one.
"""
import pathlib
import re
import sys

RULE = re.compile(r'^ +((?:"\.\w+"\s*\|?\s*)+)\{ TOKEN\((TOK_D_\w+)\); \}', re.M)
ROW = re.compile(r"^directive((?: \.[\w:]+)+)([^#\n]*)", re.M)


def main(lexer, tables):
    tokens = {word: token for words, token in RULE.findall(pathlib.Path(lexer).read_text())
              for word in re.findall(r"\.\w+", words)}
    rows = {word: re.findall(r"\w+", items) for words, items in ROW.findall(pathlib.Path(tables).read_text())
            for word in words.split() if "::" not in word}
    errors = [f"'{word}' has no row" for word in sorted(set(tokens) - set(rows))]
    for word, items in sorted(rows.items()):
        if {"statement", "tunes"} & set(items) and word not in tokens:
            errors.append(f"'{word}' is not a keyword of the lexer")
        elif (tokens.get(word) == "TOK_D_TUNING") != ("tunes" in items and word != ".pragma"):
            errors.append(f"'{word}' tunes functions in the lexer or in its row, but not in both")
    for error in errors or ([] if tokens and rows else ["nothing was read"]):
        print("error:", error)
    sys.exit(bool(errors) or not tokens or not rows)


main(*sys.argv[1:])
