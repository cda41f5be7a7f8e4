/* SPDX-License-Identifier: Apache-2.0
 * Plurals of phrases about operands: "a register that fits" -> "registers that fit". */
#include "model.h"

struct piece {
    const char *text;
    size_t length;
};

static bool is(struct piece p, const char *word) {
    return strlen(word) == p.length && !memcmp(p.text, word, p.length);
}

static bool is_noun(struct piece p) {
    static const char *const nouns[] = {"register",   "integer",   "number",
                                        "variable",   "parameter", "predicate",
                                        "coordinate", "value",     "slope"};
    if (p.length && p.text[p.length - 1] == ',') p.length--;
    for (size_t i = 0; i < sizeof nouns / sizeof *nouns; i++)
        if (is(p, nouns[i])) return true;
    return false;
}

static bool begins_one(struct piece before) {
    return !before.length || before.text[before.length - 1] == ',' || is(before, "or");
}

const char *plural(const char *phrase) {
    const char *text = "";
    struct piece before = {"", 0};
    if (strstr(phrase, " of ")) return phrase; /* one of several things */
    for (const char *s = phrase; *s;) {
        struct piece p = {s, strcspn(s, " ")};
        s += p.length + (s[p.length] == ' ');
        bool article = begins_one(before) && (is(p, "a") || is(p, "an"));
        bool many = is_noun(p) && !is(before, "the"); /* "the integer 0" is singular */
        bool comma = p.length && p.text[p.length - 1] == ',';
        bool fits = is(p, "fits") && is(before, "that");
        before = p;
        if (article) continue;
        if (fits || (many && comma)) p.length--;
        text = format_text("%s%s%.*s%s%s", text, *text ? " " : "", (int)p.length, p.text,
                           many ? "s" : "", many && comma ? "," : "");
    }
    return text;
}
