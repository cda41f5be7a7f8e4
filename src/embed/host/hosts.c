/* SPDX-License-Identifier: Apache-2.0
 * The list of hosts: see host.h. */
#include "embed/host/host.h"
#include "embed/pp.h"
#include <string.h>

static void find_in_cxx(struct cxx *cxx, struct diags *diags) {
    cxx_read_prelude(cxx, cxx->prelude);
    cxx_read_fragment(cxx);
    cxx_scan(cxx, 0);
    pp_scan(cxx, diags);
}

cxx_find *host_of(ptxc_language language) {
    switch (language) {
    case PTXC_LANGUAGE_CXX: return find_in_cxx;
    case PTXC_LANGUAGE_PYTHON: return host_find_python;
    case PTXC_LANGUAGE_LLVM: return host_find_llvm;
    case PTXC_LANGUAGE_RUST: return host_find_rust;
    case PTXC_LANGUAGE_MARKDOWN: return host_find_markdown;
    default: return NULL;
    }
}

struct cxx_asm host_asm(const struct cxx *cxx, uint32_t start, uint32_t end, uint8_t place) {
    return (struct cxx_asm){.span = {start, end},
                            .keyword = {start, end},
                            .clobber = NO_SPAN,
                            .cut = NO_SPAN,
                            .literal_first = cxx->literals.count,
                            .operand_first = cxx->operands.count,
                            .is_volatile = true,
                            .any_target = cxx->arch < 0,
                            .place = place};
}

bool host_word_is(const struct cxx *cxx, uint32_t at, uint32_t end, const char *word) {
    size_t n = strlen(word);
    return end - at == n && !memcmp(cxx->text + at, word, n);
}
