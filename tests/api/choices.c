/* SPDX-License-Identifier: Apache-2.0
 * Random walks from every instruction, for every target of the newest release, along offered
 * words: each one ends in a chain without errors. */
#include "case.h"
#include "ptxcheck_query.h"

enum { WALKS = 2, MOST_WORDS = 40, MOST_CHOICES = 512 };

static uint32_t drawn = 1;

static uint32_t draw(uint32_t below) {
    drawn = drawn * 1664525u + 1013904223u;
    return (drawn >> 8) % below;
}

/* Returns true for diagnostics about qualifiers and about requirements on the target, but not about
 * operands. */
static bool is_about_words(const ptxc_diag *d) {
    return d->code < 420 || (d->code >= 440 && d->code <= 442);
}

static bool is_wrong(const char *chain, const ptxc_environment *where, char *problem, size_t size) {
    char text[2048];
    ptxc_target target;
    ptxc_module *m = NULL;
    ptxc_diag d;
    ptxc_options options = {.size = sizeof(ptxc_options), .syntax_only = false};
    bool wrong = false;
    CHECK(ptxc_target_get(where->target, &target) == PTXC_OK);
    snprintf(text, sizeof text, ".version %u.%u\n.target %s\n.entry k() {\n%s;\n}\n",
             (unsigned)where->version / 10, (unsigned)where->version % 10, target.name, chain);
    CHECK(ptxc_module_open(text, strlen(text), &options, &m) == PTXC_OK);
    for (size_t i = 0; !wrong && ptxc_module_diag_get(m, i, &d) == PTXC_OK; i++) {
        wrong = is_about_words(&d);
        if (wrong) ptxc_module_diag_text(m, i, problem, size);
    }
    ptxc_module_close(m);
    return wrong;
}

/* Returns a word that the target supports, one of the missing ones if there are any, or NULL. */
static const char *choose(const char *chain, const ptxc_environment *where) {
    static ptxc_next_word choice[MOST_CHOICES];
    const char *word = NULL;
    uint32_t seen[2] = {0, 0};
    size_t count = ptxc_isa_next_words(chain, strlen(chain), where, choice, MOST_CHOICES);
    bool missing = draw(2);
    for (size_t i = 0; i < count && i < MOST_CHOICES; i++) {
        const ptxc_next_word *c = &choice[i];
        if (!c->available || c->slot == PTXC_NONE) continue;
        bool better = missing && c->missing;
        if (!better && seen[1]) continue;
        if (!draw(++seen[better])) word = c->word;
    }
    return word;
}

static void walk(const char *name, const ptxc_environment *where) {
    char chain[1024], problem[512] = "";
    snprintf(chain, sizeof chain, "%s", name);
    for (int i = 0; i < MOST_WORDS; i++) {
        const char *word = choose(chain, where);
        if (!word) break;
        CHECK(strlen(chain) + strlen(word) < sizeof chain);
        strcat(chain, word);
        if (!draw(4) && !is_wrong(chain, where, problem, sizeof problem)) return;
    }
    if (is_wrong(chain, where, problem, sizeof problem)) {
        printf("target %zu, %s: %s\n", where->target, chain, problem);
        CHECK(0 && "what is offered leads to a chain that is right");
    }
}

static void test_walks(void) {
    size_t release = ptxc_release_count() - 1;
    ptxc_release newest;
    ptxc_target target;
    ptxc_isa_insn insn;
    CHECK(ptxc_release_get(release, &newest) == PTXC_OK);
    for (size_t t = 0; ptxc_target_get(t, &target) == PTXC_OK; t++) {
        ptxc_environment where = {newest.version, t, release};
        if (target.end <= release) continue;
        for (size_t i = 0; ptxc_isa_insn_get(i, &insn) == PTXC_OK; i++)
            for (int n = 0; ptxc_set_has(&insn.avail.targets, t) && n < WALKS; n++)
                walk(insn.name, &where);
    }
}

MAIN({"walks", test_walks})
