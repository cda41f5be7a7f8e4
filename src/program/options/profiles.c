/* SPDX-License-Identifier: Apache-2.0
 * Options by file: see profiles.h. */
#include "program/options/profiles.h"
#include "program/io/complain.h"
#include "program/io/system.h"
#include <stdlib.h>
#include <string.h>

static bool is_config(const struct profile *p, const char *config) {
    return config && p->config ? !strcmp(config, p->config) : config == p->config;
}

/* Adds a profile, which takes ownership of `config`. */
static struct profile *add(struct profiles *all, char *config) {
    struct profile *p = calloc(1, sizeof *p);
    if (!p) {
        free(config);
        return NULL;
    }
    p->config = config;
    p->stamp = config ? sys_stamp(config) : 0;
    p->bad = !options_under(&p->options, all->command, config);
    if (p->bad) {
        options_free(&p->options);
        (void)options_under(&p->options, all->command, NULL);
    }
    p->next = all->first;
    all->first = p;
    return p;
}

/* Finds the configuration of a file. In a directory that everyone can write to, another user must
 * not determine what is reported, so such a file is ignored. This is reported once: `*said`. */
static char *find(const struct profiles *all, const char *file, bool *said) {
    char *config = all->command->no_config ? NULL : config_find(file);
    if (!config || sys_is_trusted(config, file)) return config;
    if (!*said) remark("'%s' is ignored: it belongs to another user", config);
    *said = true;
    free(config);
    return NULL;
}

bool profiles_is_current(const struct profiles *all, const struct profile *p, const char *file) {
    bool said = true;
    char *config = find(all, file, &said);
    bool current = is_config(p, config) && (!config || sys_stamp(config) == p->stamp);
    free(config);
    return current;
}

const struct profile *profiles_for(struct profiles *all, const char *file) {
    char *config = find(all, file, &all->ignored_said);
    for (struct profile *p = all->first; p; p = p->next) {
        if (!is_config(p, config)) continue;
        free(config);
        return p;
    }
    return add(all, config);
}

void profiles_free(struct profiles *all) {
    struct profile *next;
    for (struct profile *p = all->first; p; p = next) {
        next = p->next;
        options_free(&p->options);
        free(p->config);
        free(p);
    }
    all->first = NULL;
}
