/* SPDX-License-Identifier: Apache-2.0
 * Parses and checks one text: see unit.h. */
#include "check/unit.h"
#include "check/check.h"
#include "isa/tables.h"
#include "syntax/parse.h"

void unit_parse(const struct unit *u) {
    u->diags->source = (struct text){u->text, u->names->length};
    struct parser parser = {
        .arena = u->arena, .diags = u->diags, .names = u->names, .ast = u->ast, .text = u->text};
    parse_module(&parser);
}

struct judged_by unit_check(const struct unit *u, const struct settings *settings) {
    struct checker c = {.arena = u->arena,
                        .diags = u->diags,
                        .names = u->names,
                        .ast = u->ast,
                        .text = u->text,
                        .asked = {.is_fragment = u->is_fragment,
                                  .any_toolkit = settings->any_toolkit && !u->is_fragment,
                                  .virtual_arch = settings->virtual_arch,
                                  .arch = settings->arch},
                        .head = {.texmode = NO_SPAN, .debug_option = NO_SPAN},
                        .marked.span = NO_SPAN,
                        .debug.last_file = INT64_MIN};
    c.match = (struct match_context){.arena = u->arena,
                                     .words = u->scratch,
                                     .diags = u->diags,
                                     .text = u->text,
                                     .names = u->names,
                                     .version = isa_version_newest(settings->release),
                                     .target = u->is_fragment ? u->target : -1,
                                     .release = settings->release,
                                     .may_be_unused = u->is_fragment,
                                     .ignore_unknown = settings->ignore_unknown,
                                     .version_span = NO_SPAN,
                                     .target_span = NO_SPAN,
                                     .observer = u->observer};
    if (settings->syntax_only)
        check_braces(&c);
    else
        check_module(&c);
    if (u->symbols) *u->symbols = c.symbols;
    return (struct judged_by){c.match.version, c.match.target, c.match.release};
}
