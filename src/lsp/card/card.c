/* SPDX-License-Identifier: Apache-2.0
 * Text in pop-ups: see card.h. */
#include "lsp/card/card.h"
#include "program/isa/say.h"
#include "program/text/jsontext.h"
#include "lsp/wire/need.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_bytes(struct card *c, const char *text, size_t length) {
    if (c->room - c->length <= length) {
        size_t room = 2 * (c->length + length) + 256;
        c->text = need(realloc(c->text, room));
        c->room = room;
    }
    if (length) memcpy(c->text + c->length, text, length);
    c->length += length;
    c->text[c->length] = '\0';
}

void card_add(struct card *c, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n > 0) add_bytes(c, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

void card_word(struct card *c, const char *word, size_t length) {
    if (c->markdown) add_bytes(c, "`", 1);
    add_bytes(c, word, length);
    if (c->markdown) add_bytes(c, "`", 1);
}

void card_code(struct card *c, const char *code, size_t length) {
    card_paragraph(c);
    if (c->markdown) card_add(c, "```ptx\n");
    add_bytes(c, code, length);
    if (c->markdown) card_add(c, "\n```");
}

void card_paragraph(struct card *c) {
    if (c->length) card_add(c, "\n\n");
}

void card_item(struct card *c) { card_add(c, "\n- "); }

void card_avail(struct card *c, const ptxc_isa_avail *avail) {
    char targets[256];
    bool all = isa_on_all_targets(avail);
    const char *release = isa_first_release(avail), *comma = "since ";
    ptxc_target_set_text(&avail->targets, NULL, targets, sizeof targets);
    if (avail->version) {
        card_add(c, "%s.version %s", comma, isa_version_text(avail->version).text);
        comma = ", ";
    }
    if (*release && (avail->version || !all)) {
        card_add(c, "%sCUDA %s", comma, release);
        comma = ", ";
    }
    if (all) return;
    card_add(c, "%son ", *comma == ',' ? comma : "");
    card_word(c, targets, strlen(targets)); /* Neovim renders "sm_100f+, sm_101f+" half in
                                               italics */
}

void card_manual(struct card *c, const char *anchor) {
    card_paragraph(c);
    if (c->markdown)
        card_add(c, "[PTX ISA manual](" CARD_MANUAL "%s)", anchor);
    else
        card_add(c, CARD_MANUAL "%s", anchor);
}

json_t *card_json(struct card *c) {
    json_t *json = json_pack("{s:s, s:o}", "kind", c->markdown ? "markdown" : "plaintext", "value",
                             json_text(c->text ? c->text : "", c->length));
    free(c->text);
    *c = (struct card){0};
    return json;
}
