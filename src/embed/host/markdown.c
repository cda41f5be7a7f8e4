/* SPDX-License-Identifier: Apache-2.0
 * PTX in Markdown: fenced blocks of C++ and Python, and those of PTX that contain a whole module.
 * Other blocks of PTX are excerpts, which often are not valid alone. */
#include "embed/host/host.h"
#include <string.h>

/* A line, without its end. */
static ptxc_span line_at(const struct cxx *cxx, uint32_t at) {
    const char *newline = memchr(cxx->text + at, '\n', cxx->length - at);
    return (ptxc_span){at, newline ? (uint32_t)(newline - cxx->text) : cxx->length};
}

/* Returns the number of characters of the fence that the line starts with, or 0. */
static uint32_t fence_of(const struct cxx *cxx, ptxc_span *line) {
    enum { SHORTEST = 3 };
    while (line->start < line->end &&
           (cxx->text[line->start] == ' ' || cxx->text[line->start] == '>'))
        line->start++;
    uint32_t at = line->start;
    while (at < line->end && cxx->text[at] == cxx->text[line->start] &&
           (cxx->text[at] == '`' || cxx->text[at] == '~'))
        at++;
    return at - line->start >= SHORTEST ? at - line->start : 0;
}

/* Returns the first word after the fence: `cuda` of "```cuda". */
static struct text fence_word(const struct cxx *cxx, ptxc_span line, uint32_t fence) {
    uint32_t start = line.start + fence, end;
    while (start < line.end && strchr(" {.", cxx->text[start])) start++;
    for (end = start; end < line.end && (cxx_in_name(cxx->text[end]) || cxx->text[end] == '+');)
        end++;
    return (struct text){cxx->text + start, end - start};
}

static bool is_one_of(struct text word, const char *const *words) {
    for (; *words; words++)
        if (text_is(word, *words)) return true;
    return false;
}

static void read_fenced(struct cxx *cxx, struct text language, ptxc_span block) {
    static const char *const cxx_words[] = {"cuda", "cu", "cpp", "c++", "cxx", "cc", "c", NULL};
    static const char *const python_words[] = {"python", "py", "python3", NULL};
    uint32_t length = cxx->length;
    cxx->length = block.end;
    if (is_one_of(language, cxx_words)) {
        cxx_scan(cxx, block.start);
    } else if (is_one_of(language, python_words)) {
        host_find_python_from(cxx, block.start);
    } else if (text_is(language, "ptx") && cxx_starts_module(text_at(cxx->text, block))) {
        struct cxx_asm a = host_asm(cxx, block.start, block.end, CXX_WHOLE);
        *(struct cxx_literal *)list_add(cxx->arena, &cxx->literals) =
            (struct cxx_literal){block.start, block.end, true, CXX_LITERAL};
        a.literal_count = 1;
        cxx_add_asm(cxx, &a);
    }
    cxx->length = length;
}

/* Returns where the next mark is, from `at` on. `found` is the result of the last call. */
static uint32_t next_mark(const struct cxx *cxx, uint32_t found, uint32_t at, char mark) {
    if (found > at) return found;
    const char *next = memchr(cxx->text + at, mark, cxx->length - at);
    return next ? (uint32_t)(next - cxx->text) : cxx->length;
}

void host_find_markdown(struct cxx *cxx, struct diags *diags) {
    (void)diags;
    uint32_t quote = 0, tilde = 0;
    for (uint32_t at = 0; at < cxx->length;) {
        quote = next_mark(cxx, quote, at, '`');
        tilde = next_mark(cxx, tilde, at, '~');
        at = quote < tilde ? quote : tilde;
        if (at == cxx->length) return;
        uint32_t start = at;
        while (start && cxx->text[start - 1] != '\n') start--;
        ptxc_span line = line_at(cxx, start);
        uint32_t fence = fence_of(cxx, &line);
        at = line.end < cxx->length ? line.end + 1 : cxx->length;
        if (!fence) continue;
        char mark = cxx->text[line.start];
        struct text language = fence_word(cxx, line, fence);
        ptxc_span block = {at, at};
        while (at < cxx->length) {
            ptxc_span next = line_at(cxx, at);
            block.end = at;
            at = next.end < cxx->length ? next.end + 1 : cxx->length;
            if (fence_of(cxx, &next) >= fence && cxx->text[next.start] == mark) break;
            block.end = at;
        }
        read_fenced(cxx, language, block);
    }
}
