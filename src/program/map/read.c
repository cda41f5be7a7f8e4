/* SPDX-License-Identifier: Apache-2.0
 * Driver calls as JSON: see read.h. One table describes how each parameter is read and written. */
#include "program/map/read.h"
#include "program/io/complain.h"
#include "program/io/out.h"
#include "program/text/suggest.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TILED = 1, IM2COL = 2, WIDE = 4, REPLACE = 8, ENCODE = TILED | IM2COL | WIDE };

enum type { NUMBER_32, NUMBER_64, SIGNED_32, ENUMERATOR, POINTER };

/* The number of entries of an array that are read, by rank. */
enum length { SCALAR, RANK, RANK_LESS_1, RANK_LESS_2 };

struct parameter {
    ptxc_tm_param param;
    enum type type;
    enum length length;
    unsigned functions;
    size_t offset;
    unsigned capacity;
    bool optional;
};

#define AT(member) offsetof(ptxc_tensormap, member)
static const struct parameter parameters[] = {
    {PTXC_TM_PARAM_TENSOR_MAP, POINTER, SCALAR, ENCODE | REPLACE, AT(tensor_map), 1, true},
    {PTXC_TM_PARAM_TYPE, ENUMERATOR, SCALAR, ENCODE, AT(data_type), 1, false},
    {PTXC_TM_PARAM_RANK, NUMBER_32, SCALAR, ENCODE, AT(rank), 1, false},
    {PTXC_TM_PARAM_ADDRESS, POINTER, SCALAR, ENCODE | REPLACE, AT(address), 1, false},
    {PTXC_TM_PARAM_DIM, NUMBER_64, RANK, ENCODE, AT(dim), 5, false},
    {PTXC_TM_PARAM_STRIDES, NUMBER_64, RANK_LESS_1, ENCODE, AT(stride), 4, false},
    {PTXC_TM_PARAM_BOX, NUMBER_32, RANK, TILED, AT(box), 5, false},
    {PTXC_TM_PARAM_LOWER, SIGNED_32, RANK_LESS_2, IM2COL, AT(lower), 3, false},
    {PTXC_TM_PARAM_UPPER, SIGNED_32, RANK_LESS_2, IM2COL, AT(upper), 3, false},
    {PTXC_TM_PARAM_LOWER_WIDTH, SIGNED_32, SCALAR, WIDE, AT(lower), 1, false},
    {PTXC_TM_PARAM_UPPER_WIDTH, SIGNED_32, SCALAR, WIDE, AT(upper), 1, false},
    {PTXC_TM_PARAM_CHANNELS, NUMBER_32, SCALAR, IM2COL | WIDE, AT(channels), 1, false},
    {PTXC_TM_PARAM_PIXELS, NUMBER_32, SCALAR, IM2COL | WIDE, AT(pixels), 1, false},
    {PTXC_TM_PARAM_ELEMENT_STRIDES, NUMBER_32, RANK, ENCODE, AT(element_stride), 5, false},
    {PTXC_TM_PARAM_INTERLEAVE, ENUMERATOR, SCALAR, ENCODE, AT(interleave), 1, false},
    {PTXC_TM_PARAM_MODE, ENUMERATOR, SCALAR, WIDE, AT(mode), 1, false},
    {PTXC_TM_PARAM_SWIZZLE, ENUMERATOR, SCALAR, ENCODE, AT(swizzle), 1, false},
    {PTXC_TM_PARAM_L2_PROMOTION, ENUMERATOR, SCALAR, ENCODE, AT(l2_promotion), 1, false},
    {PTXC_TM_PARAM_OOB_FILL, ENUMERATOR, SCALAR, ENCODE, AT(oob_fill), 1, false},
};
enum { PARAMETERS = sizeof parameters / sizeof *parameters };

static const char function_key[] = "function";
/* `ptxcheck decode` writes this key. */
static const char comment_key[] = "comment";

/* ---- complaints ---- */

bool unusable_node(const struct json_doc *doc, uint32_t node, struct unusable *unusable,
                   const char *key, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(unusable->message, sizeof unusable->message, format, args);
    va_end(args);
    const struct json_node *n = &doc->node[node];
    unusable->offset = n->start - (n->kind == JSON_NODE_STRING);
    snprintf(unusable->key, sizeof unusable->key, "%s", key);
    return false;
}

bool unusable_json(const struct json_doc *doc, struct unusable *unusable) {
    snprintf(unusable->message, sizeof unusable->message, "no JSON: %s", doc->error);
    unusable->offset = doc->at;
    unusable->key[0] = '\0';
    return false;
}

void unusable_complain(const char *file, const struct json_doc *doc, uint32_t first_line,
                       const struct unusable *unusable) {
    uint32_t line, column;
    json_place(doc, unusable->offset, &line, &column);
    complain("%s:%u:%u: %s", strcmp(file, "-") ? file : "<stdin>", first_line + line - 1, column,
             unusable->message);
}

/* ---- reading ---- */

struct reader {
    const struct json_doc *doc;
    struct map_input *input;
    struct unusable *unusable;
    unsigned function; /* a single bit */
    uint32_t seen;     /* bit mask of parameters */
};

/* A string of the document, truncated if it is long. */
struct excerpt {
    char text[64];
};
static struct excerpt excerpt_of(const struct json_doc *doc, uint32_t node) {
    struct excerpt e;
    const struct json_node *n = &doc->node[node];
    uint32_t length = n->end - n->start;
    snprintf(e.text, sizeof e.text, length < 60 ? "%.*s" : "%.*s...",
             (int)(length < 60 ? length : 56), doc->text + n->start);
    return e;
}

/* Converts digits in a base to a number. Returns false if it is too large or not a number. */
static bool parse_digits(const char *from, const char *end, unsigned base, uint64_t *value) {
    if (from == end) return false;
    for (*value = 0; from < end; from++) {
        const char *digits = "0123456789abcdefABCDEF", *digit = strchr(digits, *from);
        if (!*from || !digit) return false;
        unsigned d = (unsigned)(digit - digits);
        if (d > 15) d -= 6;
        if (d >= base || *value > (UINT64_MAX - d) / base) return false;
        *value = *value * base + d;
    }
    return true;
}

/* Reads an integer with its sign. The caller has excluded values that are not numbers. */
static bool integer(const struct json_doc *doc, uint32_t node, const char *key, bool *negative,
                    uint64_t *value, struct unusable *unusable) {
    const struct json_node *n = &doc->node[node];
    const char *from = doc->text + n->start, *end = doc->text + n->end;
    if (n->kind != JSON_NODE_NUMBER)
        return unusable_node(doc, node, unusable, key, "'%s' must be an integer, not %s", key,
                             json_kind_name(n->kind));
    *negative = *from == '-';
    from += *negative;
    for (const char *c = from; c < end; c++)
        if (*c < '0' || *c > '9')
            return unusable_node(doc, node, unusable, key, "'%s' must be an integer, not %s", key,
                                 excerpt_of(doc, node).text);
    if (!parse_digits(from, end, 10, value))
        return unusable_node(doc, node, unusable, key, "%s is too large for '%s'",
                             excerpt_of(doc, node).text, key);
    return true;
}

static bool read_unsigned(const struct reader *r, uint32_t node, const char *key, uint64_t most,
                          uint64_t *value) {
    bool negative = false;
    if (!integer(r->doc, node, key, &negative, value, r->unusable)) return false;
    if (negative && *value)
        return unusable_node(r->doc, node, r->unusable, key, "'%s' must not be negative", key);
    return *value <= most ||
           unusable_node(r->doc, node, r->unusable, key, "%s is too large for '%s': it has 32 bits",
                         excerpt_of(r->doc, node).text, key);
}

static bool read_signed(const struct json_doc *doc, uint32_t node, const char *key, int32_t *to,
                        struct unusable *unusable) {
    bool negative = false;
    uint64_t value = 0;
    if (!integer(doc, node, key, &negative, &value, unusable)) return false;
    if (value > (uint64_t)INT32_MAX + negative)
        return unusable_node(doc, node, unusable, key, "%s is too large for '%s': it has 32 bits",
                             excerpt_of(doc, node).text, key);
    *to = (int32_t)(negative ? -(int64_t)value : (int64_t)value);
    return true;
}

bool read_integers(const struct json_doc *doc, uint32_t node, const char *key, int64_t *values,
                   uint32_t capacity, uint32_t *count, struct unusable *unusable) {
    const struct json_node *n = &doc->node[node];
    *count = 0;
    if (n->kind != JSON_NODE_ARRAY)
        return unusable_node(doc, node, unusable, key, "'%s' must be an array, not %s", key,
                             json_kind_name(n->kind));
    for (uint32_t i = node + 1; i < n->next; i = doc->node[i].next) {
        int32_t value = 0;
        if (*count == capacity)
            return unusable_node(doc, i, unusable, key, "'%s' has more than %u entries", key,
                                 capacity);
        if (!read_signed(doc, i, key, &value, unusable)) return false;
        values[(*count)++] = value;
    }
    return true;
}

static bool read_pointer(const struct reader *r, uint32_t node, const char *key, uint64_t *value) {
    const struct json_node *n = &r->doc->node[node];
    if (n->kind == JSON_NODE_NUMBER) return read_unsigned(r, node, key, UINT64_MAX, value);
    bool string = n->kind == JSON_NODE_STRING;
    char text[64]; /* room for digits and leading zeros */
    size_t length = json_ascii(r->doc, node, text, sizeof text);
    if (length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') &&
        parse_digits(text + 2, text + length, 16, value))
        return true;
    const char *quote = string ? "\"" : "";
    return unusable_node(r->doc, node, r->unusable, key,
                         "'%s' must be a number or a string \"0x...\" of 64 bits, not %s%s%s", key,
                         quote, string ? excerpt_of(r->doc, node).text : json_kind_name(n->kind),
                         quote);
}

static bool read_enumerator(const struct reader *r, uint32_t node, const struct parameter *p,
                            const char *key, uint64_t *value) {
    if (r->doc->node[node].kind != JSON_NODE_STRING)
        return read_unsigned(r, node, key, UINT32_MAX, value);
    const char *name;
    for (*value = 0; (name = ptxc_tm_value_name(p->param, *value)); ++*value)
        if (json_is(r->doc, node, name)) return true;
    struct excerpt typed = excerpt_of(r->doc, node);
    struct suggestion near = suggest_for(typed.text);
    for (uint64_t i = 0; (name = ptxc_tm_value_name(p->param, i)); i++) suggest_offer(&near, name);
    if (near.best)
        return unusable_node(r->doc, node, r->unusable, key,
                             "'%s' has no value \"%s\"; did you mean \"%s\"?", key, typed.text,
                             near.best);
    return unusable_node(r->doc, node, r->unusable, key,
                         "'%s' has no value \"%s\"; the first is \"%s\"", key, typed.text,
                         ptxc_tm_value_name(p->param, 0));
}

static bool read_scalar(const struct reader *r, uint32_t node, const struct parameter *p,
                        unsigned index) {
    const char *key = ptxc_tm_param_name(p->param);
    char *to = (char *)&r->input->map + p->offset;
    uint64_t value = 0;
    switch (p->type) {
    case SIGNED_32:
        return read_signed(r->doc, node, key, (int32_t *)(void *)to + index, r->unusable);
    case NUMBER_64: return read_unsigned(r, node, key, UINT64_MAX, (uint64_t *)(void *)to + index);
    case POINTER: return read_pointer(r, node, key, (uint64_t *)(void *)to);
    case ENUMERATOR:
        if (!read_enumerator(r, node, p, key, &value)) return false;
        break;
    case NUMBER_32:
        if (!read_unsigned(r, node, key, UINT32_MAX, &value)) return false;
        break;
    }
    ((uint32_t *)(void *)to)[index] = (uint32_t)value;
    return true;
}

static bool read_array(const struct reader *r, uint32_t node, const struct parameter *p,
                       uint32_t needed) {
    const struct json_node *n = &r->doc->node[node];
    const char *key = ptxc_tm_param_name(p->param);
    uint32_t count = 0;
    /* The driver accepts a null pointer for an array that it does not read. */
    if (n->kind == JSON_NODE_NULL && !needed) return true;
    if (n->kind != JSON_NODE_ARRAY)
        return unusable_node(r->doc, node, r->unusable, key, "'%s' must be an array, not %s", key,
                             json_kind_name(n->kind));
    for (uint32_t i = node + 1; i < n->next; i = r->doc->node[i].next, count++)
        if (count < p->capacity && !read_scalar(r, i, p, count)) return false;
    return count >= needed || unusable_node(r->doc, node, r->unusable, key,
                                            "'%s' has %u entries; tensorRank %u needs %u", key,
                                            count, r->input->map.rank, needed);
}

/* Returns the number of entries that the driver reads. It is unknown if the rank is not valid. */
static uint32_t entries(const struct reader *r, const struct parameter *p) {
    uint32_t rank = r->input->map.rank;
    uint32_t less = p->length - RANK;
    if (rank < (r->function == TILED ? 1 : 3) || rank > PTXC_TM_MAX_RANK) return 0;
    return rank - less;
}

static bool unknown_function(const struct reader *r, uint32_t node) {
    const struct json_doc *doc = r->doc;
    struct excerpt typed = excerpt_of(doc, node);
    struct suggestion near = suggest_for(typed.text);
    if (doc->node[node].kind != JSON_NODE_STRING)
        return unusable_node(doc, node, r->unusable, function_key,
                             "'function' must be a string, not %s",
                             json_kind_name(doc->node[node].kind));
    for (int f = PTXC_TM_TILED; f <= PTXC_TM_REPLACE_ADDRESS; f++)
        suggest_offer(&near, ptxc_tm_function_name((ptxc_tm_function)f));
    if (near.best)
        return unusable_node(doc, node, r->unusable, function_key,
                             "unknown function \"%s\"; did you mean \"%s\"?", typed.text,
                             near.best);
    return unusable_node(doc, node, r->unusable, function_key, "unknown function \"%s\"",
                         typed.text);
}

static bool read_function(struct reader *r, uint32_t object) {
    const struct json_doc *doc = r->doc;
    for (uint32_t key = object + 1; key < doc->node[object].next; key = doc->node[key + 1].next) {
        if (!json_is(doc, key, function_key)) continue;
        for (int f = PTXC_TM_TILED; f <= PTXC_TM_REPLACE_ADDRESS; f++) {
            if (!json_is(doc, key + 1, ptxc_tm_function_name((ptxc_tm_function)f))) continue;
            r->input->map.function = (ptxc_tm_function)f;
            r->function = 1u << f;
            return true;
        }
        return unknown_function(r, key + 1);
    }
    return unusable_node(doc, object, r->unusable, function_key, "missing key 'function'");
}

static const struct parameter *find_parameter(const struct reader *r, uint32_t key) {
    for (int i = 0; i < PARAMETERS; i++)
        if (json_is(r->doc, key, ptxc_tm_param_name(parameters[i].param))) return &parameters[i];
    return NULL;
}

static bool unknown_key(const struct reader *r, uint32_t key) {
    struct excerpt typed = excerpt_of(r->doc, key);
    struct suggestion near = suggest_for(typed.text);
    for (int i = 0; i < PARAMETERS; i++)
        if (parameters[i].functions & r->function)
            suggest_offer(&near, ptxc_tm_param_name(parameters[i].param));
    if (near.best)
        return unusable_node(r->doc, key, r->unusable, typed.text,
                             "unknown key '%s'; did you mean '%s'?", typed.text, near.best);
    return unusable_node(r->doc, key, r->unusable, typed.text, "unknown key '%s'", typed.text);
}

static bool given_twice(const struct reader *r, uint32_t key, const char *name) {
    return unusable_node(r->doc, key, r->unusable, name, "'%s' is given twice", name);
}

/* Finds the position of each parameter without reading its value. */
static bool find_places(struct reader *r, uint32_t object) {
    const struct json_doc *doc = r->doc;
    bool function_seen = false;
    for (uint32_t key = object + 1; key < doc->node[object].next; key = doc->node[key + 1].next) {
        if (json_is(doc, key, comment_key)) continue;
        if (json_is(doc, key, function_key)) {
            if (function_seen) return given_twice(r, key, function_key);
            function_seen = true;
            continue;
        }
        const struct parameter *p = find_parameter(r, key);
        if (!p) return unknown_key(r, key);
        const char *name = ptxc_tm_param_name(p->param);
        if (r->seen >> p->param & 1) return given_twice(r, key, name);
        if (!(p->functions & r->function))
            return unusable_node(doc, key, r->unusable, name, "%s has no parameter '%s'",
                                 ptxc_tm_function_name(r->input->map.function), name);
        r->seen |= 1u << p->param;
        r->input->place[p->param] = key + 1;
    }
    return true;
}

static bool read_parameters(struct reader *r, uint32_t object) {
    for (int i = 0; i < PARAMETERS; i++) {
        const struct parameter *p = &parameters[i];
        const char *key = ptxc_tm_param_name(p->param);
        if (!(p->functions & r->function)) continue;
        if (!(r->seen >> p->param & 1)) {
            /* Nothing is read from it, either. */
            bool empty = p->length != SCALAR && !entries(r, p) && r->input->map.rank == 1;
            if (p->optional || empty) continue;
            return unusable_node(r->doc, object, r->unusable, key, "missing key '%s' of %s", key,
                                 ptxc_tm_function_name(r->input->map.function));
        }
        uint32_t node = r->input->place[p->param];
        if (p->length == SCALAR ? !read_scalar(r, node, p, 0)
                                : !read_array(r, node, p, entries(r, p)))
            return false;
    }
    return true;
}

bool map_read(const struct json_doc *doc, uint32_t node, struct map_input *input,
              struct unusable *unusable) {
    struct reader r = {.doc = doc, .input = input, .unusable = unusable};
    memset(input, 0, sizeof *input);
    if (doc->node[node].kind != JSON_NODE_OBJECT)
        return unusable_node(doc, node, unusable, "", "a call must be an object, not %s",
                             json_kind_name(doc->node[node].kind));
    for (int i = 0; i < PTXC_TM_PARAM_COUNT; i++) input->place[i] = node;
    return read_function(&r, node) && find_places(&r, node) && read_parameters(&r, node);
}

/* ---- writing ---- */

static void write_signed(struct out *out, int64_t value) {
    if (value < 0) out_char(out, '-');
    out_number(out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

static void write_entry(struct out *out, const struct parameter *p, const char *from,
                        uint32_t index) {
    char hex[24];
    uint32_t small;
    uint64_t large;
    if (p->type == POINTER) {
        memcpy(&large, from, sizeof large);
        snprintf(hex, sizeof hex, "\"0x%llx\"", (unsigned long long)large);
        out_text(out, hex);
        return;
    }
    if (p->type == NUMBER_64) {
        memcpy(&large, from + index * sizeof large, sizeof large);
        out_number(out, large);
        return;
    }
    memcpy(&small, from + index * sizeof small, sizeof small);
    const char *name = p->type == ENUMERATOR ? ptxc_tm_value_name(p->param, small) : NULL;
    if (name) {
        out_char(out, '"');
        out_text(out, name);
        out_char(out, '"');
    } else {
        write_signed(out, p->type == SIGNED_32 ? (int32_t)small : (int64_t)small);
    }
}

static void write_parameter(struct out *out, const ptxc_tensormap *map, const struct parameter *p) {
    const char *from = (const char *)map + p->offset;
    uint32_t count = p->length == SCALAR ? 1 : map->rank - (p->length - RANK);
    out_char(out, '"');
    out_text(out, ptxc_tm_param_name(p->param));
    out_text(out, p->length == SCALAR ? "\": " : "\": [");
    for (uint32_t i = 0; i < count; i++) {
        if (i) out_text(out, ", ");
        write_entry(out, p, from, i);
    }
    if (p->length != SCALAR) out_char(out, ']');
}

void map_write(struct out *out, const ptxc_tensormap *map, bool lines, const char *comment) {
    const char *separator = lines ? ",\n  " : ", ";
    out_text(out, lines ? "{\n  \"function\": \"" : "{\"function\": \"");
    out_text(out, ptxc_tm_function_name(map->function));
    out_char(out, '"');
    for (int i = 0; i < PARAMETERS; i++) {
        const struct parameter *p = &parameters[i];
        if (!(p->functions >> map->function & 1) || p->optional) continue;
        out_text(out, separator);
        write_parameter(out, map, p);
    }
    if (comment) {
        out_text(out, separator);
        out_text(out, "\"comment\": \"");
        out_text(out, comment);
        out_char(out, '"');
    }
    out_text(out, lines ? "\n}\n" : "}");
}
