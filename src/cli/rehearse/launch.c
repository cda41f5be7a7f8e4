/* SPDX-License-Identifier: Apache-2.0
 * Launches as JSON: see launch.h. */
#include "cli/rehearse/launch.h"
#include "program/map/maps.h"
#include "program/map/read.h"
#include "program/io/complain.h"
#include "program/io/system.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct json_doc doc;
    struct launch *launch;
    const char *path;
    uint32_t maps; /* the object of all maps; 0: there is none */
};

static bool wrong(const struct reader *r, uint32_t node, const char *expected) {
    uint32_t line, column;
    json_place(&r->doc, r->doc.node[node].start, &line, &column);
    complain("%s:%u:%u: expected %s", r->path, line, column, expected);
    return false;
}

/* The value of a member; 0: there is none, or it is no object. */
static uint32_t member(const struct json_doc *doc, uint32_t object, const char *key) {
    if (doc->node[object].kind != JSON_NODE_OBJECT) return 0;
    for (uint32_t i = object + 1; i < doc->node[object].next; i = doc->node[i + 1].next)
        if (json_is(doc, i, key)) return i + 1;
    return 0;
}

static bool read_unsigned(const char *text, uint64_t most, uint64_t *value, char **end) {
    errno = 0;
    *value = strtoull(text, end, 0);
    return *end != text && *text != '-' && !errno && *value <= most;
}

static bool read_number(const struct reader *r, uint32_t node, uint32_t *value) {
    char *end;
    uint64_t wide;
    if (r->doc.node[node].kind != JSON_NODE_NUMBER ||
        !read_unsigned(r->doc.text + r->doc.node[node].start, UINT32_MAX, &wide, &end) ||
        end != r->doc.text + r->doc.node[node].end)
        return wrong(r, node, "an integer");
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
    return true;
}

/* ---- parameters ---- */

static bool read_map(struct reader *r, uint32_t node, const char *name, ptxc_launch_param *p) {
    struct map_input input = {.map = {.rank = 0}};
    struct unusable unusable;
    uint32_t map = r->maps ? member(&r->doc, r->maps, name) : 0;
    if (!map) return wrong(r, node, "the name of a map in \"maps\"");
    if (!map_read(&r->doc, map, &input, &unusable)) {
        unusable_complain(r->path, &r->doc, 1, &unusable);
        return false;
    }
    ptxc_tensormap *to = &r->launch->maps[p - r->launch->params];
    *to = input.map;
    p->map = to;
    return true;
}

/* The bits of "1.5" as a number of that type, or of an integer. */
static bool read_value(const char *type, const char *text, uint64_t *bits) {
    char *end;
    float single;
    double wide;
    if (!strcmp(type, "f32")) {
        single = strtof(text, &end);
        uint32_t b;
        memcpy(&b, &single, sizeof b);
        *bits = b;
    } else if (!strcmp(type, "f64")) {
        wide = strtod(text, &end);
        memcpy(bits, &wide, sizeof *bits);
    } else if (strchr("ubs", type[0]) && strlen(type) > 1) {
        *bits = text[0] == '-' ? (uint64_t)strtoll(text, &end, 0) : strtoull(text, &end, 0);
    } else {
        return false;
    }
    return end != text && !*end;
}

/* "128,256": the words of a buffer. */
static bool read_words(struct launch *l, const char *text, ptxc_launch_param *p) {
    char *end;
    uint64_t word;
    p->kind = PTXC_PARAM_WORDS;
    p->words = l->words + l->word_count;
    for (; read_unsigned(text, UINT32_MAX, &word, &end); text = end + 1) {
        if (l->word_count == MOST_WORDS) return false;
        l->words[l->word_count++] = (uint32_t)word;
        p->value += 4;
        if (*end != ',') return !*end;
    }
    return false;
}

/* "in:4096", "zeros:4096", "words:1,2", "u32:7". `type` is what stands before the colon. */
static bool read_plain(struct launch *l, const char *type, const char *value,
                       ptxc_launch_param *p) {
    bool zeros = !strcmp(type, "zeros");
    if (!strcmp(type, "words")) return read_words(l, value, p);
    if (zeros || !strcmp(type, "in") || !strcmp(type, "out") || !strcmp(type, "buffer")) {
        char *end;
        p->kind = zeros ? PTXC_PARAM_WORDS : PTXC_PARAM_BUFFER;
        return read_unsigned(value, UINT64_MAX, &p->value, &end) && !*end;
    }
    p->kind = PTXC_PARAM_VALUE;
    if (type[0]) p->width = (uint32_t)strtoul(type + 1, NULL, 10) / 8;
    return read_value(type, value, &p->value);
}

static ptxc_launch_param *add_param(struct launch *l) {
    ptxc_launch_param *p = &l->params[l->launch.param_count];
    if (l->launch.param_count == MOST_PARAMS) return NULL;
    l->launch.param_count++;
    *p = (ptxc_launch_param){.kind = PTXC_PARAM_VALUE};
    return p;
}

/* Of a parameter that has a name, or a number. */
struct place_of_param {
    const char *name;
    uint32_t number;
    uint64_t offset;
};

/* What read_plain takes, and "map:a", "tmap:a", "tmapz:a", "tmapz:a:2". */
static bool read_param(struct reader *r, uint32_t node, const struct place_of_param *place) {
    static const char expected[] =
        "a parameter like \"u32:7\", \"in:BYTES\", \"out:BYTES\", \"zeros:BYTES\", \"words:1,2\", \"map:NAME\", \"tmap:NAME\" or \"tmapz:NAME\"";
    char text[LONGEST_VALUE], *end;
    ptxc_launch_param *p = add_param(r->launch);
    if (!p) return wrong(r, node, "fewer parameters");
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
        return !count || (read_unsigned(count + 1, 1 << 20, &p->value, &end) && !*end) ||
               wrong(r, node, expected);
    }
    return read_plain(r->launch, text, value, p) || wrong(r, node, expected);
}

/* {"0": "u32:7", "64": "map:a"}: members of a parameter, by their offsets. */
static bool read_members(struct reader *r, uint32_t object, struct place_of_param place) {
    if (r->doc.node[object].kind != JSON_NODE_OBJECT) return read_param(r, object, &place);
    for (uint32_t i = object + 1; i < r->doc.node[object].next; i = r->doc.node[i + 1].next) {
        char key[NAME_SIZE], *end;
        if (!json_ascii(&r->doc, i, key, sizeof key) ||
            !read_unsigned(key, UINT32_MAX, &place.offset, &end) || *end)
            return wrong(r, i, "the offset of a member");
        if (!read_param(r, i + 1, &place)) return false;
    }
    return true;
}

/* A copy of a name that lasts as long as the launch; NULL: there is no more room. */
static const char *keep_name(struct launch *l, const char *text, size_t length) {
    if (length + 1 > sizeof l->names - l->names_used) return NULL;
    char *copy = l->names + l->names_used;
    memcpy(copy, text, length);
    copy[length] = '\0';
    l->names_used += (uint32_t)length + 1;
    return copy;
}

/* In their order, or by their names. */
static bool read_params(struct reader *r, uint32_t all) {
    if (!all) return true;
    struct place_of_param place = {.name = NULL};
    bool named = r->doc.node[all].kind == JSON_NODE_OBJECT;
    if (!named && r->doc.node[all].kind != JSON_NODE_ARRAY)
        return wrong(r, all, "an array of parameters, or an object of named ones");
    for (uint32_t i = all + 1; i < r->doc.node[all].next; i = r->doc.node[i + named].next) {
        char name[NAME_SIZE];
        place.number++;
        if (named && (!json_ascii(&r->doc, i, name, sizeof name) ||
                      !(place.name = keep_name(r->launch, name, strlen(name)))))
            return wrong(r, i, "the name of a parameter");
        if (!read_members(r, i + named, place)) return false;
    }
    return true;
}

/* ---- guards ---- */

static bool add_way(struct launch *l, const char *line, const char *what) {
    char *end;
    uint64_t number;
    bool taken = !strcmp(what, "taken");
    if (l->launch.way_count == MOST_WAYS || (!taken && strcmp(what, "not-taken") != 0))
        return false;
    if (!read_unsigned(line, UINT32_MAX, &number, &end) || (*end && *end != '=')) return false;
    l->ways[l->launch.way_count++] = (ptxc_way){(uint32_t)number, taken};
    l->launch.ways = l->ways;
    return true;
}

bool launch_way(struct launch *launch, const char *text) {
    const char *what = strchr(text, '=');
    if (what && add_way(launch, text, what + 1)) return true;
    complain("option '--assume' expects LINE=taken or LINE=not-taken, not '%s'", text);
    return false;
}

/* {"998": "taken"} */
static bool read_ways(struct reader *r, uint32_t object) {
    if (!object) return true;
    if (r->doc.node[object].kind != JSON_NODE_OBJECT) return wrong(r, object, "an object of lines");
    for (uint32_t i = object + 1; i < r->doc.node[object].next; i = r->doc.node[i + 1].next) {
        char line[NAME_SIZE], what[NAME_SIZE];
        if (!json_ascii(&r->doc, i, line, sizeof line) ||
            !json_ascii(&r->doc, i + 1, what, sizeof what) || !add_way(r->launch, line, what))
            return wrong(r, i, "a line and \"taken\" or \"not-taken\"");
    }
    return true;
}

static bool read_launch(struct reader *r) {
    struct launch *l = r->launch;
    if (r->doc.node[0].kind != JSON_NODE_OBJECT) return wrong(r, 0, "an object");
    uint32_t entry = member(&r->doc, 0, "entry"), shared = member(&r->doc, 0, "shared");
    r->maps = member(&r->doc, 0, "maps");
    if (entry && !json_ascii(&r->doc, entry, l->entry, sizeof l->entry))
        return wrong(r, entry, "the name of a kernel");
    if (entry) l->launch.entry = l->entry;
    if (shared && !read_number(r, shared, &l->launch.dynamic_shared)) return false;
    return read_sizes(r, 0, "grid", l->launch.grid) && read_sizes(r, 0, "block", l->launch.block) &&
           read_sizes(r, 0, "cluster", l->launch.cluster) &&
           read_params(r, member(&r->doc, 0, "params")) &&
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

/* ---- options ---- */

/* "3", "3+64", "name" or "name+64", up to the '='. */
static bool take_place(struct launch *l, const char *text, size_t length, ptxc_launch_param *p) {
    char *end;
    uint64_t number;
    const char *plus = memchr(text, '+', length);
    size_t name = plus ? (size_t)(plus - text) : length;
    if (plus && (!read_unsigned(plus + 1, UINT32_MAX, &p->offset, &end) || end != text + length))
        return false;
    if (read_unsigned(text, MOST_PARAMS - 1, &number, &end)) {
        p->number = (uint32_t)number + 1;
        return end == text + name;
    }
    p->name = keep_name(l, text, name);
    return name && p->name;
}

bool launch_param(struct launch *launch, const char *text) {
    char type[NAME_SIZE];
    const char *value = strchr(text, '='), *colon = value ? strchr(value, ':') : NULL;
    ptxc_launch_param *p = add_param(launch);
    size_t length = colon ? (size_t)(colon - value - 1) : 0;
    if (!p || !value || length >= sizeof type ||
        !take_place(launch, text, (size_t)(value - text), p)) {
        complain(
            "option '--param' expects INDEX=TYPE:VALUE or NAME=TYPE:VALUE, such as '2=u32:7', not '%s'",
            text);
        return false;
    }
    memcpy(type, value + 1, length);
    type[length] = '\0';
    if (!strcmp(type, "tensormap")) {
        ptxc_tensormap *map = &launch->maps[p - launch->params];
        p->kind = PTXC_PARAM_MAP;
        p->map = map;
        return map_read_file(colon + 1, map);
    }
    if (colon ? read_plain(launch, type, colon + 1, p) : read_value("u64", value + 1, &p->value))
        return true;
    complain("option '--param' does not know the value '%s'", value + 1);
    return false;
}

bool launch_sizes(const char *text, uint32_t sizes[3]) {
    for (int i = 0; i < 3; i++) {
        char *end;
        uint64_t value;
        if (!read_unsigned(text, UINT32_MAX, &value, &end) || !value) return false;
        sizes[i] = (uint32_t)value;
        if (!*end) return true;
        if (*end != ',') return false;
        text = end + 1;
    }
    return false;
}
