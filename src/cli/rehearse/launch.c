/* SPDX-License-Identifier: Apache-2.0
 * Reads launches from JSON: see launch.h. */
#include "cli/rehearse/launch.h"
#include "cli/rehearse/value.h"
#include "program/map/read.h"
#include "program/io/complain.h"
#include "program/io/system.h"
#include "program/text/suggest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Members with a meaning. Others may contain notes, unless their names resemble one of these. */
static const char *const members[] = {"entry",  "grid",   "block", "cluster",
                                      "shared", "params", "maps",  "assume"};
enum { MEMBERS = sizeof members / sizeof *members, LONGEST_QUOTED = 60 };

struct reader {
    struct json_doc doc;
    struct launch *launch;
    const char *path;
    uint32_t maps; /* the object with all maps, or 0 */
};

static bool wrong_because(const struct reader *r, uint32_t node, const char *why) {
    uint32_t line, column;
    json_place(&r->doc, r->doc.node[node].start, &line, &column);
    complain("%s:%u:%u: %s", r->path, line, column, why);
    return false;
}

/* Reports what was expected at a node, and its kind if that is wrong. */
static bool wrong(const struct reader *r, uint32_t node, const char *expected) {
    uint32_t line, column;
    const struct json_node *n = &r->doc.node[node];
    json_place(&r->doc, n->start, &line, &column);
    bool plain = n->kind == JSON_NODE_STRING || n->kind == JSON_NODE_NUMBER;
    int length = n->end - n->start < LONGEST_QUOTED ? (int)(n->end - n->start) : LONGEST_QUOTED;
    const char *quote = n->kind == JSON_NODE_STRING ? "\"" : "";
    if (plain)
        complain("%s:%u:%u: expected %s, not %s%.*s%s", r->path, line, column, expected, quote,
                 length, r->doc.text + n->start, quote);
    else
        complain("%s:%u:%u: expected %s, not %s", r->path, line, column, expected,
                 json_kind_name(n->kind));
    return false;
}

/* Returns true if an earlier member has the same key. */
static bool is_repeated(const struct reader *r, uint32_t object, uint32_t key) {
    char name[NAME_SIZE];
    if (!json_ascii(&r->doc, key, name, sizeof name)) return false;
    for (uint32_t i = object + 1; i < key; i = r->doc.node[i + 1].next)
        if (json_is(&r->doc, i, name)) return !wrong_because(r, key, "the same key again");
    return false;
}

static bool has_repeated_key(const struct reader *r, uint32_t object) {
    if (r->doc.node[object].kind != JSON_NODE_OBJECT) return false;
    for (uint32_t i = object + 1; i < r->doc.node[object].next; i = r->doc.node[i + 1].next)
        if (is_repeated(r, object, i)) return true;
    return false;
}

/* Returns true if a member that is not read has a name similar to one that is. */
static bool is_misspelt(const struct reader *r, uint32_t key) {
    char name[NAME_SIZE], why[2 * NAME_SIZE];
    if (!json_ascii(&r->doc, key, name, sizeof name)) return false;
    struct suggestion near = suggest_for(name);
    for (int i = 0; i < MEMBERS; i++) {
        if (!strcmp(members[i], name)) return false;
        suggest_offer(&near, members[i]);
    }
    if (!near.best) return false;
    snprintf(why, sizeof why, "unknown member \"%.60s\"; did you mean \"%s\"?", name, near.best);
    return !wrong_because(r, key, why);
}

/* Returns the value of a member, or 0 if there is none or if it is not in an object. */
static uint32_t member(const struct json_doc *doc, uint32_t object, const char *key) {
    if (doc->node[object].kind != JSON_NODE_OBJECT) return 0;
    for (uint32_t i = object + 1; i < doc->node[object].next; i = doc->node[i + 1].next)
        if (json_is(doc, i, key)) return i + 1;
    return 0;
}

static bool read_number(const struct reader *r, uint32_t node, uint32_t *value) {
    char *end;
    uint64_t wide;
    if (r->doc.node[node].kind != JSON_NODE_NUMBER ||
        !value_unsigned(r->doc.text + r->doc.node[node].start, UINT32_MAX, &wide, &end) ||
        end != r->doc.text + r->doc.node[node].end)
        return wrong(r, node, "an integer from 0 to 4294967295");
    *value = (uint32_t)wide;
    return true;
}

static bool read_sizes(const struct reader *r, uint32_t object, const char *key, uint32_t *sizes) {
    uint32_t array = member(&r->doc, object, key), count = 0;
    if (!array) return true;
    if (r->doc.node[array].kind == JSON_NODE_NUMBER) return read_number(r, array, &sizes[0]);
    if (r->doc.node[array].kind != JSON_NODE_ARRAY)
        return wrong(r, array, "an array of up to 3 sizes");
    for (uint32_t i = array + 1; i < r->doc.node[array].next; i = r->doc.node[i].next) {
        if (count == 3) return wrong(r, i, "at most 3 sizes");
        if (!read_number(r, i, &sizes[count++])) return false;
    }
    return count || wrong(r, array, "a size");
}

/* A cluster of 0 means no cluster; all other sizes must be positive. */
static bool read_launch_sizes(const struct reader *r, ptxc_launch *l) {
    static const char *const keys[] = {"grid", "block", "cluster"};
    uint32_t *const sizes[] = {l->grid, l->block, l->cluster};
    for (int k = 0; k < 3; k++) {
        uint32_t given[3] = {1, 1, 1}, node = member(&r->doc, 0, keys[k]);
        if (!node) continue;
        if (!read_sizes(r, 0, keys[k], given)) return false;
        for (int i = 0; i < 3; i++)
            if (!given[i] && k < 2) return wrong_because(r, node, "a size must be at least 1");
        memcpy(sizes[k], given, sizeof given);
    }
    return true;
}

/* ---- parameters ---- */

static bool no_map(const struct reader *r, uint32_t node, const char *name) {
    char why[2 * NAME_SIZE], near_to[NAME_SIZE], best[NAME_SIZE] = "";
    struct suggestion near = suggest_for(name);
    const struct json_node *n = r->doc.node;
    for (uint32_t i = r->maps + 1; r->maps && i < n[r->maps].next; i = n[i + 1].next) {
        if (!json_ascii(&r->doc, i, near_to, sizeof near_to)) continue;
        suggest_offer(&near, near_to);
        if (near.best == near_to) memcpy(best, near_to, sizeof best);
        if (near.best) near.best = best;
    }
    if (near.best)
        snprintf(why, sizeof why, "\"maps\" has no map '%.60s'; did you mean '%s'?", name, best);
    else
        snprintf(why, sizeof why, "\"maps\" has no map '%.60s'", name);
    return wrong_because(r, node, why);
}

static bool read_map(struct reader *r, uint32_t node, const char *name, ptxc_launch_param *p) {
    struct map_input input = {.map = {.rank = 0}};
    struct unusable unusable;
    uint32_t map = r->maps ? member(&r->doc, r->maps, name) : 0;
    if (!map) return no_map(r, node, name);
    if (!map_read(&r->doc, map, &input, &unusable)) {
        unusable_complain(r->path, &r->doc, 1, &unusable);
        return false;
    }
    ptxc_tensormap *to = &r->launch->maps[p - r->launch->params];
    *to = input.map;
    p->map = to;
    return true;
}

ptxc_launch_param *launch_add_param(struct launch *l) {
    ptxc_launch_param *p = &l->params[l->launch.param_count];
    if (l->launch.param_count == MOST_PARAMS) return NULL;
    l->launch.param_count++;
    *p = (ptxc_launch_param){.kind = PTXC_PARAM_VALUE};
    return p;
}

/* A parameter identified by name or number. */
struct place_of_param {
    const char *name;
    uint32_t number;
    uint64_t offset;
};

/* Reads what read_plain reads, and "map:a", "tmap:a", "tmapz:a", "tmapz:a:2". */
static bool read_param(struct reader *r, uint32_t node, const struct place_of_param *place) {
    static const char expected[] =
        "a parameter like \"u32:7\", \"in:BYTES\", \"out:BYTES\", \"zeros:BYTES\", \"words:1,2\", \"map:NAME\", \"tmap:NAME\" or \"tmapz:NAME\"";
    char text[LONGEST_VALUE], *end, why[WHY_SIZE];
    ptxc_launch_param *p = launch_add_param(r->launch);
    if (!p) return wrong_because(r, node, "a launch has at most 256 values of parameters");
    p->name = place->name;
    p->number = place->number;
    p->offset = place->offset;
    if (!json_ascii(&r->doc, node, text, sizeof text)) return wrong(r, node, expected);
    char *value = strchr(text, ':');
    if (!value) return wrong(r, node, expected);
    *value++ = '\0';
    if (!strcmp(text, "map") || !strcmp(text, "tmap")) {
        p->kind = text[0] == 'm' ? PTXC_PARAM_MAP : PTXC_PARAM_MAP_POINTER;
        return read_map(r, node, value, p);
    }
    if (!strcmp(text, "tmapz")) {
        char *count = strchr(value, ':');
        p->kind = PTXC_PARAM_MAP_ROOM;
        p->value = 1;
        return !count || (value_unsigned(count + 1, 1 << 20, &p->value, &end) && !*end) ||
               wrong(r, node, expected);
    }
    return value_read(r->launch, text, value, p, why) || wrong_because(r, node, why);
}

/* Reads {"0": "u32:7", "64": "map:a"}: members of a parameter, by their offsets. */
static bool read_members(struct reader *r, uint32_t object, struct place_of_param place) {
    if (r->doc.node[object].kind != JSON_NODE_OBJECT) return read_param(r, object, &place);
    if (has_repeated_key(r, object)) return false;
    for (uint32_t i = object + 1; i < r->doc.node[object].next; i = r->doc.node[i + 1].next) {
        char key[NAME_SIZE], *end;
        if (!json_ascii(&r->doc, i, key, sizeof key) ||
            !value_unsigned(key, UINT32_MAX, &place.offset, &end) || *end)
            return wrong(r, i, "the offset of a member");
        if (!read_param(r, i + 1, &place)) return false;
    }
    return true;
}

const char *launch_keep_name(struct launch *l, const char *text, size_t length) {
    if (length + 1 > sizeof l->names - l->names_used) return NULL;
    char *copy = l->names + l->names_used;
    memcpy(copy, text, length);
    copy[length] = '\0';
    l->names_used += (uint32_t)length + 1;
    return copy;
}

/* Reads parameters in order, or by name. */
static bool read_params(struct reader *r, uint32_t all) {
    if (!all) return true;
    struct place_of_param place = {.name = NULL};
    bool named = r->doc.node[all].kind == JSON_NODE_OBJECT;
    if (has_repeated_key(r, all)) return false;
    if (!named && r->doc.node[all].kind != JSON_NODE_ARRAY)
        return wrong(r, all, "an array of parameters, or an object of named ones");
    for (uint32_t i = all + 1; i < r->doc.node[all].next; i = r->doc.node[i + named].next) {
        char name[NAME_SIZE];
        place.number++;
        if (named && (!json_ascii(&r->doc, i, name, sizeof name) ||
                      !(place.name = launch_keep_name(r->launch, name, strlen(name)))))
            return wrong(r, i, "the name of a parameter");
        if (!read_members(r, i + named, place)) return false;
    }
    return true;
}

/* ---- guards ---- */

bool launch_add_way(struct launch *l, const char *line, const char *what) {
    char *end;
    uint64_t number;
    bool taken = !strcmp(what, "taken");
    if (l->launch.way_count == MOST_WAYS || (!taken && strcmp(what, "not-taken") != 0))
        return false;
    if (!value_unsigned(line, UINT32_MAX, &number, &end) || (*end && *end != '=')) return false;
    l->ways[l->launch.way_count++] = (ptxc_way){(uint32_t)number, taken};
    l->launch.ways = l->ways;
    return true;
}

/* Reads {"998": "taken"}. */
static bool read_ways(struct reader *r, uint32_t object) {
    if (!object) return true;
    if (r->doc.node[object].kind != JSON_NODE_OBJECT) return wrong(r, object, "an object of lines");
    for (uint32_t i = object + 1; i < r->doc.node[object].next; i = r->doc.node[i + 1].next) {
        char line[NAME_SIZE], what[NAME_SIZE];
        if (!json_ascii(&r->doc, i, line, sizeof line) ||
            !json_ascii(&r->doc, i + 1, what, sizeof what) ||
            !launch_add_way(r->launch, line, what))
            return wrong_because(r, i, "expected a line and \"taken\" or \"not-taken\"");
    }
    return true;
}

static bool read_launch(struct reader *r) {
    struct launch *l = r->launch;
    if (r->doc.node[0].kind != JSON_NODE_OBJECT) return wrong(r, 0, "an object");
    if (has_repeated_key(r, 0)) return false;
    for (uint32_t i = 1; i < r->doc.node[0].next; i = r->doc.node[i + 1].next)
        if (is_misspelt(r, i)) return false;
    uint32_t entry = member(&r->doc, 0, "entry"), shared = member(&r->doc, 0, "shared");
    r->maps = member(&r->doc, 0, "maps");
    if (r->maps && r->doc.node[r->maps].kind != JSON_NODE_OBJECT)
        return wrong(r, r->maps, "an object of tensor maps by name");
    if (r->maps && has_repeated_key(r, r->maps)) return false;
    if (entry && !json_ascii(&r->doc, entry, l->entry, sizeof l->entry))
        return wrong(r, entry, "the name of a kernel");
    if (entry) l->launch.entry = l->entry;
    if (shared && !read_number(r, shared, &l->launch.dynamic_shared)) return false;
    return read_launch_sizes(r, &l->launch) && read_params(r, member(&r->doc, 0, "params")) &&
           read_ways(r, member(&r->doc, 0, "assume"));
}

bool launch_read(const char *path, struct launch *launch) {
    struct reader r = {.launch = launch, .path = path};
    char *text;
    size_t length;
    int error = sys_read(path, &text, &length);
    if (error) return complain_file("cannot read", path, error), false;
    launch->launch.params = launch->params;
    bool good = json_read(&r.doc, text, length);
    if (good) {
        good = read_launch(&r);
    } else {
        uint32_t line, column;
        json_place(&r.doc, r.doc.at, &line, &column);
        complain("%s:%u:%u: %s", path, line, column, r.doc.error);
    }
    json_free(&r.doc);
    free(text);
    return good;
}
