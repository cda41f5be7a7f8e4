/* SPDX-License-Identifier: Apache-2.0
 * Modules of PTX, and parts of them, in strings of a host. */
#include "embed/scan/scan.h"
#include <string.h>

/* Returns the position of the character of the word that source code contains least. */
static uint32_t rarest_in(const char *word) {
    for (const char *rare = "qzjxkvywbgphmu"; *rare; rare++) {
        const char *found = strchr(word, *rare);
        if (found) return (uint32_t)(found - word);
    }
    return 0;
}

/* Returns where the word is from `at` on, or UINT32_MAX. memchr looks at many bytes at once. */
static uint32_t find_in_text(struct text t, uint32_t at, const char *word) {
    uint32_t n = (uint32_t)strlen(word), rare = rarest_in(word);
    for (uint32_t i = at + rare; i < t.length; i++) {
        const char *found = memchr(t.start + i, word[rare], t.length - i);
        if (!found) break;
        i = (uint32_t)(found - t.start);
        uint32_t start = i - rare;
        if (t.length - start >= n && !memcmp(t.start + start, word, n)) return start;
    }
    return UINT32_MAX;
}

bool cxx_contains(struct text t, const char *word) {
    return find_in_text(t, 0, word) != UINT32_MAX;
}

bool cxx_has_module(struct text t) {
    static const char version[] = ".version";
    for (uint32_t at = 0; (at = find_in_text(t, at, version)) != UINT32_MAX;) {
        at += sizeof version - 1;
        uint32_t number = at;
        while (number < t.length && (t.start[number] == ' ' || t.start[number] == '\t')) number++;
        if (number < t.length && cxx_is_digit(t.start[number])) return true;
    }
    return false;
}

/* Skips whitespace, line ends that are written as \n, and comments. */
static uint32_t skip_start(struct text t) {
    uint32_t at = 0;
    while (at < t.length) {
        bool newline = t.start[at] == '\\' && at + 1 < t.length && strchr("nrt\n", t.start[at + 1]);
        bool comment = t.start[at] == '/' && at + 1 < t.length && t.start[at + 1] == '/';
        if (!comment && !newline && (unsigned char)t.start[at] > ' ') break;
        while (comment && at + 1 < t.length && t.start[at + 1] != '\n') at++;
        at += newline ? 2 : 1;
    }
    return at;
}

bool cxx_starts_module(struct text t) {
    static const char version[] = ".version";
    const uint32_t n = sizeof version - 1;
    uint32_t at = skip_start(t);
    if (t.length - at <= n || memcmp(t.start + at, version, n)) return false;
    for (at += n; at < t.length && (t.start[at] == ' ' || t.start[at] == '\t');) at++;
    return at < t.length && cxx_is_digit(t.start[at]);
}

/* Other assemblers also have `.global f` and `.func f`. */
bool cxx_starts_part(struct text t) {
    static const char *const words[] = {".visible", ".extern", ".weak",   ".global",
                                        ".const",   ".shared", ".common", ".func"};
    uint32_t at = skip_start(t), end = at + 1;
    while (end < t.length && cxx_in_name(t.start[end])) end++;
    struct text word = {t.start + at, at < t.length ? end - at : 0};
    while (end < t.length && (t.start[end] == ' ' || t.start[end] == '\t')) end++;
    if (end >= t.length) return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(word, words[i])) return t.start[end] == (text_is(word, ".func") ? '(' : '.');
    return text_is(word, ".entry");
}
