/* SPDX-License-Identifier: Apache-2.0
 * Searches that stop where they find something. Those of zig 0.17 for musl and WASI first measure
 * the whole rest of the string (lib/c/string.zig), so that a loop over a long line takes quadratic
 * time. They are weak, and these replace them. tools/cross.sh compiles this file without builtins.
 */
#include <stddef.h>

char *strchrnul(const char *text, int wanted);
char *strchr(const char *text, int wanted);
char *strstr(const char *text, const char *word);
char *strpbrk(const char *text, const char *set);
size_t strspn(const char *text, const char *set);
size_t strcspn(const char *text, const char *set);

char *strchrnul(const char *text, int wanted) {
    while (*text && *text != (char)wanted) text++;
    return (char *)text;
}

char *strchr(const char *text, int wanted) {
    char *found = strchrnul(text, wanted);
    return *found == (char)wanted ? found : NULL;
}

static int starts_with(const char *text, const char *word) {
    while (*word && *text == *word) text++, word++;
    return !*word;
}

char *strstr(const char *text, const char *word) {
    while (*word && *text && !starts_with(text, word)) text = strchrnul(text + 1, *word);
    return *word && !*text ? NULL : (char *)text;
}

/* Returns the length of the start of the text whose bytes are all in the set, or all not in it. */
static size_t length_of(const char *text, const char *set, int inside) {
    unsigned char in[256] = {0};
    size_t length = 0;
    for (; *set; set++) in[(unsigned char)*set] = 1;
    while (text[length] && in[(unsigned char)text[length]] == inside) length++;
    return length;
}

size_t strspn(const char *text, const char *set) { return length_of(text, set, 1); }

size_t strcspn(const char *text, const char *set) { return length_of(text, set, 0); }

char *strpbrk(const char *text, const char *set) {
    const char *found = text + strcspn(text, set);
    return *found ? (char *)found : NULL;
}
