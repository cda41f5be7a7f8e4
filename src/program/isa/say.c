/* SPDX-License-Identifier: Apache-2.0
 * Parts of the description of an instruction: see say.h. */
#include "program/isa/say.h"
#include <stdio.h>
#include <string.h>

enum { MOST_ALSO = 60 /* of what ptxas accepts beyond the manual */ };

/* ---- availability ---- */

/* The oldest known release introduced only what came with its own .version; the rest is older. */
static bool is_older(const ptxc_isa_avail *avail, const ptxc_release *release, size_t r) {
    return !r && avail->version < release->version;
}

const char *isa_first_release(const ptxc_isa_avail *avail) {
    ptxc_release release;
    ptxc_target target;
    for (size_t r = 0; ptxc_release_get(r, &release) == PTXC_OK; r++)
        for (size_t t = 0; ptxc_target_get(t, &target) == PTXC_OK; t++)
            if (ptxc_set_has(&avail->targets, t) && target.release <= r && r < target.end &&
                release.version >= avail->version && release.version >= target.version)
                return is_older(avail, &release, r) ? "" : release.name;
    return "";
}

struct version_text isa_version_text(uint32_t version) {
    struct version_text v = {""};
    if (version) snprintf(v.text, sizeof v.text, "%u.%u", version / 10, version % 10);
    return v;
}

bool isa_on_all_targets(const ptxc_isa_avail *a) {
    return ptxc_set_count(&a->targets) == ptxc_target_count();
}

bool isa_same_avail(const ptxc_isa_avail *a, const ptxc_isa_avail *b) {
    return a->version == b->version && ptxc_set_equal(&a->targets, &b->targets);
}

ptxc_isa_avail isa_both(const ptxc_isa_avail *a, const ptxc_isa_avail *b) {
    return (ptxc_isa_avail){a->version > b->version ? a->version : b->version,
                            ptxc_set_intersect(&a->targets, &b->targets)};
}

/* Writes ".version 8.6, sm_100f+", or nothing if nothing is required. */
void isa_say_avail(struct phrase *p, const ptxc_isa_avail *a) {
    char targets[256];
    ptxc_target_set_text(&a->targets, NULL, targets, sizeof targets);
    if (a->version) phrase_add(p, ".version %s", isa_version_text(a->version).text);
    if (!isa_on_all_targets(a)) phrase_add(p, "%s%s", a->version ? ", " : "", targets);
}

void isa_say_need(struct phrase *p, const ptxc_isa_avail *a) {
    struct phrase need = {.length = 0};
    need.text[0] = '\0';
    isa_say_avail(&need, a);
    if (need.length) phrase_add(p, " (%s)", need.text);
}

/* ---- qualifiers ---- */

/* "n=8" adds no information to ".x8" or ".m64n8k16". */
static bool is_obvious(const char *word, const char *name, size_t name_length, const char *value,
                       size_t length) {
    static const char all[] = "0123456789";
    const char *digits = strpbrk(word, all);
    bool alone = digits && !strpbrk(digits + strspn(digits, all), all);
    for (; digits; digits = strpbrk(digits + strspn(digits, all), all)) {
        if (strspn(digits, all) != length || strncmp(digits, value, length)) continue;
        size_t before = (size_t)(digits - word);
        if (alone || (before >= name_length && !memcmp(digits - name_length, name, name_length)))
            return true;
    }
    return false;
}

/* Writes the numbers that the word itself does not show: " [per=2]". */
void isa_say_numbers(struct phrase *p, const char *word, const char *numbers) {
    bool any = false;
    for (const char *n = numbers; *n;) {
        size_t name = strcspn(n, "="), value = strspn(n + name + 1, "-0123456789");
        if (!is_obvious(word, n, name, n + name + 1, value)) {
            phrase_add(p, "%s%.*s", any ? ", " : " [", (int)(name + 1 + value), n);
            any = true;
        }
        n += name + 1 + value;
        n += strspn(n, ", ");
    }
    if (any) phrase_add(p, "]");
}

/* ---- operands ---- */

void isa_say_kind(struct phrase *p, size_t insn, size_t form, size_t o) {
    char more[1024];
    ptxc_isa_operand operand;
    (void)ptxc_isa_operand_get(insn, form, o, &operand);
    phrase_add(p, "%s", operand.kind);
    bool alone = strstr(operand.kind, "alone or in {}");
    if (ptxc_isa_operand_length_text(insn, form, o, more, sizeof more) && !alone)
        phrase_add(p, ", %s element%s", more, strcmp(more, "1") ? "s" : "");
    if (ptxc_isa_operand_needs_text(insn, form, o, more, sizeof more)) phrase_add(p, "; %s", more);
    if (strlen(operand.also) > MOST_ALSO)
        phrase_add(p, " (ptxas accepts more; ptxcheck warns)");
    else if (*operand.also)
        phrase_add(p, " (ptxas also accepts %s)", operand.also);
}

void isa_say_when(struct phrase *p, size_t insn, size_t form, size_t o) {
    char when[1024];
    ptxc_isa_operand operand;
    (void)ptxc_isa_operand_get(insn, form, o, &operand);
    if (ptxc_isa_operand_condition_text(insn, form, o, when, sizeof when))
        phrase_add(p, "%s", when);
    if (operand.optional) phrase_add(p, "%soptional", p->length ? "; " : "");
}
