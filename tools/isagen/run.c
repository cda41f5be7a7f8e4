/* SPDX-License-Identifier: Apache-2.0
 * One run: its memory, its messages, and the stages of checking tables. A run frees everything,
 * so that a process can execute many (fuzz/isagen.c). */
#include "model.h"

static const size_t most_memory = (size_t)1 << 30;

struct model m;

/* ---- messages ---- */

static void say(struct place at, const char *what, const char *format, va_list args) {
    if (!m.messages) return;
    fprintf(m.messages, "%s:%d:%d: %s: ", at.file, at.line, at.column, what);
    vfprintf(m.messages, format, args);
    fputc('\n', m.messages);
}

void fail_at(struct place at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(at, "error", format, args);
    va_end(args);
    if (++m.errors == ISAGEN_MOST_ERRORS) give_up("too many errors");
}

void warn_at(struct place at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(at, "warning", format, args);
    va_end(args);
}

void give_up(const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(m.at, "error", format, args);
    va_end(args);
    m.errors++;
    longjmp(m.given_up, 1);
}

int error_count(void) { return m.errors; }
void working_at(struct place at) { m.at = at; }

/* ---- memory ---- */

struct block {
    struct block *next, *before;
    size_t size;
};

static void *take(struct block *old, size_t size) {
    size_t had = old ? old->size : 0;
    if (size > most_memory || m.memory + size - had > most_memory)
        give_up("the tables need too much memory");
    struct block *block = realloc(old, sizeof *block + size);
    if (!block) give_up("out of memory");
    if (!old) block->before = NULL, block->next = m.blocks;
    block->size = size;
    if (block->next) block->next->before = block;
    *(block->before ? &block->before->next : &m.blocks) = block;
    m.memory += size - had;
    return block + 1;
}

void *allocate(size_t size) { return memset(take(NULL, size), 0, size); }

void release(void *at) {
    if (!at) return;
    struct block *block = (struct block *)at - 1;
    if (block->next) block->next->before = block->before;
    *(block->before ? &block->before->next : &m.blocks) = block->next;
    m.memory -= block->size;
    free(block);
}

void grow(void **at, size_t *room, size_t count, size_t size) {
    if (count < *room) return;
    *room = *room ? 2 * *room : 64;
    *at = take(*at ? (struct block *)*at - 1 : NULL, *room * size);
}

const char *save_text(const char *s, size_t n) {
    char *copy = allocate(n + 1);
    memcpy(copy, s, n);
    return copy;
}

const char *format_text(const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0 || n > ISAGEN_MOST_TEXT) give_up("a text has more than %d bytes", ISAGEN_MOST_TEXT);
    char *text = allocate((size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    return text;
}

int64_t version_number(struct place at, const char *s) {
    char *end;
    long major = strtol(s, &end, 10), minor = strtol(end + 1, NULL, 10);
    if (major <= ISAGEN_MOST_VERSION / 10 - 1 && minor < 10) return 10 * major + minor;
    fail_at(at, "a version has one digit after the point and is less than %d.0",
            ISAGEN_MOST_VERSION / 10);
    return 0;
}

isa_string pool(const char *s) {
    uint32_t hash = 0;
    for (const char *c = s; *c; c++) hash = hash * 31 + (unsigned char)*c;
    isa_string *slot = &m.text_slots[hash % TEXT_SLOTS];
    for (; *slot; slot = &m.text_slots[++hash % TEXT_SLOTS])
        if (!strcmp(m.text.at + *slot - 1, s)) return *slot - 1;
    if (++m.text_count == TEXT_SLOTS) give_up("the tables have more than %d texts", TEXT_SLOTS - 1);
    *slot = (isa_string)m.text.count + 1;
    for (size_t i = 0; i <= strlen(s); i++) PUSH(m.text, s[i]);
    return *slot - 1;
}

uint16_t narrow(size_t n) {
    if (n >= ISA_NONE) give_up("a table has more than %d records", ISA_NONE - 1);
    return (uint16_t)n;
}

/* ---- the whole run ---- */

void begin_run(FILE *messages, uint32_t most_trials) {
    memset(&m, 0, sizeof m);
    m.messages = messages;
    m.most_trials = most_trials;
}

void end_run(void) {
    for (struct block *block = m.blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    m.blocks = NULL;
}

struct node *parse_text(const char *name, const char *text, size_t length) {
    struct source in = {
        .name = name, .cursor = text, .limit = text + length, .line_start = text, .line = 1};
    m.at = (struct place){name, 1, 1};
    if (setjmp(m.given_up)) return NULL;
    isa_parse(&in);
    return in.tree;
}

/* Checks what instructions share, which may be in any file, before or after them. */
static void check_shared(const struct node *n) {
    switch (n->kind) {
    case NODE_SET: check_set(n, NULL); break;
    case NODE_OPERAND_KIND: check_named_kind(n); break;
    case NODE_OPERAND_BY: check_by(n); break;
    case NODE_OPERANDS: PUSH(m.fragments, ((struct fragment){.node = n})); break;
    case NODE_RULESET: PUSH(m.rulesets, ((struct fragment){.node = n})); break;
    case NODE_CLOSED: PUSH(m.closed, pool(n->text)); break;
    case NODE_UNIFORM: check_uniform(n); break;
    case NODE_SIGNED:
        for (const struct node *name = n->child; name; name = name->next)
            PUSH(m.signed_names, name->text);
        break;
    default: break;
    }
}

static void warn_unused(void) {
    warn_unused_sets();
    for (size_t i = 0; i < m.fragments.count; i++)
        if (!m.fragments.at[i].used)
            fail_at(m.fragments.at[i].node->at, "no form has the operands '%s'",
                    m.fragments.at[i].node->text);
    for (size_t i = 0; i < m.rulesets.count; i++)
        if (!m.rulesets.at[i].used)
            fail_at(m.rulesets.at[i].node->at, "no instruction uses the rules '%s'",
                    m.rulesets.at[i].node->text);
    warn_unused_by();
    warn_unused_events();
    for (size_t i = 0; i < m.kind_names.count; i++)
        if (!m.kind_names.at[i].used)
            warn_at(m.kind_names.at[i].at, "no operand is of the kind '%s'",
                    m.kind_names.at[i].name);
}

static int by_name(const void *a, const void *b) {
    const struct isa_insn *x = a, *y = b;
    return strcmp(pooled(x->name), pooled(y->name));
}

/* Orders header items: targets, sets of them, types, then everything that may require these, in any
 * order of files. */
static int header_pass(enum node_kind kind) {
    switch (kind) {
    case NODE_VERSIONS:
    case NODE_TOOLKIT:
    case NODE_TARGET: return 0;
    case NODE_TARGETS: return 1;
    case NODE_TYPE: return 2;
    default: return 3;
    }
}

/* Calls a function for each item of a kind. */
static void each_item(struct node *tree, enum node_kind kind, void (*check)(struct node *)) {
    for (struct node *n = tree; n; n = n->next) {
        if (n->kind != kind) continue;
        m.at = n->at;
        check(n);
    }
}

static void check_headers(struct node *tree) {
    for (int pass = 0; pass < 4; pass++)
        for (struct node *n = tree; n; n = n->next) {
            m.at = n->at;
            if (header_pass(n->kind) == pass) check_header(n);
        }
}

#define RESERVE(vec) grow((void **)&(vec).at, &(vec).room, 0, sizeof *(vec).at)

/* Spans without records also need a valid start, not a null pointer. */
static void reserve(void) {
    RESERVE(m.slots), RESERVE(m.members), RESERVE(m.attrs), RESERVE(m.forms), RESERVE(m.roles);
    RESERVE(m.operands), RESERVE(m.kinds), RESERVE(m.alts), RESERVE(m.ranges), RESERVE(m.choices);
    RESERVE(m.operand_absent), RESERVE(m.operand_nodes), RESERVE(m.rules), RESERVE(m.rule_infos);
    RESERVE(m.ignores), RESERVE(m.fields), RESERVE(m.meanings), RESERVE(m.meaning_list);
    RESERVE(m.numbers), RESERVE(m.layout_rules), RESERVE(m.uniform_words);
    RESERVE(m.events), RESERVE(m.arguments), RESERVE(m.taken), RESERVE(m.word_names);
}

static void check_all(struct node *tree, bool verified) {
    reserve();
    pool("");
    PUSH(m.sets, ~(isa_target_set)0);
    PUSH(m.avails, ((struct isa_avail){0, 0}));
    PUSH(m.code, ISA_END);
    check_headers(tree);
    collect_words(tree);
    kinds_of_tree(tree);
    for (struct node *n = tree; n; n = n->next) {
        m.at = n->at;
        check_shared(n);
    }
    check_fragments();
    check_event_infos(tree);
    each_item(tree, NODE_INSN, check_insn);
    each_item(tree, NODE_LAYOUT, check_layout);
    each_item(tree, NODE_MEANS, check_means);
    each_item(tree, NODE_MISNAMED, check_misnamed);
    each_item(tree, NODE_PURPOSE, check_purpose);
    check_layouts_used();
    mark_insns();
    sort_specials();
    sort_directives();
    each_item(tree, NODE_DIRECTIVE, link_directive);
    if (error_count()) return;
    warn_unused();
    if (verified) verify();
    SORT(m.insns, by_name);
}

bool check_names_of_events(const struct node *tree) {
    if (setjmp(m.given_up)) return false;
    reserve();
    pool("");
    check_event_infos(tree);
    return !m.errors;
}

bool check_tables(struct node *tree, bool verified) {
    if (!setjmp(m.given_up)) check_all(tree, verified);
    return !m.errors;
}
