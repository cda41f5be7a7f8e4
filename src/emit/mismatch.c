/* SPDX-License-Identifier: Apache-2.0
 * Error messages for wrong calls. A compiler that finds no matching overload lists all of them,
 * thousands of lines for `ld`. Therefore, a name with many functions gets one more, which
 * accepts anything, is the worst match of all, and cannot be used: the error is a sentence that
 * lists the parameters. */
#include "emit/emit.h"
#include <string.h>

enum { FEW = 4, MOST_PARAMETERS = 48, TABLE_SIZE = 1 << 12 };

/* A parameter that some functions with the same name have. */
struct shared_parameter {
    const char *name; /* "space" for a tag; "n32_t<cols>" for a number */
    const char *type; /* NULL if there are several */
    uint32_t count;   /* number of functions that have it */
    uint32_t nth;     /* its index among the tags of one kind in a function */
    bool is_array, is_tag, is_output;
};

/* The functions with one name. */
struct overloads {
    struct overloads *next; /* the next ones with the same hash */
    const char *name;
    uint32_t count, parameter_count;
    struct shared_parameter parameter[MOST_PARAMETERS];
    bool has_numbers; /* numbers that can be template arguments: f<16>(...) */
    bool has_empty;   /* one has no parameters, so anything else would match equally well */
};

static const struct emit_function *emitted_at(const struct emit *e, uint32_t i) {
    return *(struct emit_function **)list_at(&e->functions, i);
}

/* ---- the parameters of all functions with one name, in order ---- */

static void insert_parameter(struct overloads *o, uint32_t at, const struct shared_parameter *p) {
    memmove(&o->parameter[at + 1], &o->parameter[at],
            (o->parameter_count - at) * sizeof o->parameter[0]);
    o->parameter[at] = *p;
    o->parameter_count++;
}

/* Adds a parameter of one function; `after` is the index after the previous one. */
static uint32_t add_shared(struct overloads *o, uint32_t after, const struct shared_parameter *p) {
    for (uint32_t i = 0; i < o->parameter_count; i++) {
        struct shared_parameter *x = &o->parameter[i];
        if (x->is_tag != p->is_tag || x->nth != p->nth || strcmp(x->name, p->name)) continue;
        if (x->type && strcmp(x->type, p->type)) x->type = NULL;
        x->is_array = x->is_array || p->is_array;
        x->count++;
        return i + 1;
    }
    if (o->parameter_count == MOST_PARAMETERS) return after;
    insert_parameter(o, after, p);
    return after + 1;
}

static const char *tag_name(struct arena *arena, uint16_t word) {
    struct text_builder t = build_in_arena(arena);
    emit_put_tag(&t, word);
    return built_string(&t);
}

static void add_parameters(struct arena *arena, struct overloads *o,
                           const struct emit_function *fn) {
    uint32_t at = 0;
    for (uint8_t i = 0; i < fn->tags.count; i++) {
        uint16_t s = fn->tags.order[i], word = isa_members[fn->word[s]].word;
        const char *name = isa_str(isa_tags[isa_words[word].tag]);
        const char *type = emit_varies(fn, s) ? "" : tag_name(arena, word);
        uint32_t nth = 0;
        for (uint8_t k = 0; k < i; k++)
            nth +=
                isa_words[isa_members[fn->word[fn->tags.order[k]]].word].tag == isa_words[word].tag;
        at = add_shared(o, at,
                        &(struct shared_parameter){
                            .name = name, .type = type, .count = 1, .nth = nth, .is_tag = true});
    }
    for (uint32_t i = 0; i < fn->parameters.count; i++) {
        const struct emit_parameter *p = list_at(&fn->parameters, i);
        if (i == fn->result) continue;
        at = add_shared(o, at,
                        &(struct shared_parameter){.name = *p->name ? p->name : p->type,
                                                   .type = p->type,
                                                   .count = 1,
                                                   .is_array = p->count > 0,
                                                   .is_output = p->is_output});
    }
    o->has_empty = o->has_empty || !at;
}

/* ---- the message ---- */

static void put_shared(struct text_builder *t, const struct shared_parameter *p) {
    const char *hole = p->type ? strchr(p->type, '%') : NULL;
    if (p->is_tag) {
        PUT(t, p->type && *p->type ? p->type : p->name, p->type && *p->type ? "" : "_*");
    } else if (hole) {
        build_bytes(t, p->type, (size_t)(hole - p->type));
        PUT(t, strchr(p->name, '%') ? "" : p->name, hole + 1);
    } else {
        PUT(t, p->type ? p->type : "", p->type && p->is_output ? "&" : "", p->type ? " " : "");
        PUT(t, p->name, p->is_array ? "[]" : "");
    }
}

static void put_mismatch(struct text_builder *t, const struct emit *e, const struct overloads *o,
                         const char *template) {
    PUT(t, template, "\n__device__ detail::nothing ", o->name, "(...) PTXCHECK_MISMATCH(\n    \"",
        "no overload of ", e->space, "::", o->name,
        " takes these arguments. Parameters ([] if some overloads lack them): ");
    for (uint32_t i = 0; i < o->parameter_count; i++) {
        bool optional = o->parameter[i].count < o->count;
        PUT(t, i ? ", " : "", optional ? "[" : "");
        put_shared(t, &o->parameter[i]);
        PUT(t, optional ? "]" : "");
    }
    PUT(t, "\");\n");
}

static void put_overloads(struct text_builder *t, const struct emit *e, const struct overloads *o) {
    struct text_builder macro = build_in_arena(t->arena);
    PUT(&macro, o->name, "_MISMATCH");
    PUT(t, "\n");
    emit_put_once(t, e, built_string(&macro));
    put_mismatch(t, e, o, "template <typename... Given>");
    if (o->has_numbers) put_mismatch(t, e, o, "template <long long First, long long... Rest>");
    PUT(t, "#endif\n");
}

/* ---- all messages ---- */

static struct overloads *find_overloads(struct arena *arena, struct overloads **table,
                                        struct list *order, const char *name) {
    uint32_t hash = 2166136261u;
    for (const char *s = name; *s; s++) hash = (hash ^ (unsigned char)*s) * 16777619u;
    struct overloads **first = &table[hash % TABLE_SIZE];
    for (struct overloads *o = *first; o; o = o->next)
        if (!strcmp(o->name, name)) return o;
    struct overloads *made = arena_zalloc(arena, sizeof *made);
    made->name = name;
    made->next = *first;
    *first = made;
    *(struct overloads **)list_add(arena, order) = made;
    return made;
}

void emit_put_mismatches(struct text_builder *t, const struct emit *e) {
    struct overloads **table = arena_zalloc(t->arena, TABLE_SIZE * sizeof *table);
    struct list order;
    list_init(&order, sizeof(struct overloads *));
    for (uint32_t i = 0; i < e->functions.count; i++) {
        const struct emit_function *fn = emitted_at(e, i);
        if (fn->merged) continue;
        struct overloads *o = find_overloads(t->arena, table, &order, fn->name);
        o->count++;
        o->has_numbers = o->has_numbers || strstr(fn->templates, "int ") != NULL;
        add_parameters(t->arena, o, fn);
    }
    for (uint32_t i = 0; i < order.count; i++) {
        const struct overloads *o = *(struct overloads **)list_at(&order, i);
        if (o->count > FEW && !o->has_empty) put_overloads(t, e, o);
    }
}
