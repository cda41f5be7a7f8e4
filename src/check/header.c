/* SPDX-License-Identifier: Apache-2.0
 * The module header, and the architecture that the module is assembled for. Manual: PTX Module
 * Directives (.version, .target, .address_size). */
#include "check/check.h"
#include <string.h>

/* Reads the digits of "09.05" as 9 and 5. Returns false for other forms, such as "9." or "1e5". */
static bool read_version(struct text t, int *major, int *minor) {
    int *part = major, digits = 0;
    *major = *minor = 0;
    for (uint32_t i = 0; i < t.length; i++) {
        char ch = t.start[i];
        if (ch == '.' && part == major && digits) {
            part = minor;
            digits = 0;
        } else if (ch >= '0' && ch <= '9' && *part < 1000) {
            *part = 10 * *part + (ch - '0');
            digits++;
        } else {
            return false;
        }
    }
    return part == minor && digits;
}

static void version(struct checker *c, const struct stmt *s) {
    ptxc_span at = node_span(ast_node(c->ast, s->nodes_end - 1));
    struct text given = text_at(c->text, at);
    int major, minor, newest = isa_version_newest(c->match.release);
    int found = read_version(given, &major, &minor) ? isa_version_find(major, minor) : -1;
    c->match.version_span = at;
    c->match.version = newest;
    /* The assembler reads `.version 9.5` as one word. */
    for (uint32_t i = s->head_start; i < at.start; i++)
        if (c->text[i] == '\n' || c->text[i] == '/') found = -1;
    if (found < 0 || found > newest)
        report_unknown_version(c->diags, at, given, text_of(isa_release_name(c->match.release)),
                               text_of_version(c->arena, newest));
    else
        c->match.version = found;
}

/* ---- .target ---- */

static const char *const options[] = {"texmode_unified", "texmode_independent", "debug",
                                      "map_f64_to_f32"};

static void option(struct checker *c, ptxc_span at, int which) {
    if (which == 2) {
        c->head.debug_option = at;
    } else if (which == 3) {
        if (c->match.target >= 0 && isa_targets[c->match.target].number > 12)
            report_option_target(c->diags, at, text_of(options[which]));
    } else if (span_is_none(c->head.texmode)) {
        c->head.texmode = at;
        c->match.independent = which == 1;
    } else if (strncmp(c->text + c->head.texmode.start, options[which], strlen(options[which]))) {
        struct diag *d = report_target_options(c->diags, at, text_at(c->text, c->head.texmode),
                                               text_of(options[which]));
        note_first_here(c->diags, d, c->head.texmode);
    }
}

static bool is_digit(char ch) { return ch >= '0' && ch <= '9'; }

/* Returns true if the release supports family targets such as sm_100f. Earlier releases treat `f`
 * like any unknown suffix. */
static bool has_families(const struct checker *c) {
    for (unsigned i = 0; i < isa_target_count; i++)
        if (isa_targets[i].suffix == 'f' && isa_targets[i].release <= c->match.release) return true;
    return false;
}

/* The assembler looks for "sm_" or "compute_" anywhere in the word, and accepts any suffix after a
 * known name: "sm_100x" has the features of sm_100, "sm_0100a" those of sm_100a. */
static int loose_target(struct text t, bool families) {
    char name[16] = "sm_";
    uint32_t i = 0, n = 3;
    while (i + 3 <= t.length && memcmp(t.start + i, "sm_", 3)) i++;
    if (i + 3 > t.length) {
        for (i = 0; i + 8 <= t.length && memcmp(t.start + i, "compute_", 8);) i++;
        if (i + 8 > t.length) return -1;
        i += 5;
    }
    for (i += 3; i < t.length && t.start[i] == '0';) i++;
    while (i < t.length && is_digit(t.start[i]) && n < 9) name[n++] = t.start[i++];
    int plain = isa_target_find(name, n);
    if (i == t.length) return plain;
    if (t.start[i] == '_') i++;
    char suffix = i < t.length ? t.start[i] : '\0';
    if (suffix != 'a' && !(suffix == 'f' && families)) return plain;
    name[n] = suffix;
    int special = isa_target_find(name, n + 1);
    for (uint32_t k = i + 1; k < t.length; k++)
        if (t.start[k] != 'a' && t.start[k] != 'f') return plain;
    return special;
}

static void similar_target(struct checker *c, struct diag *d, struct text given, ptxc_span at) {
    /* sm_90f, sm_80a: the number is right, but the suffix does not exist. */
    uint32_t n = given.length;
    while (n && !is_digit(given.start[n - 1])) n--;
    int plain = isa_target_find(given.start, n);
    if (plain < 0) return;
    const char *name = isa_targets[plain].name;
    for (unsigned i = 0; i < isa_target_count; i++)
        if (isa_targets[i].number == isa_targets[plain].number && isa_targets[i].suffix == 'a')
            name = isa_targets[i].name;
    note_did_you_mean(c->diags, d, NO_SPAN, text_of(name));
    diag_fix(c->diags, d, at, name);
}

/* `before` is the architecture before it in the list, or NO_SPAN, and is replaced by this one. */
static void target_name(struct checker *c, ptxc_span at, bool first, ptxc_span *before) {
    struct text given = text_at(c->text, at);
    int found = isa_target_find(given.start, given.length);
    if (found < 0 || (isa_targets[found].suffix == 'f' && !has_families(c)))
        found = loose_target(given, has_families(c));
    if (found < 0) {
        for (int i = 0; !first && i < 4; i++)
            if (strlen(options[i]) == given.length &&
                !memcmp(options[i], given.start, given.length)) {
                option(c, at, i);
                return;
            }
        similar_target(c, report_unknown_target(c->diags, at, given), given, at);
        /* Already reported, so availability is not checked. */
        if (c->match.target < 0) c->match.target = -2;
        return;
    }
    if (!span_is_none(*before))
        note_first_here(c->diags, report_second_target(c->diags, at, given), *before);
    *before = at;
    c->match.target = found;
    c->match.target_span = at;
    c->head.target_span = at;
    if (isa_targets[found].release > c->match.release)
        report_target_release(c->diags, at, given, text_of(isa_release_name(c->match.release)));
}

static void target(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    ptxc_span before = NO_SPAN;
    for (uint32_t n = ast_nodes_begin(c->ast, i), k = n; k < s->nodes_end; k++)
        target_name(c, node_span(ast_node(c->ast, k)), k == n, &before);
}

/* ---- order ---- */

static void misplaced(struct checker *c, const struct stmt *s) {
    if (c->head.broken) return;
    report_misplaced_header(c->diags, head_of(s), text_at(c->text, head_of(s)));
}

void check_header_stmt(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    switch (s->kind) {
    case PTXC_STMT_VERSION:
        if (c->head.state != WANT_VERSION) {
            misplaced(c, s);
            return;
        }
        version(c, s);
        c->head.state = WANT_TARGET;
        return;
    case PTXC_STMT_TARGET:
        if (c->head.state == WANT_VERSION && !c->head.broken) {
            report_missing_version(c->diags, head_of(s));
            c->head.broken = true;
        }
        /* In a body, it would change what the rest of the module may use. */
        if (c->head.state == HEADER_DONE && !c->symbols.depth) {
            misplaced(c, s);
            return;
        }
        target(c, i);
        if (c->head.state != HEADER_DONE) c->head.state = WANT_REST;
        return;
    default:
        if (c->head.state != WANT_REST) {
            if (c->head.state == HEADER_DONE)
                misplaced(c, s);
            else
                check_header_over(c, s->start);
            return;
        }
        c->head.state = HEADER_DONE;
        const struct node *size = ast_node(c->ast, s->nodes_end - 1);
        if (size->value != 32 && size->value != 64)
            report_bad_address_size(c->diags, node_span(size), size->value);
        else if (size->value == 32 && !c->asked.virtual_arch)
            diag_fix(c->diags, report_narrow_addresses(c->diags, node_span(size)), node_span(size),
                     "64");
    }
}

void check_header_over(struct checker *c, uint32_t start) {
    ptxc_span at = {start, start};
    if (!c->head.broken) {
        /* If the text does not start like PTX, it is not PTX: do not report everything in it. */
        if (c->head.state == WANT_VERSION) report_missing_version(c->diags, at);
        if (c->head.state == WANT_TARGET) report_missing_target(c->diags, at);
        c->head.broken = c->body.outside_reported = c->head.state != WANT_REST;
    }
    c->head.state = HEADER_DONE;
}

/* ---- the architecture ---- */

static void check_arch(struct checker *c) {
    const struct isa_target *t = &isa_targets[c->match.target], *arch = &isa_targets[c->asked.arch];
    struct text name = text_at(c->text, c->head.target_span), wanted = text_of(arch->name);
    /* sm_101 was renamed to sm_110; current assemblers no longer support it. */
    unsigned number = t->number == 101 && t->suffix && arch->number != 101 ? 110 : t->number;
    bool renamed = number != t->number;
    if (arch->number < number) {
        report_arch_too_low(c->diags, c->head.target_span, name, wanted);
    } else if (t->suffix == 'a' && (arch->number != number || arch->suffix != 'a')) {
        report_arch_other(c->diags, c->head.target_span, name, wanted);
    } else if (t->suffix == 'f' && arch->family != t->family && !renamed) {
        report_arch_family(c->diags, c->head.target_span, name, wanted);
    } else if (renamed && arch->number != number) {
        report_arch_family(c->diags, c->head.target_span, name, wanted);
    }
}

/* The lexer reports such bytes outside of comments. */
static void check_comments(struct checker *c) {
    const struct isa_release *release = &isa_releases[c->match.release];
    uint32_t at = 0, end = c->names->length;
    if (!release->ascii || diags_have(c->diags, D_non_ascii)) return;
    while (at < end && (unsigned char)c->text[at] < 0x80) at++;
    if (at == end) return;
    report_non_ascii_comment(c->diags, (ptxc_span){at, at + 1}, text_of(release->name));
}

void check_header_end(struct checker *c) {
    uint32_t end = c->names->length;
    check_comments(c);
    if (c->head.state != HEADER_DONE && c->head.state != WANT_REST) check_header_over(c, end);
    if (!span_is_none(c->head.debug_option) && !c->debug.sections)
        report_debug_missing(c->diags, c->head.debug_option);
    if (c->match.target < 0) return;
    const struct isa_target *t = &isa_targets[c->match.target];
    /* A release that does not support the target knows no .version for it. */
    int first = isa_target_version(c->match.target, c->match.release);
    if (!c->head.is_all && c->match.version < first && t->release <= c->match.release) {
        struct text needed = text_of_version(c->arena, t->version);
        struct diag *d = report_target_version(c->diags, c->head.target_span, text_of(t->name),
                                               needed, text_of_version(c->arena, c->match.version));
        diag_fix(c->diags, d, c->match.version_span, needed.start);
    }
    if (c->asked.arch >= 0) check_arch(c);
}
