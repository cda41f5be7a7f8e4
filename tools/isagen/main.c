/* SPDX-License-Identifier: Apache-2.0
 * isagen [--events | --dict | --spellings | --bounds | --check | --unverified] [-o OUT] FILE...
 * Reads tables of the instruction set; writes C (or a fuzzer's dictionary, or sample lines).
 * --events: the enums of src/isa/event.h, only from the file that declares the kinds of events.
 * --unverified: C without the checks that try out spellings, which would slow tests/mutate.py
 * down. */
#include "model.h"

static void die(const char *what, const char *name) {
    fprintf(stderr, "isagen: %s %s\n", what, name);
    exit(2);
}

static struct node *read_file(const char *name) {
    FILE *f = fopen(name, "rb");
    if (!f) die("cannot read", name);
    VEC(char) text = {0};
    if (setjmp(m.given_up)) exit(1);
    for (int c; (c = getc(f)) != EOF;) PUSH(text, (char)c);
    if (ferror(f)) die("cannot read", name);
    fclose(f);
    PUSH(text, '\0');
    return parse_text(name, text.at, text.count - 1);
}

static int write_tables(void (*emit)(FILE *), const char *name) {
    FILE *out = name ? fopen(name, "wb") : stdout;
    if (!out) die("cannot write", name);
    if (setjmp(m.given_up)) return 1;
    emit(out);
    if (fflush(out) || ferror(out)) die("cannot write", name ? name : "standard output");
    return 0;
}

int main(int argc, char **argv) {
    const char *out_name = NULL, *first = NULL;
    void (*emit)(FILE *) = emit_c;
    struct node *tree = NULL;
    bool verified = true, events_only = false;
    begin_run(stderr, MOST_TRIALS);
    for (int i = 1; i < argc; i++) {
        if (same(argv[i], "-o") && i + 1 < argc)
            out_name = argv[++i];
        else if (same(argv[i], "--events"))
            events_only = true;
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
        else {
            if (!first) first = argv[i];
            tree = join(tree, read_file(argv[i]));
        }
    }
    if (!first)
        die("usage: isagen [--events | --dict | --spellings | --bounds | --check | --unverified] [-o OUT] FILE...",
            "");
    if (!tree && !error_count()) fail_at((struct place){first, 1, 1}, "the tables are empty");
    if (error_count()) return 1;
    if (events_only)
        return check_names_of_events(tree) ? write_tables(emit_event_names, out_name) : 1;
    if (!check_tables(tree, verified)) return 1;
    return emit ? write_tables(emit, out_name) : 0;
}
