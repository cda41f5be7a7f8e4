/* SPDX-License-Identifier: Apache-2.0
 * Numbers for addresses, so that many can be compared at once. */
#ifndef FLOW_CLASSES_H
#define FLOW_CLASSES_H

#include "flow/value/value.h"
#include "base/arena.h"

/* For each value a number, from 1 on: two that are the same value or the same address have the same
 * one. 0: it is no value. */
uint32_t *flow_classify(struct arena *arena, const struct flow_value *values, uint32_t count);

/* The members of each class, in their order: those of class c are member[first[c]] up to
 * member[first[c + 1]]. */
struct class_lists {
    uint32_t *first, *member;
};

/* `classes`: of each of `count` members, up to `most`; those of class 0 are in no list that is
 * asked for. */
struct class_lists flow_list_classes(struct arena *arena, const uint32_t *classes, uint32_t count,
                                     uint32_t most);
/* The first of a class that is not less than `from`: an index of `member`. */
uint32_t flow_class_from(const struct class_lists *lists, uint32_t class_number, uint32_t from);

#endif
