/* SPDX-License-Identifier: Apache-2.0
 * Lookup of events and their arguments. */
#include "isa/event.h"
#include <stddef.h>

const struct isa_argument *isa_event_argument(const struct isa_event *event,
                                              enum isa_event_argument what) {
    for (uint16_t i = 0; i < event->arguments.count; i++) {
        const struct isa_argument *a = &isa_arguments[event->arguments.first + i];
        if (a->what == what) return a;
    }
    return NULL;
}

enum isa_event_name isa_event_name_of(enum isa_event_argument what, uint16_t word) {
    struct isa_span words = isa_argument_infos[what].words;
    for (uint16_t i = 0; i < words.count; i++)
        if (isa_word_names[words.first + i].word == word)
            return (enum isa_event_name)isa_word_names[words.first + i].name;
    return NAMED_NONE;
}
