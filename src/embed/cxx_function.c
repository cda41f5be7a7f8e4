/* SPDX-License-Identifier: Apache-2.0
 * Finds the function that contains an asm by scanning backward from the asm, brace by brace, to
 * the head of the function. Used only for the few statements that cannot be decided otherwise. */
#include "embed/cxx.h"
#include <string.h>

enum { FARTHEST = 16 * 1024 };

static bool head_contains(struct text t, const char *what) {
    uint32_t n = (uint32_t)strlen(what);
    for (uint32_t i = 0; i + n <= t.length; i++)
        if (!memcmp(t.start + i, what, n)) return true;
    return false;
}

/* Returns how many asm statements start before `at`. */
static uint32_t asms_before(const struct cxx *cxx, uint32_t at) {
    uint32_t low = 0, high = cxx->asms.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (((const struct cxx_asm *)list_at(&cxx->asms, middle))->span.start < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns the `{` of the block around `at`, or UINT32_MAX if it is too far away or there is none.
 * Braces in PTX do not count. */
static uint32_t brace_before(const struct cxx *cxx, uint32_t at, uint32_t least) {
    uint32_t closed = 0, others = asms_before(cxx, at);
    const struct cxx_asm *other = others ? list_at(&cxx->asms, others - 1) : NULL;
    while (at > least) {
        if (other && at <= other->span.end) {
            at = other->span.start;
            other = --others ? list_at(&cxx->asms, others - 1) : NULL;
            continue;
        }
        char c = cxx->text[--at];
        closed += c == '}';
        if (c == '{' && !closed--) return at;
    }
    return UINT32_MAX;
}

/* Returns the text before the `{` of a block, back to the previous statement or block. */
static struct text head_before(const char *text, uint32_t brace, uint32_t least) {
    uint32_t at = brace, brackets = 0;
    while (at > least) {
        char c = text[at - 1];
        brackets += c == ')';
        brackets -= c == '(' && brackets;
        if (!brackets && (c == ';' || c == '{' || c == '}')) break;
        at--;
    }
    return (struct text){text + at, brace - at};
}

static struct text word_before(struct text head, uint32_t at) {
    while (at && (head.start[at - 1] == ' ' || head.start[at - 1] == '\n')) at--;
    uint32_t end = at;
    while (at && cxx_in_name(head.start[at - 1])) at--;
    return (struct text){head.start + at, end - at};
}

/* Returns true for the head of a statement such as `if (...)`, or an empty head. */
static bool is_inner(struct text head) {
    static const char *const words[] = {"if", "for", "while", "switch", "catch", "constexpr"};
    const char *open = memchr(head.start, '(', head.length);
    if (!open) return !head_contains(head, "struct") && !head_contains(head, "class");
    struct text word = word_before(head, (uint32_t)(open - head.start));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(word, words[i])) return true;
    /* A lambda belongs to the function around it. */
    return !word.length && head_contains(head, "]");
}

/* Returns true for __device__ or __global__, or for a macro such as CUTE_DEVICE that contains one
 * of them, but not for both host and device. */
static bool is_for_device(struct text head) {
    static const char *const device[] = {"__device__", "__global__", "_DEVICE", "DEVICE_"};
    static const char *const host[] = {"__host__", "HOST"};
    bool found = false;
    for (size_t i = 0; i < sizeof device / sizeof *device; i++)
        found |= head_contains(head, device[i]);
    for (size_t i = 0; i < sizeof host / sizeof *host; i++) found &= !head_contains(head, host[i]);
    return found;
}

bool cxx_in_device_code(const struct cxx *cxx, const struct cxx_asm *a) {
    if (cxx_is_hosted(a)) return a->place & CXX_IN_DEVICE;
    uint32_t least = a->span.start > FARTHEST ? a->span.start - FARTHEST : 0;
    uint32_t brace = a->span.start;
    while (!(a->place & CXX_IN_MACRO) && (brace = brace_before(cxx, brace, least)) != UINT32_MAX) {
        struct text head = head_before(cxx->text, brace, least);
        if (is_for_device(head)) return true;
        if (!is_inner(head)) return false;
    }
    return false;
}

uint32_t cxx_function_of(const struct cxx *cxx, const struct cxx_asm *a) {
    if (cxx_is_hosted(a)) return UINT32_MAX;
    uint32_t least = a->span.start > FARTHEST ? a->span.start - FARTHEST : 0;
    uint32_t brace = a->span.start;
    while (!(a->place & CXX_IN_MACRO) && (brace = brace_before(cxx, brace, least)) != UINT32_MAX)
        if (!is_inner(head_before(cxx->text, brace, least))) return brace;
    return UINT32_MAX;
}
