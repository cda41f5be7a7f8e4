/* SPDX-License-Identifier: Apache-2.0
 * For wasm32, whose engines have no common way to jump. The library jumps only if memory runs out:
 * there, the instance ends with a trap, and the host starts another one. */
#ifndef PTXCHECK_WASM_SETJMP_H
#define PTXCHECK_WASM_SETJMP_H

typedef int jmp_buf[1];
#define setjmp(place) ((void)(place), 0)
#define longjmp(place, value) ((void)(place), (void)(value), __builtin_trap())

#endif
