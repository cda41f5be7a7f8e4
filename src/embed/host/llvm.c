/* SPDX-License-Identifier: Apache-2.0
 * PTX in LLVM IR, `call i32 asm "mov.u32 $0, %tid.x;", "=r"()`, and in MLIR,
 * `llvm.inline_asm has_side_effects "...", "=r"`. IR for another target than nvptx has none. */
#include "embed/host/host.h"
#include <string.h>

struct ir {
    struct cxx *cxx;
    const char *text;
    uint32_t at, end;
    uint8_t place;
};

static char peek_ir(struct ir *r) {
    while (r->at < r->end &&
           (r->text[r->at] == ' ' || (r->text[r->at] >= '\t' && r->text[r->at] <= '\r')))
        r->at++;
    return r->at < r->end ? r->text[r->at] : '\0';
}

/* Reads a string at r->at, which has no line end. Returns false if there is none. */
static bool read_ir_string(struct ir *r, ptxc_span *inside) {
    if (peek_ir(r) != '"') return false;
    uint32_t at = r->at + 1;
    while (at < r->end && r->text[at] != '"' && r->text[at] != '\n')
        at += r->text[at] == '\\' && at + 1 < r->end && r->text[at + 1] != '\n' ? 2 : 1;
    *inside = (ptxc_span){r->at + 1, at};
    bool closed = at < r->end && r->text[at] == '"';
    r->at = closed ? at + 1 : at;
    return closed;
}

static ptxc_span ir_word(struct ir *r) {
    (void)peek_ir(r);
    uint32_t start = r->at;
    while (r->at < r->end && (cxx_in_name(r->text[r->at]) || r->text[r->at] == '.')) r->at++;
    return (ptxc_span){start, r->at};
}

/* Skips the words between the keyword and the text: sideeffect, asm_dialect = att. Returns false if
 * the syntax is that of Intel, or something else follows. */
static bool skip_attributes(struct ir *r) {
    enum { MOST = 12 };
    for (uint32_t i = 0; i < MOST; i++) {
        char c = peek_ir(r);
        if (c == '"') return true;
        if (c == '=') r->at++;
        ptxc_span word = ir_word(r);
        if (c != '=' && word.start == word.end) return false;
        if (host_word_is(r->cxx, word.start, word.end, "inteldialect") ||
            host_word_is(r->cxx, word.start, word.end, "intel"))
            return false;
    }
    return false;
}

static void read_ir_asm(struct ir *r, uint32_t start, uint32_t end) {
    struct cxx_asm a = host_asm(r->cxx, start, end, r->place);
    ptxc_span text, constraints;
    r->at = end;
    if (!skip_attributes(r) || !read_ir_string(r, &text) || peek_ir(r) != ',') return;
    r->at++;
    if (!read_ir_string(r, &constraints)) return;
    a.span.end = r->at;
    a.literal_count = 1;
    *(struct cxx_literal *)list_add(r->cxx->arena, &r->cxx->literals) =
        (struct cxx_literal){text.start, text.end, false, CXX_HEX};
    host_read_constraints(r->cxx, &a, constraints.start, constraints.end);
    cxx_add_asm(r->cxx, &a);
}

/* Skips one token at r->at that is not a word. */
static void skip_ir(struct ir *r, char c) {
    ptxc_span ignored;
    bool comment = c == ';' || (c == '/' && r->at + 1 < r->end && r->text[r->at + 1] == '/');
    if (c == '"') {
        (void)read_ir_string(r, &ignored);
    } else if (comment) {
        const char *newline = memchr(r->text + r->at, '\n', r->end - r->at);
        r->at = newline ? (uint32_t)(newline - r->text) : r->end;
    } else {
        r->at++;
        /* %asm and @asm are names of values. */
        if (c && strchr("%@!#^", c)) (void)ir_word(r);
    }
}

/* Reads the lines `module asm "..."`, from after the first `module`. Only modules for nvptx contain
 * PTX there. */
static void read_module_asm(struct ir *r, uint32_t start) {
    struct cxx_asm a = host_asm(r->cxx, start, start, CXX_WHOLE);
    ptxc_span line, word = ir_word(r);
    while (host_word_is(r->cxx, word.start, word.end, "asm") && read_ir_string(r, &line)) {
        struct list *literals = &r->cxx->literals;
        *(struct cxx_literal *)list_add(r->cxx->arena, literals) =
            (struct cxx_literal){line.start, line.end, false, CXX_HEX};
        *(struct cxx_literal *)list_add(r->cxx->arena, literals) =
            (struct cxx_literal){line.end, line.end, false, CXX_BREAK};
        a.literal_count += 2;
        a.span.end = r->at;
        while (peek_ir(r) == ';') skip_ir(r, ';');
        word = ir_word(r);
        if (host_word_is(r->cxx, word.start, word.end, "module")) word = ir_word(r);
    }
    r->at = word.start;
    if (!a.literal_count) return;
    const struct cxx_literal *first = list_at(&r->cxx->literals, a.literal_first);
    struct text t = {r->text + first->start, first->end - first->start};
    if (cxx_starts_part(t) || r->place & CXX_IN_DEVICE) cxx_add_asm(r->cxx, &a);
}

/* Reads `target triple = "nvptx64-nvidia-cuda"`. Returns false for another target. */
static bool read_triple(struct ir *r) {
    static const char nvptx[] = "nvptx";
    ptxc_span triple, word = ir_word(r);
    if (!host_word_is(r->cxx, word.start, word.end, "triple") || peek_ir(r) != '=') return true;
    r->at++;
    if (!read_ir_string(r, &triple)) return true;
    bool is_nvptx = triple.end - triple.start >= sizeof nvptx - 1 &&
                    !memcmp(r->text + triple.start, nvptx, sizeof nvptx - 1);
    if (is_nvptx) r->place |= CXX_IN_DEVICE;
    return is_nvptx;
}

static bool is_asm_word(const struct cxx *cxx, ptxc_span word) {
    return host_word_is(cxx, word.start, word.end, "asm") ||
           host_word_is(cxx, word.start, word.end, "llvm.inline_asm");
}

void host_find_llvm(struct cxx *cxx, struct diags *diags) {
    struct ir ir = {cxx, cxx->text, 0, cxx->length, CXX_DOLLAR}, *r = &ir;
    (void)diags;
    if (!cxx_has_asm(cxx->text, cxx->length)) return;
    for (char c = peek_ir(r); c || r->at < r->end; c = peek_ir(r)) {
        if (!cxx_in_name(c)) {
            skip_ir(r, c);
            continue;
        }
        ptxc_span word = ir_word(r);
        if (host_word_is(cxx, word.start, word.end, "target") && !read_triple(r)) {
            cxx->asms.count = 0;
            return;
        }
        if (host_word_is(cxx, word.start, word.end, "module"))
            read_module_asm(r, word.start);
        else if (is_asm_word(cxx, word))
            read_ir_asm(r, word.start, word.end);
    }
}
