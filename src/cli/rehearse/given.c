/* SPDX-License-Identifier: Apache-2.0
 * Applies the options that describe a launch: see launch.h. */
#include "cli/rehearse/launch.h"
#include "cli/rehearse/value.h"
#include "program/io/complain.h"
#include "program/map/maps.h"
#include <string.h>

bool launch_way(struct launch *launch, const char *text) {
    const char *what = strchr(text, '=');
    if (what && launch_add_way(launch, text, what + 1)) return true;
    complain("option '--assume' expects LINE=taken or LINE=not-taken, not '%s'", text);
    return false;
}

/* Reads "3", "3+64", "name" or "name+64", up to the '='. */
static bool take_place(struct launch *l, const char *text, size_t length, ptxc_launch_param *p) {
    char *end;
    uint64_t number;
    const char *plus = memchr(text, '+', length);
    size_t name = plus ? (size_t)(plus - text) : length;
    if (plus && (!value_unsigned(plus + 1, UINT32_MAX, &p->offset, &end) || end != text + length))
        return false;
    if (value_unsigned(text, MOST_PARAMS - 1, &number, &end)) {
        p->number = (uint32_t)number + 1;
        return end == text + name;
    }
    p->name = launch_keep_name(l, text, name);
    return name && p->name;
}

bool launch_param(struct launch *launch, const char *text) {
    char type[NAME_SIZE], why[WHY_SIZE];
    const char *value = strchr(text, '='), *colon = value ? strchr(value, ':') : NULL;
    ptxc_launch_param *p = launch_add_param(launch);
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
    if (!strcmp(type, "map") || !strcmp(type, "tmap") || !strcmp(type, "tmapz")) {
        complain("option '--param': '%s' is for launch files; use 'tensormap:FILE'", type);
        return false;
    }
    if (value_read(launch, colon ? type : "u64", colon ? colon + 1 : value + 1, p, why)) {
        if (!colon) p->width = 0;
        return true;
    }
    complain("option '--param=%s': %s", text, why);
    return false;
}

bool launch_sizes(const char *text, uint32_t sizes[3]) {
    sizes[0] = sizes[1] = sizes[2] = 1;
    for (int i = 0; i < 3; i++) {
        char *end;
        uint64_t value;
        if (!value_unsigned(text, UINT32_MAX, &value, &end) || !value) return false;
        sizes[i] = (uint32_t)value;
        if (!*end) return true;
        if (*end != ',') return false;
        text = end + 1;
    }
    return false;
}
