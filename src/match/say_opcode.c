/* SPDX-License-Identifier: Apache-2.0
 * Messages about the name of an instruction. */
#include "base/distance.h"
#include "chain/misspelt.h"
#include "match/expected.h"
#include "match/say.h"
#include <string.h>

/* Returns what one instruction name has after another. */
static struct text behind(struct text all, struct text name) {
    return (struct text){all.start + name.length, all.length - name.length};
}

/* Returns true if all qualifiers except the skipped one fit an instruction with that name. */
static bool fits_as(const struct judged *j, struct text name, ptxc_span skipped) {
    const char *text = j->c->text;
    uint32_t start = judged_opcode(j).end;
    struct text_builder line = build_in_arena(j->c->words);
    build_text(&line, name);
    build_text(&line, text_at(text, (ptxc_span){start, skipped.start}));
    build_text(&line, text_at(text, (ptxc_span){skipped.end, j->head.end}));
    const struct chain_info *info =
        chain_read(j->c->words, line.start, (uint32_t)line.length, j->c->release, false);
    return info->form_count && !info->forms->problem_count;
}

/* Reports `mul.u32.lo`, where a word of the name is among the qualifiers. `siblings` are the
 * instructions whose name starts with this one. */
bool say_parted(const struct judged *j, struct text name, struct words siblings) {
    for (uint32_t i = 0; i < siblings.count; i++)
        for (uint16_t w = 0; w < j->info->word_count; w++) {
            struct text last = behind(siblings.word[i], name);
            if (!text_same(say_given(j, w), last)) continue;
            if (!fits_as(j, siblings.word[i], judged_word(j, w))) continue;
            struct diag *d = report_qualifier_order(j->c->diags, judged_word(j, w), last, name);
            say_insert(j, d, judged_opcode(j).end, last);
            say_remove(j, d, w);
            return true;
        }
    return false;
}

static bool contains(struct text t, const char *part, uint32_t length) {
    for (uint32_t i = 0; i + length <= t.length; i++)
        if (!memcmp(t.start + i, part, length)) return true;
    return false;
}

/* Returns true if both start with the same text up to a `::`. */
static bool has_stem_of(struct text w, struct text name) {
    uint32_t n = name.length;
    while (n && name.start[n - 1] != ':') n--;
    return n && w.length > n && !memcmp(w.start, name.start, n);
}

/* The edit distance of the nearest opcodes. */
static uint32_t least_edits(struct text name, struct words opcodes, uint32_t most) {
    for (uint32_t i = 0; i < opcodes.count; i++) {
        uint32_t edits = edit_distance(name, opcodes.word[i], most + 1);
        if (edits < most) most = edits;
    }
    return most;
}

/* Returns the opcodes that may be meant, by the best kind of similarity that exists: the name
 * continues (`wait`, `wait::ld`), another one contains its last word (`try_wait`), is one typing
 * error away, or has the same stem (`fence::`). */
static struct words meant_opcodes(const struct judged *j, struct text name, uint32_t root) {
    struct words opcodes = expected_opcodes(j->c, name.start, root);
    struct text *word = arena_alloc(j->c->words, (opcodes.count + 1u) * sizeof *word);
    struct words meant = {word, 0};
    const char *last = name.start + root + 1;
    uint32_t length = name.length > root ? name.length - root - 1 : 0;
    uint32_t edits = least_edits(name, opcodes, length < 6 ? 1 : length / 3);
    for (int way = 0; way < 4 && length && !meant.count; way++)
        for (uint32_t i = 0; i < opcodes.count; i++) {
            struct text w = opcodes.word[i];
            bool like = way == 0   ? w.length > name.length && contains(w, name.start, name.length)
                        : way == 1 ? contains(w, last, length)
                        : way == 2 ? edit_distance(name, w, edits + 1) <= edits
                                   : has_stem_of(w, name);
            if (like) word[meant.count++] = w;
        }
    return meant.count ? meant : opcodes;
}

/* Reports `tcgen05.cta_group::1.b64 [%r1]`, which lacks a word of the name: with it, the line has
 * no error. Returns false if no name of the family does that, or too many do. */
static bool say_cut_name(const struct judged *j) {
    ptxc_span span = judged_opcode(j);
    struct text name = text_at(j->c->text, span);
    struct words opcodes = expected_opcodes(j->c, name.start, name.length);
    struct text *word = arena_alloc(j->c->words, (opcodes.count + 1u) * sizeof *word);
    uint32_t count = 0;
    for (uint32_t i = 0; i < opcodes.count; i++)
        if (verify_edit(j, span, opcodes.word[i])) word[count++] = opcodes.word[i];
    if (!count || count > SAY_MOST_WORDS) return false;
    struct diag *d =
        report_unknown_instruction(j->c->diags, span, name, (struct words){word, count});
    if (count == 1) diag_fix(j->c->diags, d, span, word->start);
    return true;
}

/* Reports `cp.aysnc.bulk`. */
static void say_misspelt(const struct judged *j) {
    struct match_context *c = j->c;
    ptxc_span span = {j->head.start, j->head.start + j->info->meant_length};
    struct text *name = arena_alloc(c->words, sizeof *name);
    *name = text_of(isa_str(isa_insns[j->info->meant].name));
    struct diag *d =
        report_unknown_instruction(c->diags, span, text_at(c->text, span), (struct words){name, 1});
    diag_fix(c->diags, d, span, name->start);
}

/* Reports `mbarrier.foo` and suggests some of the opcodes that start with `mbarrier.`. */
static void say_unknown_of_family(const struct judged *j) {
    uint32_t root = j->info->opcode_length;
    ptxc_span span = {j->head.start, j->head.start + root};
    if (say_cut_name(j)) return;
    if (j->info->word_count) span.end = judged_word(j, 0).end;
    struct text name = text_at(j->c->text, span);
    struct words meant = meant_opcodes(j, name, root);
    struct diag *d = report_unknown_instruction(j->c->diags, span, name, meant);
    if (meant.count == 1) diag_fix(j->c->diags, d, span, meant.word[0].start);
}

/* Reports `ads.u32`. */
static void say_unknown_root(const struct judged *j) {
    struct match_context *c = j->c;
    ptxc_span span = {j->head.start, j->head.start + j->info->opcode_length};
    struct text root = text_at(c->text, span);
    struct words near = misspelt_roots(c->words, root);
    if (!near.count) {
        report_no_instruction(c->diags, span, root);
        return;
    }
    struct diag *d = report_unknown_instruction(c->diags, span, root, near);
    if (near.count > 1) return;
    diag_fix(c->diags, d, span, arena_copy(c->words, near.word->start, near.word->length));
}

/* Reports `setctarank` and `cp.async.bulk.wait_all`. */
bool say_misnamed(const struct judged *j) {
    struct match_context *c = j->c;
    ptxc_span span = judged_opcode(j);
    struct text head = text_at(c->text, j->head);
    const struct isa_misnamed *row = misspelt_known(head.start, head.length);
    if (!row) return false;
    struct text name = text_of(isa_str(row->name)), *meant = arena_alloc(c->words, sizeof *meant);
    *meant = text_of(isa_str(row->meant));
    struct diag *d = report_unknown_instruction(c->diags, span, name, (struct words){meant, 1});
    if (text_same(name, text_at(c->text, span))) diag_fix(c->diags, d, span, meant->start);
    return true;
}

void say_no_instruction(const struct judged *j) {
    struct text root = text_at(j->c->text, judged_opcode(j));
    struct words siblings = expected_opcodes(j->c, root.start, root.length);
    if (say_misnamed(j) || say_parted(j, root, siblings)) return;
    if (j->info->meant != ISA_NONE)
        say_misspelt(j);
    else if (siblings.count)
        say_unknown_of_family(j);
    else
        say_unknown_root(j);
}

void say_divided(const struct judged *j) {
    ptxc_span span = {j->head.start, j->head.start + j->info->opcode_length};
    struct diag *d = report_divided_opcode(j->c->diags, span, judged_name(j));
    diag_fix(j->c->diags, d, span, isa_str(judged_insn(j)->name));
}

/* Returns the words that continue the name to instructions that all qualifiers fit: `mul.u32` lacks
 * such a word. */
struct words say_missing_of_name(const struct judged *j, struct text name, struct words siblings) {
    struct text *word = arena_alloc(j->c->words, (siblings.count + 1u) * sizeof *word);
    struct words missing = {word, 0};
    ptxc_span none = {j->head.end, j->head.end};
    for (uint32_t i = 0; i < siblings.count; i++) {
        struct text last = behind(siblings.word[i], name);
        if (memchr(last.start + 1, '.', last.length - 1)) continue;
        if (fits_as(j, siblings.word[i], none)) word[missing.count++] = last;
    }
    return missing;
}
