/* SPDX-License-Identifier: Apache-2.0
 * Initial values of variables. The tree has no nodes for them, so their text is read. Manual:
 * Initializers. */
#ifndef REHEARSE_INITIAL_H
#define REHEARSE_INITIAL_H

#include "base/slice.h"
#include <stdbool.h>
#include <stdint.h>

enum { MOST_DIMENSIONS = 8 };

/* The shape of a variable: elements of a type, and the sizes of its dimensions. A size of 0 stands
 * for any. */
struct initial_shape {
    uint8_t type;
    uint32_t dimensions;
    uint64_t size[MOST_DIMENSIONS];
};

/* Called for each value in turn: `at` is the index of its element. `known` is false for values that
 * are not plain numbers, such as addresses. */
typedef void (*initial_taker)(void *user, uint64_t at, uint64_t bits, bool known);

/* Reads an initializer: what comes after the '='. Elements without a value are not visited; they
 * are zero. Returns false if the initializer is not understood. */
bool initial_read(struct text text, const struct initial_shape *shape, initial_taker take,
                  void *user);

#endif
