/* SPDX-License-Identifier: Apache-2.0
 * The settings of the client, which take precedence, and `.ptxcheck`. Both are converted to
 * words of a command line, so that they have the same meaning. */
#include "program/io/complain.h"
#include "program/text/jsontext.h"
#include "program/text/strings.h"
#include "program/options/language.h"
#include "lsp/session/settings.h"
#include "lsp/wire/need.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECTION "ptxcheck"
#define ASK "workspace/configuration"

/* ---- words ---- */

static bool add_word(struct server *s, const char *word) {
    char *copy = need(strdup(word));
    if (strings_add(&s->words.text, &s->words.count, &s->words.room, copy)) return true;
    free(copy);
    return false;
}

static void free_words(char **words, size_t count) {
    for (size_t i = 0; i < count; i++) free(words[i]);
    free(words);
}

static bool same_words(char **a, size_t a_count, char **b, size_t b_count) {
    bool same = a && b && a_count == b_count;
    for (size_t i = 0; same && i < a_count; i++) same = !strcmp(a[i], b[i]);
    return same;
}

/* Adds the word if the resulting command line is valid. */
static void try_word(struct server *s, const char *key, const char *word) {
    struct options words, whole;
    if (!add_word(s, word)) return;
    bool good = options_words(&words, (int)s->words.count, s->words.text);
    if (good) {
        good = options_under(&whole, &words, NULL);
        options_free(&whole);
    }
    options_free(&words);
    if (good) return;
    server_show(s, 1, "ptxcheck: cannot use the setting '%s': %s", key, word);
    free(s->words.text[--s->words.count]);
}

/* ---- the client's settings ---- */

/* Returns the value of a setting, or NULL if it is not set. A value of another type is reported and
 * counts as not set; JSON_TRUE stands for both booleans. */
static const json_t *value_of(struct server *s, const json_t *settings, const char *key,
                              json_type type, const char *wanted) {
    const json_t *value = json_object_get(settings, key);
    if (!value || json_is_null(value)) return NULL;
    if (json_typeof(value) == type || (type == JSON_TRUE && json_is_false(value))) return value;
    server_show(s, 1, "ptxcheck: the setting '%s' must be %s", key, wanted);
    return NULL;
}

static void read_text(struct server *s, const json_t *settings, const char *key) {
    char word[256];
    const char *value = json_string_value(value_of(s, settings, key, JSON_STRING, "a string"));
    if (!value || !*value) return;
    snprintf(word, sizeof word, "--%s=%s", key, value);
    try_word(s, key, word);
}

static void read_warnings(struct server *s, const json_t *warnings) {
    char word[256];
    for (size_t i = 0; i < json_array_size(warnings); i++) {
        const char *value = json_string_value(json_array_get(warnings, i));
        if (!value) {
            server_show(s, 1, "ptxcheck: the setting 'warnings' must be an array of strings");
            continue;
        }
        snprintf(word, sizeof word, strcmp(value, "-w") ? "-W%s" : "%s",
                 strncmp(value, "-W", 2) ? value : value + 2);
        try_word(s, "warnings", word);
    }
}

static void read_number(struct server *s, const json_t *settings, const char *key,
                        const char *option) {
    char word[64];
    const json_t *value = value_of(s, settings, key, JSON_INTEGER, "an integer");
    if (!value) return;
    snprintf(word, sizeof word, "%s=%lld", option, (long long)json_integer_value(value));
    try_word(s, key, word);
}

/* Replaces the words by those of the settings. */
static void read_words(struct server *s, const json_t *settings) {
    s->words.text = NULL;
    s->words.count = s->words.room = 0;
    if (!add_word(s, SECTION)) return;
    read_text(s, settings, "toolkit");
    read_text(s, settings, "arch");
    read_warnings(s, value_of(s, settings, "warnings", JSON_ARRAY, "an array of strings"));
    read_number(s, settings, "maxErrors", "--max-errors");
    if (json_is_false(value_of(s, settings, "config", JSON_TRUE, "a boolean")))
        try_word(s, "config", "--no-config");
}

void settings_read(struct server *s, const json_t *settings) {
    const json_t *section = json_object_get(settings, SECTION);
    char **before = s->words.text;
    size_t count = s->words.count;
    const json_t *given = section ? section : settings;
    /* An empty table of Lua becomes an empty array. */
    bool none = json_is_null(given) || (json_is_array(given) && !json_array_size(given));
    if (given && !none && !json_is_object(given))
        server_show(s, 1, "ptxcheck: the settings must be an object");
    read_words(s, json_is_object(section) ? section : settings);
    bool same = same_words(before, count, s->words.text, s->words.count);
    if (!same) {
        options_free(&s->command);
        (void)options_words(&s->command, (int)s->words.count, s->words.text);
        settings_forget(s);
        free_words(before, count);
    } else {
        free_words(s->words.text, s->words.count);
        s->words.text = before;
        s->words.count = s->words.room = count;
    }
}

json_t *settings_changed(struct call *call) {
    struct server *s = call->server;
    const json_t *settings = json_object_get(call->params, "settings");
    const json_t *section = json_object_get(settings, SECTION);
    if (json_is_object(section))
        settings_read(s, section);
    else if (s->client.configuration)
        settings_ask(s);
    else
        settings_read(s, settings);
    return NULL;
}

static json_t *registration(const char *method, json_t *options) {
    return json_pack("{s:s, s:s, s:o}", "id", method, "method", method, "registerOptions", options);
}

void settings_ask(struct server *s) {
    static const char files[] = "workspace/didChangeWatchedFiles",
                      changes[] = "workspace/didChangeConfiguration";
    json_t *wanted = json_array();
    if (s->client.watches)
        json_array_append_new(wanted,
                              registration(files, json_pack("{s:[{s:s}]}", "watchers",
                                                            "globPattern", "**/" CONFIG_NAME)));
    if (s->client.watches_settings)
        json_array_append_new(wanted,
                              registration(changes, json_pack("{s:s}", "section", SECTION)));
    if (json_array_size(wanted) && !s->registered)
        server_request(s, "client/registerCapability", json_pack("{s:O}", "registrations", wanted));
    json_decref(wanted);
    s->registered = true;
    if (s->client.configuration)
        s->asked = server_request(s, ASK, json_pack("{s:[{s:s}]}", "items", "section", SECTION));
}

void settings_response(struct server *s, const json_t *message) {
    const char *id = json_string_value(json_object_get(message, "id"));
    const json_t *section = json_array_get(json_object_get(message, "result"), 0);
    char latest[sizeof ASK + 24];
    snprintf(latest, sizeof latest, ASK "/%" PRIu64, s->asked);
    if (id && !strcmp(id, latest) && section && !json_is_null(section)) settings_read(s, section);
}

/* ---- .ptxcheck ---- */

json_t *settings_files_changed(struct call *call) {
    settings_forget(call->server);
    return NULL;
}

void settings_forget(struct server *s) {
    s->settings_edition++;
    for (struct document *d = s->documents; d; d = d->next) {
        d->profile = NULL;
        compile_flags_free(&d->flags);
        d->due = true;
        document_reset(d);
    }
    profiles_free(&s->profiles);
    if (s->documents && s->client.pulls && s->client.refreshes)
        server_request(s, "workspace/diagnostic/refresh", NULL);
}

/* ---- for a document ---- */

static const char *file_of(const struct server *s, const struct document *d) {
    return d->path ? d->path : s->root ? s->root : "/";
}

void settings_look_again(struct server *s, const struct document *d) {
    if (d->profile && !profiles_is_current(&s->profiles, d->profile, file_of(s, d)))
        settings_forget(s);
}

static const struct profile *profile_of(struct server *s, struct document *d) {
    const char *file = file_of(s, d);
    if (d->profile) return d->profile;
    const struct profile *before = s->profiles.first;
    d->profile = profiles_for(&s->profiles, file);
    /* Reported when it is read, not for each document. */
    if (d->profile && d->profile != before && s->profiles.first == d->profile && d->profile->bad)
        server_show(s, 1, "ptxcheck: cannot use '%s' (the log of the server says why)",
                    d->profile->config);
    return d->profile;
}

/* Finds the language of a document: that of `.ptxcheck`, or that of the client, or that of the file
 * name. Returns false for a document of another language, which has no PTX to check. A document
 * without a language and with an unknown name is PTX. */
static bool find_language(const struct document *d, enum language wanted, ptxc_language *out) {
    static const struct {
        const char *word;
        ptxc_language language;
    } languages[] = {
        {"", PTXC_LANGUAGE_PTX},
        {"ptx", PTXC_LANGUAGE_PTX},
        {"cuda-cpp", PTXC_LANGUAGE_CXX},
        {"cuda", PTXC_LANGUAGE_CXX},
        {"cpp", PTXC_LANGUAGE_CXX},
        {"c", PTXC_LANGUAGE_CXX},
        {"objective-cpp", PTXC_LANGUAGE_CXX},
        {"objc", PTXC_LANGUAGE_CXX},
        {"python", PTXC_LANGUAGE_PYTHON},
        {"llvm", PTXC_LANGUAGE_LLVM},
        {"mlir", PTXC_LANGUAGE_LLVM},
        {"rust", PTXC_LANGUAGE_RUST},
        {"markdown", PTXC_LANGUAGE_MARKDOWN},
    };
    const char *path = d->path ? d->path : d->uri;
    *out = language_of(wanted, path);
    if (wanted != LANGUAGE_AUTO) return true;
    /* No word: the name comes first. */
    if (!*d->language && language_of_name(path, out)) return true;
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        if (strcmp(d->language, languages[i].word)) continue;
        *out = languages[i].language;
        return true;
    }
    return language_of_name(path, out);
}

/* Reading the headers takes longer than a check, so they are read once. */
static void add_flags(struct document *d, const struct compile_db *db, bool is_new,
                      ptxc_options *options) {
    if (is_new) compile_flags_free(&d->flags);
    if (is_new && d->path)
        compile_db_add(db, d->path, d->text, d->length, options, &d->flags);
    else
        compile_flags_use(&d->flags, options);
}

ptxc_options settings_options(struct server *s, struct document *d, bool *has_ptx) {
    bool is_new = !d->profile;
    const struct profile *p = profile_of(s, d);
    ptxc_options options = p ? p->options.library : (ptxc_options){.size = sizeof(ptxc_options)};
    options.allocator.resize = need_resize;
    *has_ptx = find_language(d, p ? p->options.language : LANGUAGE_AUTO, &options.language);
    /* C++ without asm has no PTX. */
    if (!*has_ptx) options.language = PTXC_LANGUAGE_CXX;
    if (!options.max_errors || options.max_errors > MOST_SHOWN) options.max_errors = MOST_SHOWN;
    if (p && *has_ptx && options.language == PTXC_LANGUAGE_CXX)
        add_flags(d, p->options.cxx.compile_db, is_new, &options);
    return options;
}

void settings_free(struct server *s) {
    profiles_free(&s->profiles);
    options_free(&s->command);
    free_words(s->words.text, s->words.count);
}
