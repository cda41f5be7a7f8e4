/* SPDX-License-Identifier: Apache-2.0
 * Builds the tree of the table language. */
#include "isagen.h"

struct node *new_node(enum node_kind kind, struct place at) {
    struct node *n = allocate(sizeof *n);
    n->kind = kind;
    n->at = at;
    n->text = "";
    n->last = n;
    return n;
}

struct node *named(enum node_kind kind, struct place at, const char *text, struct node *child) {
    struct node *n = new_node(kind, at);
    n->text = text;
    n->child = child;
    n->depth = child ? child->depth : 0;
    return n;
}

struct node *pair(enum node_kind kind, struct place at, struct node *a, struct node *b) {
    struct node *n = new_node(kind, at);
    n->child = a;
    n->extra = b;
    n->depth = 1 + (a->depth > b->depth ? a->depth : b->depth);
    if (n->depth == ISAGEN_MOST_JOINED)
        fail_at(at, "more than %d terms are joined", ISAGEN_MOST_JOINED);
    return n;
}

struct node *join(struct node *list, struct node *more) {
    if (!list) return more;
    if (!more) return list;
    list->last->next = more;
    list->last = more->last;
    return list;
}
