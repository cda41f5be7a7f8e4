/* SPDX-License-Identifier: Apache-2.0
 * Numbers for addresses, so that many can be compared at once. */
#ifndef FLOW_CLASSES_H
#define FLOW_CLASSES_H

#include "flow/value/value.h"
#include "base/arena.h"

/* Returns a number for each value, from 1: equal values and equal addresses share a number. 0 means
 * that it is not a value. */
uint32_t *flow_classify(struct arena *arena, const struct flow_value *values, uint32_t count);

/* The members of each class, in order: those of class c are member[first[c]] up to member[first[c +
 * 1]]. */
struct class_lists {
    uint32_t *first, *member;
};

/* `classes` contains the class of each of `count` members, up to `most`; members of class 0 are not
 * listed. */
struct class_lists flow_list_classes(struct arena *arena, const uint32_t *classes, uint32_t count,
                                     uint32_t most);
/* Returns the first member of a class that is at least `from`, as an index into `member`. */
uint32_t flow_class_from(const struct class_lists *lists, uint32_t class_number, uint32_t from);

#endif
