/* SPDX-License-Identifier: Apache-2.0
 * docs/diagnostics/ptx-NNN.md as data, in order of the codes. tools/pages.awk makes it. */
#ifndef PROGRAM_TEXT_PAGES_H
#define PROGRAM_TEXT_PAGES_H

#include <stddef.h>
#include <stdint.h>

struct page {
    uint32_t code;
    const char *name;
    const char *summary; /* one sentence */
    const char *text;    /* Markdown */
};

extern const struct page pages[];
extern const size_t page_count;

/* Returns the page for this code, or NULL. */
const struct page *page_find(uint32_t code);

#endif
