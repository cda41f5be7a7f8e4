/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck rehearse: see rehearse.h. Findings are reported as in a check; the outcome follows. */
#include "cli/rehearse/rehearse.h"
#include "cli/check/output.h"
#include "cli/rehearse/launch.h"
#include "cli/rehearse/svg.h"
#include "cli/rehearse/timeline.h"
#include "program/io/complain.h"
#include "program/io/system.h"
#include "program/options/command.h"
#include "program/options/help.h"
#include "program/options/language.h"
#include "program/text/jsontext.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_UNDECIDED = 3, EXPLORED = 64 /* number of orders */, MOST_EXPLORED = 10000 };

struct rehearsing {
    struct options options;
    struct launch launch;
    char **rest; /* words that an ordinary check also accepts */
    int rest_count;
    bool help;
    bool timeline;
    const char *svg; /* the file, or NULL */
    struct story story;
};

/* ---- the command line ---- */

/* Accepts any text except an empty one. */
static bool take_text(const char *option, const char *value, const char **text) {
    *text = value;
    if (!*value) complain("option '%s' requires a value", option);
    return *value != '\0';
}

static bool take_sizes(const char *option, const char *value, uint32_t *sizes) {
    if (launch_sizes(value, sizes)) return true;
    complain("option '%s' expects one to three sizes, such as '128' or '8,4,1', not '%s'", option,
             value);
    return false;
}

static bool take_number(const char *option, const char *value, uint64_t most, uint64_t *number) {
    char *end;
    errno = 0;
    *number = strtoull(value, &end, 0);
    if (*value && *value != '-' && !*end && !errno && *number <= most) return true;
    complain("option '%s' expects a number up to %llu, not '%s'", option, (unsigned long long)most,
             value);
    return false;
}

/* Returns false after it has reported what is wrong. Sets *taken if the word is an option of this
 * command. */
static bool take_option(struct rehearsing *r, int *i, int count, char **words, bool *taken) {
    ptxc_launch *l = &r->launch.launch;
    const char *const word = words[*i];
    const char *value, *file;
    uint64_t number;
    *taken = true;
    if (!strcmp(word, "--help") || !strcmp(word, "-h")) return r->help = true;
    if (!strcmp(word, "--infer")) return l->infer = true;
    if (!strcmp(word, "--timeline")) return r->timeline = true;
    if (command_value("--svg", i, count, words, &value)) return take_text("--svg", value, &r->svg);
    if (command_value("--launch", i, count, words, &value))
        return take_text("--launch", value, &file) && launch_read(file, &r->launch);
    if (command_value("--entry", i, count, words, &value))
        return take_text("--entry", value, &l->entry);
    if (command_value("--grid", i, count, words, &value))
        return take_sizes("--grid", value, l->grid);
    if (command_value("--block", i, count, words, &value))
        return take_sizes("--block", value, l->block);
    if (command_value("--cluster", i, count, words, &value))
        return take_sizes("--cluster", value, l->cluster);
    if (command_value("--param", i, count, words, &value)) return launch_param(&r->launch, value);
    if (command_value("--assume", i, count, words, &value)) return launch_way(&r->launch, value);
    if (command_value("--seed", i, count, words, &value))
        return take_number("--seed", value, UINT64_MAX, &l->seed);
    if (!strcmp(word, "--explore")) return (l->explore = EXPLORED) != 0;
    if (!strncmp(word, "--explore=", 10)) {
        if (!take_number("--explore", word + 10, MOST_EXPLORED, &number)) return false;
        l->explore = (uint32_t)number;
        return true;
    }
    if (command_value("--order", i, count, words, &value))
        return take_text("--order", value, &l->order);
    if (command_value("--max-steps", i, count, words, &value))
        return take_number("--max-steps", value, UINT64_MAX, &l->max_steps);
    if (command_value("--shared", i, count, words, &value)) {
        if (!take_number("--shared", value, UINT32_MAX, &number)) return false;
        l->dynamic_shared = (uint32_t)number;
        return true;
    }
    *taken = false;
    return true;
}

static bool parse(struct rehearsing *r, int count, char **words) {
    r->rest[r->rest_count++] = words[-1];
    for (int i = 0; i < count; i++) {
        bool taken;
        if (!take_option(r, &i, count, words, &taken)) return false;
        if (!taken) r->rest[r->rest_count++] = words[i];
    }
    if (r->help) return true;
    if (!options_parse(&r->options, TASK_CHECK, r->rest_count, r->rest)) return false;
    if (r->options.files.count == 1) return true;
    complain("rehearse takes one file");
    return false;
}

/* ---- the outcome ---- */

struct result {
    const ptxc_module *module;
    ptxc_rehearsal rehearsal;
    const struct rehearsing *from;
};

static bool hangs(const struct result *r) {
    ptxc_outcome o = r->rehearsal.outcome;
    return o != PTXC_FINISHED && o != PTXC_UNDECIDED && o != PTXC_LIMIT;
}

static json_t *waiting_of(const struct result *r) {
    json_t *all = json_array();
    ptxc_waiting w;
    for (size_t i = 0; ptxc_module_waiting_get(r->module, i, &w) == PTXC_OK; i++) {
        struct place at = place_of(r->module, w.at);
        all = json_and(all, json_pack("{s:I, s:I, s:I, s:I, s:I, s:o}", "cta", (json_int_t)w.cta,
                                      "warp", (json_int_t)w.warp, "lanes", (json_int_t)w.lanes,
                                      "line", (json_int_t)at.line, "column", (json_int_t)at.column,
                                      "for", json_name(w.what)));
    }
    return all;
}

/* Writes the options that reproduce the order. */
static void write_order(struct out *out, const ptxc_rehearsal *h, uint32_t explored) {
    if (explored > 1) {
        out_text(out, "orders: ");
        out_number(out, h->orders);
        out_text(out, h->all_orders ? " (all that differ)\n" : " (there are others)\n");
    }
    if (*h->order) {
        out_text(out, "order: --order=");
        out_text(out, h->order);
        out_char(out, '\n');
    } else if (h->seed) {
        out_text(out, "order: --seed=");
        out_number(out, h->seed);
        out_char(out, '\n');
    }
}

static void write_text_outcome(struct out *out, const struct result *r) {
    out_text(out, "rehearsal: ");
    out_text(out, ptxc_outcome_name(r->rehearsal.outcome));
    out_text(out, " after ");
    out_number(out, r->rehearsal.steps);
    out_text(out, " steps\n");
    if (*r->rehearsal.assumed) {
        out_text(out, "assumed: ");
        out_text(out, r->rehearsal.assumed);
        out_char(out, '\n');
    }
    write_order(out, &r->rehearsal, r->from->launch.launch.explore);
    if (r->from->timeline && !timeline_write(out, &r->from->story, hangs(r))) out_fail(out, ENOMEM);
}

static void write_outcome(struct out *out, const void *what, bool json) {
    const struct result *r = what;
    if (!json) {
        write_text_outcome(out, r);
        return;
    }
    out_text(out, ", \"outcome\": ");
    json_write(out, json_name(ptxc_outcome_name(r->rehearsal.outcome)));
    out_text(out, ", \"waiting\": ");
    json_write(out, waiting_of(r));
    out_text(out, ", \"assumed\": ");
    json_write(out, json_name(r->rehearsal.assumed));
    out_text(out, ", \"steps\": ");
    out_number(out, r->rehearsal.steps);
    out_text(out, ", \"unchecked\": ");
    out_number(out, r->rehearsal.unchecked);
    out_text(out, ", \"orders\": ");
    out_number(out, r->rehearsal.orders);
    out_text(out, r->rehearsal.all_orders ? ", \"allOrders\": true" : ", \"allOrders\": false");
    out_text(out, ", \"seed\": ");
    out_number(out, r->rehearsal.seed);
    out_text(out, ", \"order\": ");
    json_write(out, json_name(r->rehearsal.order));
}

static int status_of(ptxc_outcome outcome) {
    if (outcome == PTXC_FINISHED) return EXIT_CLEAN;
    return outcome == PTXC_UNDECIDED ? EXIT_UNDECIDED : EXIT_FINDINGS;
}

/* ---- the rehearsal ---- */

static int cannot_rehearse(const char *path, ptxc_status status, const char *refused) {
    if (*refused && status == PTXC_BAD_ARGUMENT)
        return complain("cannot launch the kernel: %s", refused);
    if (!*refused) refused = ptxc_status_message(status);
    return complain("cannot rehearse '%s': %s", path, refused);
}

static int report(struct rehearsing *r, const char *path, ptxc_module *module,
                  const struct result *result) {
    struct output o; /* not cleared, because most of it is a buffer */
    struct input input = {strcmp(path, "-") ? path : "<stdin>", module};
    if (!output_open(&o, &r->options)) return EXIT_TROUBLE;
    report_module(o.renderer, o.state, &input, &o.out, &o.totals);
    o.totals.addition = result ? (struct addition){write_outcome, result} : (struct addition){0};
    int status = output_close(&o);
    return status != EXIT_CLEAN || !result ? status : status_of(result->rehearsal.outcome);
}

/* Returns false after it has reported what is wrong. */
static bool draw_svg(const struct result *result) {
    struct sys_target target;
    char title[300];
    const ptxc_rehearsal *h = &result->rehearsal;
    const char *path = result->from->svg;
    snprintf(title, sizeof title, "%s: %s after %llu steps", h->kernel,
             ptxc_outcome_name(h->outcome), (unsigned long long)h->steps);
    struct svg_subject subject = {result->module, &result->from->story, title, hangs(result)};
    struct out *out = malloc(sizeof *out);
    int error = out ? sys_create(&target, path) : ENOMEM;
    if (!error) {
        out_init(out, target.file);
        if (!svg_write(out, &subject)) out_fail(out, ENOMEM);
        error = out_flush(out);
        if (!error)
            error = sys_commit(&target);
        else
            sys_discard(&target);
    }
    free(out);
    if (error) complain_file("cannot write", path, error);
    return !error;
}

static int rehearse_text(struct rehearsing *r, const char *path, const char *text, size_t length) {
    ptxc_module *module;
    ptxc_options library = r->options.library;
    library.language = PTXC_LANGUAGE_PTX;
    ptxc_status status = ptxc_module_open(text, length, &library, &module);
    if (status != PTXC_OK) return cannot_rehearse(path, status, "");
    struct result result = {module, {.size = sizeof result.rehearsal, .refused = ""}, r};
    bool clean = ptxc_module_error_count(module) == 0;
    if (clean) status = ptxc_module_rehearse(module, &r->launch.launch, &result.rehearsal);
    int exit_status = status == PTXC_OK ? report(r, path, module, clean ? &result : NULL)
                                        : cannot_rehearse(path, status, result.rehearsal.refused);
    if (status == PTXC_OK && clean && r->svg && !draw_svg(&result)) exit_status = EXIT_TROUBLE;
    ptxc_module_close(module);
    return exit_status;
}

static int rehearse_file(struct rehearsing *r) {
    const char *path = r->options.files.name[0];
    char *text;
    size_t length;
    ptxc_language language = language_of(r->options.language, path);
    if (language == PTXC_LANGUAGE_CXX)
        return complain("rehearse takes PTX: compile '%s' with 'nvcc -ptx' first", path);
    if (language != PTXC_LANGUAGE_PTX)
        return complain("rehearse takes PTX, and '%s' is %s", path, language_name(language));
    int error = sys_read(path, &text, &length);
    if (error) return complain_file("cannot read", path, error);
    int status = rehearse_text(r, path, text, length);
    free(text);
    return status;
}

static void listen(struct rehearsing *r) {
    if (!r->timeline && !r->svg) return;
    r->launch.launch.trace = story_hear;
    r->launch.launch.trace_user = &r->story;
}

int rehearse_main(int count, char **words) {
    struct rehearsing *r = calloc(1, sizeof *r);
    int status = EXIT_TROUBLE;
    if (r) r->rest = calloc((size_t)count + 1, sizeof *r->rest);
    if (!r || !r->rest) {
        free(r);
        return complain("%s", sys_error_text(ENOMEM));
    }
    r->launch.launch.size = sizeof r->launch.launch;
    r->launch.launch.params = r->launch.params;
    if (parse(r, count, words))
        listen(r), status = r->help ? command_print(help_rehearse) : rehearse_file(r);
    options_free(&r->options);
    story_free(&r->story);
    free(r->rest);
    free(r);
    return status;
}
