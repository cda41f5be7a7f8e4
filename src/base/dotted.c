/* SPDX-License-Identifier: Apache-2.0
 * Splits dotted chains: see dotted.h. */
#include "base/dotted.h"

bool is_dotted_byte(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == ':' || c == '$';
}

/* Whitespace and comments may precede a `.`; the parser has made sure that nothing else does. */
static uint32_t skip_to_dot(const char *s, uint32_t i, uint32_t n) {
    while (i < n && s[i] != '.') {
        if (s[i] == '/' && i + 1 < n && s[i + 1] == '/') {
            while (i < n && s[i] != '\n') i++;
        } else if (s[i] == '/' && i + 1 < n && s[i + 1] == '*') {
            i += 2;
            while (i + 1 < n && !(s[i] == '*' && s[i + 1] == '/')) i++;
            i += 2;
        } else {
            i++;
        }
    }
    return i < n ? i : n;
}

uint32_t dotted_next(const char *s, uint32_t n, uint32_t *at) {
    uint32_t start = skip_to_dot(s, *at, n), i = start;
    if (i < n) i++;
    while (i < n && is_dotted_byte(s[i])) i++;
    *at = i;
    return start;
}
