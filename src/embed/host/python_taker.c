/* SPDX-License-Identifier: Apache-2.0
 * Functions of Python that take the text of an asm: those of the libraries, and functions of the
 * same file that pass a parameter on to one of them. See python.h. */
#include "embed/host/python.h"
#include <string.h>

void python_add_wrapper(struct python *p, uint32_t at, struct text text, struct text constraints,
                        ptxc_span given) {
    struct python_parameter asm_text = python_parameter(p, text, at);
    struct text_key key = {asm_text.function, 0};
    if (!asm_text.function.length || text_map_get(&p->wrapper_of, key)) return;
    struct python_taker taker = {.name = asm_text.function,
                                 .text_name = text,
                                 .text = asm_text.position,
                                 .constraints = UINT32_MAX,
                                 .given = given};
    struct python_parameter passed = python_parameter(p, constraints, at);
    if (passed.function.length) {
        taker.constraints_name = constraints;
        taker.constraints = passed.position;
    }
    *(struct python_taker *)list_add(p->cxx->arena, &p->wrappers) = taker;
    *text_map_put(&p->wrapper_of, p->cxx->arena, key) = p->wrappers.count;
}

bool python_find_taker(const struct python *p, uint32_t start, uint32_t end,
                       struct python_taker *taker) {
    static const struct {
        const char *name;
        uint32_t text, constraints;
    } libraries[] = {{"inline_asm_elementwise", 0, 1},
                     {"elementwise_inline_asm", 0, UINT32_MAX},
                     {"inline_asm", 2, 3},
                     {"inline_ptx", UINT32_MAX, UINT32_MAX}};
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        if (!host_word_is(p->cxx, start, end, libraries[i].name)) continue;
        *taker =
            (struct python_taker){.name = {p->text + start, end - start},
                                  .constraints_name = {"constraints", sizeof "constraints" - 1},
                                  .text = libraries[i].text,
                                  .constraints = libraries[i].constraints,
                                  .given = NO_SPAN};
        return true;
    }
    if (start && p->text[start - 1] == '.') return false; /* a method, perhaps of another object */
    struct text_key key = {{p->text + start, end - start}, 0};
    uint32_t number = text_map_get(&p->wrapper_of, key);
    if (number) *taker = *(struct python_taker *)list_at(&p->wrappers, number - 1);
    return number > 0;
}
