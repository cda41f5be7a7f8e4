/* SPDX-License-Identifier: Apache-2.0
 * The directives between the head of a function and its body: see tuning.def. */
#include "check/check.h"
#include <string.h>

enum tuning_of { ENTRY = 1, FUNC = 2, BOTH = 3 };
enum tuning_zero { ZERO, POSITIVE, STRINGS };

static const struct {
    const char *word;
    uint8_t of;
    uint32_t least, most;
    uint8_t zero;
    bool strings;
    const char *conflict;
} tunings[] = {
#define TUNING(word, of, least, most, zero, conflict)                                              \
    {word, of, least, most, zero, (zero) == STRINGS, conflict},
#include "check/tuning.def"
};

static const char BLOCKS[] = ".blocksareclusters"; /* a size in clusters needs all sizes */

enum { TUNINGS = sizeof tunings / sizeof *tunings };

static int tuning_find(struct text t) {
    for (int i = 0; i < TUNINGS; i++)
        if (strlen(tunings[i].word) == t.length && !memcmp(tunings[i].word, t.start, t.length))
            return i;
    return -1;
}

static void values(struct checker *c, uint32_t i, int which) {
    const struct node *n = ast_node(c->ast, i);
    uint32_t count = n->group.count;
    if (count < tunings[which].least) {
        report_missing_value(c->diags, node_span(n), name_text(c, n));
        return;
    }
    if (count > tunings[which].most) {
        static const enum phrase_id how_many[] = {P_no_value, P_one_value, P_up_to_two_values,
                                                  P_up_to_three_values};
        report_value_count(c->diags, node_span(n), name_text(c, n),
                           phrase(how_many[tunings[which].most]));
        return;
    }
    for (uint32_t k = i - count; k < i; k++) {
        const struct node *v = ast_node(c->ast, k);
        if ((v->kind == PTXC_OPERAND_STRING) != tunings[which].strings)
            report_value_kind(c->diags, node_span(v), name_text(c, n),
                              phrase(tunings[which].strings ? P_a_string : P_a_number));
        if (v->kind != PTXC_OPERAND_INTEGER) continue;
        if (v->value > 11 && which == tuning_find(text_of(".abi_preserve_control")))
            report_value_kind(c->diags, node_span(v), name_text(c, n), phrase(P_at_most_11));
        else if (!v->value && tunings[which].zero == POSITIVE)
            report_zero_value(c->diags, node_span(v), name_text(c, n));
        else if ((uint64_t)v->value > UINT32_MAX)
            report_value_overflow(c->diags, node_span(v), name_text(c, n));
    }
}

/* Others may be repeated: the last one counts. */
static bool check_once(struct checker *c, const struct node *n, int which, const uint8_t *seen) {
    struct text t = name_text(c, n);
    int preserve = tuning_find(text_of(".abi_preserve"));
    int control = tuning_find(text_of(".abi_preserve_control"));
    int noreturn = tuning_find(text_of(".noreturn"));
    bool once = which == preserve || which == control || which == noreturn;
    if (once && seen[which])
        report_duplicate_qualifier(c->diags, node_span(n), t);
    else if (which == noreturn && (seen[preserve] || seen[control]))
        report_misplaced_word(c->diags, node_span(n), t);
    else if (which == tuning_find(text_of(".maxnctapersm")) && c->match.version >= 21)
        report_misplaced_tuning(c->diags, node_span(n), t, phrase(P_later_isa));
    else
        return true;
    return false;
}

/* A size of memory, and not 0. */
static bool gives_memory(const struct checker *c, uint32_t node, int which) {
    if (which != tuning_find(text_of(".minperctamemory"))) return false;
    return ast_node(c->ast, node)->group.count && ast_node(c->ast, node - 1)->value;
}

void check_tuning(struct checker *c, const uint32_t *nodes, uint32_t count, bool entry, bool body) {
    uint8_t seen[TUNINGS] = {0};
    uint32_t blocks_at = 0;
    if (body) c->body.lacks_memory = entry;
    for (uint32_t k = 0; k < count; k++) {
        const struct node *n = ast_node(c->ast, nodes[k]);
        struct text t = name_text(c, n);
        int which = tuning_find(t);
        if (which < 0) continue;
        if (!(tunings[which].of & (entry ? ENTRY : FUNC)) || (entry && !body)) {
            report_misplaced_tuning(c->diags, node_span(n), t,
                                    phrase(!entry ? P_a_func
                                           : body ? P_an_entry
                                                  : P_a_prototype));
            continue;
        }
        int other = tuning_find(text_of(tunings[which].conflict));
        if (other >= 0 && seen[other])
            report_tuning_conflict(c->diags, node_span(n), t, text_of(tunings[other].word));
        if (!check_once(c, n, which, seen)) continue;
        seen[which] = 1;
        if (which == tuning_find(text_of(BLOCKS))) blocks_at = nodes[k];
        if (gives_memory(c, nodes[k], which)) c->body.lacks_memory = false;
        values(c, nodes[k], which);
        if (tunings[which].strings) check_pragma(c, nodes[k] - n->group.count, nodes[k], false);
    }
    bool dimensions =
        seen[tuning_find(text_of(".reqntid"))] && seen[tuning_find(text_of(".reqnctapercluster"))];
    if (seen[tuning_find(text_of(BLOCKS))] && !dimensions)
        report_needs_dimensions(c->diags, node_span(ast_node(c->ast, blocks_at)));
}
