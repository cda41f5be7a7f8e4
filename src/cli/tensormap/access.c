/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck tensormap --access: what one copy reads and writes, as JSON. */
#include "cli/tensormap/tensormap.h"
#include <stdio.h>
#include <string.h>

/* ---- the copy ---- */

bool copy_set_at(struct place *place, const int64_t *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) place->copy.at[i] = (int32_t)values[i];
    place->at_count = count;
    place->has_at = true;
    return true;
}

bool copy_set_offsets(struct place *place, const int64_t *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (values[i] < 0 || values[i] > 65535) return false;
        place->copy.offsets[i] = (uint32_t)values[i];
    }
    place->offset_count = count;
    return true;
}

static bool is_im2col(const ptxc_tensormap *map) {
    return map->function == PTXC_TM_IM2COL || map->function == PTXC_TM_IM2COL_WIDE;
}

static bool is_four(ptxc_tm_use use) {
    return use == PTXC_TM_USE_GATHER4 || use == PTXC_TM_USE_SCATTER4;
}

static bool is_wide(ptxc_tm_use use) {
    return use == PTXC_TM_USE_IM2COL_W || use == PTXC_TM_USE_IM2COL_W128;
}

bool access_place(const struct json_doc *doc, uint32_t node, const struct map_input *input,
                  const struct place *place, struct unusable *unusable) {
    const ptxc_tensormap *map = &input->map;
    ptxc_tm_use use = place->copy.use;
    uint32_t at = is_four(use) ? 5 : map->rank;
    uint32_t offsets = !is_im2col(map) || place->copy.op ? 0 : is_wide(use) ? 2 : map->rank - 2;
    if (map->function == PTXC_TM_REPLACE_ADDRESS)
        return unusable_node(doc, node, unusable, "function", "%s makes no map to copy with",
                             ptxc_tm_function_name(map->function));
    /* Calling it a trap would be wrong. */
    if (ptxc_tm_type_bits(map->data_type) % 8)
        return unusable_node(doc, node, unusable, "tensorDataType",
                             "copies of packed types are not modelled");
    if (at <= 5 && place->at_count != at)
        return unusable_node(doc, node, unusable, "at", "%u coordinates are needed, not %u", at,
                             place->at_count);
    /* Offsets default to zero. */
    if (at <= 5 && place->offset_count && place->offset_count != offsets)
        return unusable_node(doc, node, unusable, "offsets", "%u offsets are needed, not %u",
                             offsets, place->offset_count);
    /* Only what instructions can use was measured. */
    for (uint32_t i = 0; i < place->offset_count; i++) {
        int32_t most = ptxc_tm_offset_max(map, use, i);
        if (most >= 0 && place->copy.offsets[i] > (uint32_t)most)
            return unusable_node(doc, node, unusable, "offsets",
                                 "offsets[%u] is %u, but must be 0 to %d in this mode and rank", i,
                                 place->copy.offsets[i], most);
    }
    return true;
}

/* ---- {"map": ..., "at": ...} ---- */

struct request {
    const struct json_doc *doc;
    struct map_input *input;
    struct place *place;
    struct unusable *unusable;
    uint32_t seen;
};

static bool read_word(const struct request *r, uint32_t key, uint32_t node) {
    char text[32];
    size_t length = json_ascii(r->doc, node, text, sizeof text);
    bool op = json_is(r->doc, key, "op");
    if (op ? op_of_name(text, length, &r->place->copy.op)
           : use_of_name(text, length, &r->place->copy.use))
        return true;
    return unusable_node(r->doc, node, r->unusable, op ? "op" : "mode",
                         op ? "'op' must be load, store, add, min, max, inc, dec, and, or, xor"
                            : "'mode' must be tile, tile::gather4, tile::scatter4, im2col, "
                              "im2col::w or im2col::w::128");
}

static bool read_place(const struct request *r, uint32_t key, uint32_t node) {
    int64_t values[5];
    uint32_t count;
    bool at = json_is(r->doc, key, "at");
    const char *name = at ? "at" : "offsets";
    if (!read_integers(r->doc, node, name, values, at ? 5 : 3, &count, r->unusable)) return false;
    if (at) return copy_set_at(r->place, values, count);
    return copy_set_offsets(r->place, values, count) ||
           unusable_node(r->doc, node, r->unusable, name, "'offsets' are 0 to 65535");
}

static bool read_shared(const struct request *r, uint32_t node) {
    const struct json_node *n = &r->doc->node[node];
    uint32_t value = 0;
    bool good = n->kind == JSON_NODE_NUMBER && n->end - n->start < 7;
    for (uint32_t i = n->start; good && i < n->end; i++) {
        char c = r->doc->text[i];
        good = c >= '0' && c <= '9';
        value = value * 10 + (uint32_t)(c - '0');
    }
    r->place->copy.shared = value;
    return (good && value % 128 == 0 && value <= 1 << 18) ||
           unusable_node(r->doc, node, r->unusable, "shared",
                         "'shared' must be a multiple of 128 up to 262144");
}

static bool read_member(struct request *r, uint32_t key) {
    static const char *const keys[] = {"map", "at", "offsets", "op", "mode", "shared"};
    uint32_t k = 0, node = key + 1;
    while (k < 6 && !json_is(r->doc, key, keys[k])) k++;
    if (k == 6)
        return unusable_node(r->doc, key, r->unusable, "",
                             "unknown key; known are map, at, offsets, op, mode, shared");
    if (r->seen >> k & 1)
        return unusable_node(r->doc, key, r->unusable, keys[k], "'%s' is given twice", keys[k]);
    r->seen |= 1u << k;
    switch (k) {
    case 0: return map_read(r->doc, node, r->input, r->unusable);
    case 1:
    case 2: return read_place(r, key, node);
    case 5: return read_shared(r, node);
    default: return read_word(r, key, node);
    }
}

bool access_read(const struct json_doc *doc, uint32_t node, const struct tensormap_options *options,
                 struct map_input *input, struct place *place, struct unusable *unusable) {
    struct request r = {doc, input, place, unusable, 0};
    *place = options->at;
    place->copy.use = options->check.use;
    if (doc->node[node].kind != JSON_NODE_OBJECT)
        return unusable_node(doc, node, unusable, "", "a copy must be an object, not %s",
                             json_kind_name(doc->node[node].kind));
    for (uint32_t key = node + 1; key < doc->node[node].next; key = doc->node[key + 1].next)
        if (!read_member(&r, key)) return false;
    if (!(r.seen & 1)) return unusable_node(doc, node, unusable, "map", "missing key 'map'");
    if (!place->has_at) return unusable_node(doc, node, unusable, "at", "missing key 'at'");
    return true;
}

/* ---- the answer ---- */

struct runs {
    struct out *out;
    bool begun;
};

static void write_run(void *context, const ptxc_tm_run *run) {
    struct runs *runs = context;
    out_text(runs->out, runs->begun ? ", [" : "[");
    runs->begun = true;
    out_number(runs->out, run->shared);
    out_text(runs->out, ", ");
    out_number(runs->out, run->length);
    out_text(runs->out, ", ");
    if (run->filled)
        out_text(runs->out, "null");
    else
        out_number(runs->out, run->address);
    out_char(runs->out, ']');
}

void access_answer(struct out *out, const ptxc_tensormap *map, const ptxc_tm_copy *copy) {
    ptxc_tm_extent extent;
    const char *trap = ptxc_tensormap_copy(map, copy, NULL, NULL, &extent);
    out_text(out, "{\"bytes\": ");
    out_number(out, extent.bytes);
    out_text(out, ", \"runs\": [");
    struct runs runs = {out, false};
    if (!trap) ptxc_tensormap_copy(map, copy, write_run, &runs, NULL);
    out_text(out, trap ? "], \"trap\": true, \"reason\": \"" : "], \"trap\": false");
    if (trap) {
        out_text(out, trap);
        out_char(out, '"');
    }
    out_text(out, ", \"measured\": ");
    out_text(out, ptxc_tensormap_copy_is_measured(map, copy) ? "true" : "false");
    out_text(out, "}\n");
}
