/* SPDX-License-Identifier: Apache-2.0
 * Mutations of text that keep statements whole: what two real modules consist of, combined anew.
 * A fuzz target that is linked with splice.c uses them, next to the mutations of bytes. */
#ifndef FUZZ_SPLICE_H
#define FUZZ_SPLICE_H
#include <stddef.h>
#include <stdint.h>

/* The interface of libFuzzer. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other,
                                 size_t other_size, uint8_t *out, size_t max, unsigned seed);

#endif
