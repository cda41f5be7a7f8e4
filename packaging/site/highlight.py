# SPDX-License-Identifier: Apache-2.0
"""A hook of MkDocs: colors PTX by its own rules. Those of Pygments color the beginning of any word that an opcode begins: 'add' in 'addr'."""
from pygments.lexer import bygroups
from pygments.lexers.ptx import PtxLexer
from pygments.token import Comment, Keyword, Name, Number, Punctuation, String, Text, Whitespace

PtxLexer.tokens = {
    "root": [
        (r"//.*?$", Comment.Single),
        (r"/\*[\s\S]*?\*/", Comment.Multiline),
        (r'"[^"\n]*"', String),
        (r"^(\s*)([\w$%]+)(:)(?!:)", bygroups(Whitespace, Name.Label, Punctuation)),
        (r"^(\s*)(@!?[\w$%]+\s+)?([a-z]\w*)", bygroups(Whitespace, Name.Variable, Keyword)),
        (r"\.[a-zA-Z_][\w:]*", Keyword.Type),
        (r"0[fFdDxX][0-9a-fA-F]+|\b\d[\w.]*", Number),
        (r"[%$][\w$]*", Name.Variable),
        (r"\w+", Name),
        (r"\s+", Whitespace),
        (r".", Text),
    ]
}
