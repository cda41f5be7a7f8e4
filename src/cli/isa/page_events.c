/* SPDX-License-Identifier: Apache-2.0
 * The asynchronous events of an instruction, on its page: see page.h. */
#include "cli/isa/page.h"
#include "program/text/markdown.h"
#include <string.h>

static void write_argument(struct out *out, size_t insn, size_t event, size_t i) {
    ptxc_isa_event_argument a;
    char text[256];
    (void)ptxc_isa_event_argument_get(insn, event, i, &a);
    ptxc_isa_event_argument_text(insn, event, i, text, sizeof text);
    out_text(out, i ? ", " : "");
    out_text(out, a.name);
    out_char(out, ' ');
    markdown_code(out, text, strlen(text));
}

static void write_event(struct out *out, size_t insn, size_t i, const ptxc_isa_event *event) {
    char when[512];
    out_text(out, "| ");
    markdown_code(out, event->name, strlen(event->name));
    out_text(out, " | ");
    markdown_text(out, event->summary);
    out_text(out, " | ");
    if (ptxc_isa_event_condition_text(insn, i, when, sizeof when)) markdown_text(out, when);
    out_text(out, " | ");
    for (size_t a = 0; a < event->argument_count; a++) write_argument(out, insn, i, a);
    out_text(out, " |\n");
}

static const char heading[] =
    "\n## Protocol\n\n"
    "How the instruction takes part in the [synchronization](../protocol.md) of a kernel:\n\n"
    "| event | effect | when | arguments |\n|---|---|---|---|\n";

void isa_page_events(struct out *out, size_t insn) {
    ptxc_isa_event event;
    for (size_t i = 0; ptxc_isa_event_get(insn, i, &event) == PTXC_OK; i++) {
        if (!i) out_text(out, heading);
        write_event(out, insn, i, &event);
    }
}
