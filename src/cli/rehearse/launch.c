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

static bool read_map(struct reader *r, uint32_t node, const char *name, uint32_t index) {
    struct map_input input = {.map = {.rank = 0}};
    struct unusable unusable;
    uint32_t map = r->maps ? member(&r->doc, r->maps, name) : 0;
    if (!map) return wrong(r, node, "the name of a map in \"maps\"");
    if (!map_read(&r->doc, map, &input, &unusable)) {
        unusable_complain(r->path, &r->doc, 1, &unusable);
        return false;
    }
    r->launch->maps[index] = input.map;
    r->launch->params[index].map = &r->launch->maps[index];
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

/* "map:a", "tmap:a", "tmapz:a", "tmapz:a:2", "in:4096", "u32:7" */
static bool read_param(struct reader *r, uint32_t node, uint32_t index) {
    static const char expected[] =
        "a parameter like \"u32:7\", \"in:BYTES\", \"out:BYTES\", \"map:NAME\", \"tmap:NAME\" or \"tmapz:NAME\"";
    char text[NAME_SIZE], *end;
    ptxc_launch_param *p = &r->launch->params[index];
    if (!json_ascii(&r->doc, node, text, sizeof text)) return wrong(r, node, expected);
    char *value = strchr(text, ':');
    if (!value) return wrong(r, node, expected);
    *value++ = '\0';
    if (!strcmp(text, "in") || !strcmp(text, "out")) {
        p->kind = PTXC_PARAM_BUFFER;
        return (read_unsigned(value, UINT64_MAX, &p->value, &end) && !*end) ||
               wrong(r, node, expected);
    }
    if (!strcmp(text, "map") || !strcmp(text, "tmap")) {
        p->kind = text[0] == 'm' ? PTXC_PARAM_MAP : PTXC_PARAM_MAP_POINTER;
        return read_map(r, node, value, index);
    }
    if (!strcmp(text, "tmapz")) {
        char *count = strchr(value, ':');
        p->kind = PTXC_PARAM_MAP_ROOM;
        p->value = 1;
        return !count || (read_unsigned(count + 1, 1 << 20, &p->value, &end) && !*end) ||
               wrong(r, node, expected);
    }
    p->kind = PTXC_PARAM_VALUE;
    return read_value(text, value, &p->value) || wrong(r, node, expected);
}

static bool read_params(struct reader *r, uint32_t array) {
    uint32_t count = 0;
    if (!array) return true;
    if (r->doc.node[array].kind != JSON_NODE_ARRAY)
        return wrong(r, array, "an array of parameters");
    for (uint32_t i = array + 1; i < r->doc.node[array].next; i = r->doc.node[i].next) {
        if (count == MOST_PARAMS) return wrong(r, i, "fewer parameters");
        if (!read_param(r, i, count++)) return false;
    }
    r->launch->launch.param_count = count;
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
           read_params(r, member(&r->doc, 0, "params"));
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

static bool take_map_file(const char *path, struct launch *launch, uint32_t index) {
    launch->params[index] =
        (ptxc_launch_param){.kind = PTXC_PARAM_MAP, .map = &launch->maps[index]};
    return map_read_file(path, &launch->maps[index]);
}

bool launch_param(struct launch *launch, const char *text) {
    char *end, type[NAME_SIZE];
    uint64_t index;
    const char *value = strchr(text, '=');
    bool good = value && read_unsigned(text, MOST_PARAMS - 1, &index, &end) && end == value;
    const char *colon = good ? strchr(++value, ':') : NULL;
    size_t length = colon ? (size_t)(colon - value) : 0;
    if (!good || length >= sizeof type) {
        complain("option '--param' expects INDEX=TYPE:VALUE, such as '2=u32:7', not '%s'", text);
        return false;
    }
    memcpy(type, value, length);
    type[length] = '\0';
    if (launch->launch.param_count <= index) launch->launch.param_count = index + 1;
    ptxc_launch_param *p = &launch->params[index];
    if (!strcmp(type, "tensormap")) return take_map_file(colon + 1, launch, (uint32_t)index);
    p->kind = strcmp(type, "buffer") ? PTXC_PARAM_VALUE : PTXC_PARAM_BUFFER;
    const char *as = p->kind == PTXC_PARAM_BUFFER || !length ? "u64" : type;
    if (read_value(as, length ? colon + 1 : value, &p->value)) return true;
    complain("option '--param' does not know the value '%s'", value);
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
