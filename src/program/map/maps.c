/* SPDX-License-Identifier: Apache-2.0
 * Tensor maps of kernels: see maps.h. */
#include "program/map/maps.h"
#include "program/io/complain.h"
#include "program/io/system.h"
#include "program/map/read.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct known_map {
    struct known_map *next;
    ptxc_tensormap map;
    char name[];
};

char *maps_path(const char *config, const char *file) {
    bool is_beside = config && !sys_is_absolute(file);
    size_t folder = is_beside ? (size_t)(sys_base_name(config) - config) : 0, length = strlen(file);
    char *path = malloc(folder + length + 1);
    if (!path) {
        complain("%s", sys_error_text(ENOMEM));
        return NULL;
    }
    if (folder) memcpy(path, config, folder);
    memcpy(path + folder, file, length + 1);
    /* A FIFO would keep an editor waiting. */
    if (!config || !sys_is_file(path) || sys_is_regular(path)) return path;
    complain("cannot read '%s': it is not a regular file", path);
    free(path);
    return NULL;
}

bool map_is_refused(const ptxc_tensormap *map, char *reason, size_t size) {
    static const ptxc_tm_options either[] = {
        {.size = sizeof(ptxc_tm_options), .profile = PTXC_TM_DOCUMENT},
        {.size = sizeof(ptxc_tm_options), .profile = PTXC_TM_CC90}};
    for (size_t i = 0; i < sizeof either / sizeof *either; i++) {
        ptxc_tm_violation list[PTXC_TM_MAX_VIOLATIONS];
        size_t count = ptxc_tensormap_check(map, &either[i], list, PTXC_TM_MAX_VIOLATIONS), v = 0;
        while (v < count && list[v].severity != PTXC_ERROR) v++;
        if (v == count) return false;
        ptxc_tm_violation_text(&list[v], reason, size);
    }
    return true;
}

static bool read_text(const char *path, const char *text, size_t length, ptxc_tensormap *map) {
    struct json_doc doc = {0};
    struct map_input input = {.map = {.rank = 0}};
    struct unusable unusable = {.message = ""};
    bool good = json_read(&doc, text, length) ? map_read(&doc, 0, &input, &unusable)
                                              : unusable_json(&doc, &unusable);
    if (good && input.map.function == PTXC_TM_REPLACE_ADDRESS)
        good = unusable_node(&doc, 0, &unusable, "", "%s does not make a tensor map",
                             ptxc_tm_function_name(input.map.function));
    if (!good) unusable_complain(path, &doc, 1, &unusable);
    json_free(&doc);
    *map = input.map;
    char reason[400];
    if (!good || !map_is_refused(map, reason, sizeof reason)) return good;
    complain("'%s' is not a valid tensor map: %s", path, reason);
    return false;
}

bool map_read_file(const char *path, ptxc_tensormap *map) {
    char *text = NULL;
    size_t length = 0;
    int error = sys_read(path, &text, &length);
    bool good = !error && read_text(path, text, length, map);
    if (error) complain_file("cannot read", path, error);
    free(text);
    return good;
}

/* Adds an empty record with this name to the list. */
static struct known_map *add(struct maps *maps, const char *name, size_t length) {
    ptxc_known_map *list = realloc(maps->list, (maps->count + 1) * sizeof *list);
    struct known_map *one = list ? calloc(1, sizeof *one + length + 1) : NULL;
    if (list) maps->list = list;
    if (!one) return NULL;
    memcpy(one->name, name, length);
    one->next = maps->first;
    maps->first = one;
    maps->list[maps->count++] = (ptxc_known_map){one->name, &one->map};
    return one;
}

bool maps_add(struct maps *maps, const char *option, const char *config) {
    const char *equals = strchr(option, '=');
    if (!equals || equals == option || !equals[1]) {
        complain("'--tensormap' requires NAME=FILE, not '%s'", option);
        return false;
    }
    char *path = maps_path(config, equals + 1);
    if (!path) return false;
    struct known_map *one = add(maps, option, (size_t)(equals - option));
    bool good = one && map_read_file(path, &one->map);
    if (!one) complain("%s", sys_error_text(ENOMEM));
    free(path);
    return good;
}

void maps_free(struct maps *maps) {
    for (struct known_map *one = maps->first, *next; one; one = next) {
        next = one->next;
        free(one);
    }
    free(maps->list);
    *maps = (struct maps){0};
}
