/* SPDX-License-Identifier: Apache-2.0
 * Pages of diagnostics: see pages.h. */
#include "program/text/pages.h"

const struct page *page_find(uint32_t code) {
    for (size_t i = 0; i < page_count; i++)
        if (pages[i].code == code) return &pages[i];
    return NULL;
}
