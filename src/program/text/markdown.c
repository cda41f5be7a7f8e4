/* SPDX-License-Identifier: Apache-2.0
 * Writes text as Markdown: see markdown.h. */
#include "program/text/markdown.h"
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* A `|` ends a cell even inside code. */
static void cell(struct out *out, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '|') out_char(out, '\\');
        out_char(out, text[i]);
    }
}

void markdown_code(struct out *out, const char *word, size_t length) {
    out_char(out, '`');
    cell(out, word, length);
    out_char(out, '`');
}

static bool goes_on(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

/* Returns the length of the code at the start of a text: ".sem", ".L2::cache_hint", "sm_100f+",
 * "n(.times) * 2", "[]", "p|q". */
static size_t code_length(const char *s) {
    static const char *const signs[] = {"[]", "{}", "p|q", "r.b0"};
    size_t n = 0;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (!strncmp(s, signs[i], strlen(signs[i]))) return strlen(signs[i]);
    if (*s == '.' && isalnum((unsigned char)s[1])) {
        for (n = 1; goes_on(s[n]) || (s[n] == ':' && goes_on(s[n + 1])) ||
                    (s[n] == ':' && s[n + 1] == ':');
             n++) {}
        if (!strncmp(s, ".version ", 9)) n = 9 + strcspn(s + 9, " ,;)");
        return n;
    }
    while (isalpha((unsigned char)s[n])) n++;
    if (n && s[n] == '(' && s[n + 1] == '.') return strcspn(s, ")") + 1;
    return 0;
}

static size_t quoted_length(const char *s) {
    const char *end = *s == '\'' ? strchr(s + 1, '\'') : NULL;
    return end && end > s + 1 ? (size_t)(end - s) - 1 : 0;
}

void markdown_text(struct out *out, const char *text) {
    char before = ' ';
    for (const char *s = text; *s;) {
        bool begins = !goes_on(before);
        size_t quoted = begins ? quoted_length(s) : 0, code = begins ? code_length(s) : 0;
        if (quoted) {
            markdown_code(out, s + 1, quoted);
            s += quoted + 2;
        } else if (code) {
            markdown_code(out, s, code);
            s += code;
        } else {
            if (*s && strchr("*<[]\\`|", *s)) out_char(out, '\\');
            out_char(out, *s++);
        }
        before = s[-1];
    }
}
