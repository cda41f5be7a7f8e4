/* SPDX-License-Identifier: Apache-2.0
 * isagen [--dict | --spellings | --bounds | --check | --unverified] [-o OUT] FILE...
 * Reads tables of the instruction set; writes C (or a fuzzer's dictionary, or sample lines).
 * --unverified: C without the checks that try out spellings, for tests/mutate.py, which is in
 * haste. */
#include "model.h"

struct model m;
static int errors;

static void say(struct place at, const char *what, const char *format, va_list args) {
    fprintf(stderr, "%s:%d:%d: %s: ", at.file, at.line, at.column, what);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void fail_at(struct place at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(at, "error", format, args);
    va_end(args);
    errors++;
}

void warn_at(struct place at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(at, "warning", format, args);
    va_end(args);
}

int error_count(void) { return errors; }

static void die(const char *what, const char *name) {
    fprintf(stderr, "isagen: %s %s\n", what, name);
    exit(2);
}

void *allocate(size_t size) {
    void *block = calloc(1, size);
    if (!block) die("out of memory", "");
    return block;
}

void grow(void **at, size_t *room, size_t count, size_t size) {
    if (count < *room) return;
    *room = *room ? 2 * *room : 64;
    *at = realloc(*at, *room * size);
    if (!*at) die("out of memory", "");
}

const char *save_text(const char *s, size_t n) {
    char *copy = allocate(n + 1);
    memcpy(copy, s, n);
    return copy;
}

const char *format_text(const char *format, ...) {
    char buffer[4096];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof buffer) die("text too long:", format);
    return save_text(buffer, (size_t)n);
}

int64_t version_number(const char *s) {
    char *end;
    long major = strtol(s, &end, 10);
    return 10 * major + strtol(end + 1, NULL, 10);
}

isa_string pool(const char *s) {
    uint32_t hash = 0;
    for (const char *c = s; *c; c++) hash = hash * 31 + (unsigned char)*c;
    isa_string *slot = &m.text_slots[hash % TEXT_SLOTS];
    for (; *slot; slot = &m.text_slots[++hash % TEXT_SLOTS])
        if (!strcmp(m.text.at + *slot - 1, s)) return *slot - 1;
    if (++m.text_count == TEXT_SLOTS) die("too many texts:", s);
    *slot = (isa_string)m.text.count + 1;
    for (size_t i = 0; i <= strlen(s); i++) PUSH(m.text, s[i]);
    return *slot - 1;
}

uint16_t narrow(size_t n) {
    if (n >= ISA_NONE) die("a table has more than 65534 records", "");
    return (uint16_t)n;
}

/* ---- the whole run ---- */

static struct node *read_file(const char *name) {
    FILE *f = fopen(name, "rb");
    if (!f) die("cannot read", name);
    VEC(char) text = {0};
    for (int c; (c = getc(f)) != EOF;) PUSH(text, (char)c);
    fclose(f);
    size_t n = text.count;
    PUSH(text, '\0');
    struct source in = {
        .name = name, .cursor = text.at, .limit = text.at + n, .line_start = text.at, .line = 1};
    isa_parse(&in);
    return in.tree;
}

/* What instructions share; it may stand in any file, before or behind them. */
static void check_shared(const struct node *n) {
    switch (n->kind) {
    case NODE_SET: check_set(n, NULL); break;
    case NODE_OPERAND_KIND: check_named_kind(n); break;
    case NODE_OPERAND_BY: check_by(n); break;
    case NODE_OPERANDS: PUSH(m.fragments, ((struct fragment){n, false})); break;
    case NODE_RULESET: PUSH(m.rulesets, ((struct fragment){n, false})); break;
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
    for (size_t i = 0; i < m.kind_names.count; i++)
        if (!m.kind_names.at[i].used)
            warn_at(m.kind_names.at[i].at, "no operand is of the kind '%s'",
                    m.kind_names.at[i].name);
}

static int by_name(const void *a, const void *b) {
    const struct isa_insn *x = a, *y = b;
    return strcmp(pooled(x->name), pooled(y->name));
}

/* Targets, then sets of them, types, then what may need some: in any order of files. */
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

static void check(struct node *tree, bool verified) {
    pool("");
    PUSH(m.sets, ~(isa_target_set)0);
    PUSH(m.avails, ((struct isa_avail){0, 0}));
    PUSH(m.code, ISA_END);
    for (int pass = 0; pass < 4; pass++)
        for (struct node *n = tree; n; n = n->next)
            if (header_pass(n->kind) == pass) check_header(n);
    collect_words(tree);
    kinds_of_tree(tree);
    for (struct node *n = tree; n; n = n->next) check_shared(n);
    for (struct node *n = tree; n; n = n->next)
        if (n->kind == NODE_INSN) check_insn(n);
    for (struct node *n = tree; n; n = n->next)
        if (n->kind == NODE_LAYOUT) check_layout(n);
    for (struct node *n = tree; n; n = n->next)
        if (n->kind == NODE_MEANS) check_means(n);
    check_layouts_used();
    mark_insns();
    sort_specials();
    if (error_count()) return;
    warn_unused();
    if (verified) verify();
    qsort(m.insns.at, m.insns.count, sizeof *m.insns.at, by_name);
}

int main(int argc, char **argv) {
    const char *out_name = NULL;
    void (*emit)(FILE *) = emit_c;
    struct node *tree = NULL;
    bool verified = true;
    for (int i = 1; i < argc; i++) {
        if (same(argv[i], "-o") && i + 1 < argc)
            out_name = argv[++i];
        else if (same(argv[i], "--dict"))
            emit = emit_dictionary;
        else if (same(argv[i], "--spellings"))
            emit = emit_spellings;
        else if (same(argv[i], "--bounds"))
            emit = emit_bounds;
        else if (same(argv[i], "--check"))
            emit = NULL;
        else if (same(argv[i], "--unverified"))
            verified = false;
        else if (argv[i][0] == '-')
            die("unknown option", argv[i]);
        else
            tree = join(tree, read_file(argv[i]));
    }
    if (!tree && !errors)
        die("usage: isagen [--dict | --spellings | --bounds | --check | --unverified] [-o OUT] FILE...",
            "");
    if (!errors) check(tree, verified);
    if (errors) return 1;
    if (!emit) return 0;
    FILE *out = out_name ? fopen(out_name, "wb") : stdout;
    if (!out) die("cannot write", out_name);
    emit(out);
    if (fflush(out) || ferror(out)) die("cannot write", out_name ? out_name : "standard output");
    return 0;
}
