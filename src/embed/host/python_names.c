/* SPDX-License-Identifier: Apache-2.0
 * Names of Python that are bound once in their scope, so that their value is known: see python.h.
 * Whatever else binds a name makes its value unknown. */
#include "embed/host/python.h"
#include <string.h>

/* A function, a class, or the module. */
struct python_scope {
    uint32_t start, end, parent;
    uint32_t indent;
    bool is_class;
    struct text name;                        /* of a function */
    uint32_t first, parameters, positionals; /* its parameters in the list of names */
};

#define NO_VALUE UINT32_MAX
#define EVERY_SCOPE UINT32_MAX
#define ANY_SCOPE (UINT32_MAX - 1) /* counts the bindings of a name in all scopes */

enum { MOST_TARGETS = 8, DEEPEST_NAME = 4 };

struct python_name {
    struct text name;
    uint32_t scope; /* or EVERY_SCOPE */
    uint32_t value; /* where it starts, or NO_VALUE */
    uint32_t count; /* in the first binding: how many there are in its scope */
};

/* ---- reading the file ---- */

struct names_reader {
    struct python *p;
    uint32_t scope;
};

static void bind_name(struct names_reader *r, struct text name, uint32_t scope, uint32_t value) {
    if (!name.length || cxx_is_digit(*name.start)) return;
    struct arena *arena = r->p->cxx->arena;
    struct list *names = &r->p->names;
    *(struct python_name *)list_add(arena, names) = (struct python_name){name, scope, value, 0};
    uint32_t *first = text_map_put(&r->p->name_of, arena, (struct text_key){name, scope});
    if (!*first) *first = names->count;
    ((struct python_name *)list_at(names, *first - 1))->count++;
    ++*text_map_put(&r->p->name_of, arena, (struct text_key){name, ANY_SCOPE});
}

/* Returns the first binding of the name in the scope, or NULL. */
static const struct python_name *binding_in(const struct python *p, struct text name,
                                            uint32_t scope) {
    uint32_t first = text_map_get(&p->name_of, (struct text_key){name, scope});
    return first ? list_at(&p->names, first - 1) : NULL;
}

/* Counts what binds the name in the scope, also from others. */
static uint32_t count_bindings(const struct python *p, struct text name, uint32_t scope) {
    const struct python_name *here = binding_in(p, name, scope),
                             *every = binding_in(p, name, EVERY_SCOPE);
    return (here ? here->count : 0) + (every ? every->count : 0);
}

static struct python_scope *python_scope_at(const struct python *p, uint32_t i) {
    return list_at(&p->scopes, i);
}

static void open_python_scope(struct names_reader *r, uint32_t indent, bool is_class) {
    struct python *p = r->p;
    *(struct python_scope *)list_add(p->cxx->arena, &p->scopes) = (struct python_scope){
        .start = p->at, .end = p->end, .parent = r->scope, .indent = indent, .is_class = is_class};
    r->scope = p->scopes.count - 1;
}

static void close_scopes(struct names_reader *r, uint32_t indent) {
    while (r->scope && python_scope_at(r->p, r->scope)->indent >= indent) {
        python_scope_at(r->p, r->scope)->end = r->p->at;
        r->scope = python_scope_at(r->p, r->scope)->parent;
    }
}

/* Binds each name up to `:`, `=` or the end of the line, without values: `for a, b in`, imports. */
static void bind_all(struct names_reader *r, uint32_t scope) {
    struct python *p = r->p;
    for (char c = python_peek(p); c && !strchr(":=\n;", c); c = python_peek(p)) {
        if (cxx_in_name(c)) {
            struct text word = python_word(p);
            if (text_is(word, "in")) return;
            bind_name(r, word, scope, NO_VALUE);
        } else {
            p->open += c == '(';
            p->open -= c == ')' && p->open;
            p->at++;
        }
    }
}

/* Reads `name(parameters)` after `def`. */
static void bind_parameters(struct names_reader *r, uint32_t indent) {
    struct python *p = r->p;
    struct text name = python_word(p);
    bind_name(r, name, r->scope, NO_VALUE);
    open_python_scope(r, indent, false);
    if (python_peek(p) != '(') return;
    p->at++;
    p->open++;
    uint32_t first = p->names.count, positionals = UINT32_MAX;
    for (char c = python_peek(p); c && c != ')'; c = python_peek(p)) {
        if (c == '*' && positionals == UINT32_MAX) positionals = p->names.count - first;
        while (c == '*' || c == '/') p->at++, c = python_peek(p);
        bind_name(r, python_word(p), r->scope, NO_VALUE);
        python_skip(p);
        if (python_peek(p) != ',') break;
        p->at++;
    }
    p->open--;
    struct python_scope *s = python_scope_at(p, r->scope);
    s->name = name;
    s->first = first;
    s->parameters = p->names.count - first;
    s->positionals = positionals;
}

static bool is_assignment(const struct python *p) {
    char next = p->at + 1 < p->end ? p->text[p->at + 1] : '\0';
    char before = p->at ? p->text[p->at - 1] : '\0';
    return next != '=' && !strchr("=!<>", before);
}

/* Reads a statement that starts with `first`: an assignment, or anything else. */
static void read_targets(struct names_reader *r, struct text first) {
    struct python *p = r->p;
    struct text target[MOST_TARGETS] = {first};
    uint32_t count = 1;
    bool plain = true; /* a single name, and perhaps its type */
    struct text last = first;
    for (char c = python_peek(p); c && c != '\n'; c = python_peek(p)) {
        struct python_opening o = python_opening_at(p, p->at);
        if (o.length) {
            (void)python_read_string(p, &o, false);
        } else if (cxx_in_name(c)) {
            struct text word = python_word(p);
            last = word;
            bool binds = text_is(word, "for") || text_is(word, "as") || text_is(word, "lambda");
            if (binds) bind_all(r, r->scope);
            if (!p->open && count < MOST_TARGETS) target[count++] = word;
        } else if (c == '=' && !p->open && is_assignment(p)) {
            char before = p->text[p->at - 1];
            plain &= !strchr("+-*/%&|^@", before) && count > 0;
            p->at++;
            (void)python_peek(p);
            for (uint32_t i = 0; i < count; i++)
                bind_name(r, target[i], r->scope, plain && !i ? p->at : NO_VALUE);
            count = 0;
        } else {
            if (c == ':' && p->at + 1 < p->end && p->text[p->at + 1] == '=' && p->open)
                bind_name(r, last, EVERY_SCOPE, NO_VALUE); /* name := value */
            plain &= p->open || c != ',';
            p->open += strchr("([{", c) != NULL;
            p->open -= p->open && strchr(")]}", c);
            p->at++;
            if (c == ';' && !p->open) return;
        }
    }
}

/* Reads the statement at p->at. */
static void read_statement(struct names_reader *r, uint32_t indent) {
    struct python *p = r->p;
    struct text word = python_word(p);
    if (text_is(word, "async")) word = python_word(p);
    if (text_is(word, "def")) {
        bind_parameters(r, indent);
        return;
    }
    if (text_is(word, "class")) {
        bind_name(r, python_word(p), r->scope, NO_VALUE);
        open_python_scope(r, indent, true);
    } else if (text_is(word, "global") || text_is(word, "nonlocal")) {
        bind_all(r, EVERY_SCOPE);
    } else if (text_is(word, "for") || text_is(word, "import") || text_is(word, "from") ||
               text_is(word, "del") || text_is(word, "with") || text_is(word, "except")) {
        bind_all(r, r->scope);
    } else {
        read_targets(r, word);
    }
}

/* Moves to the start of the next statement. Sets *indent if it is the first one of its line.
 * Returns false at the end. */
static bool next_python_statement(struct python *p, uint32_t *indent, bool *first) {
    *first = p->at == p->start;
    while (p->at < p->end) {
        char c = python_peek(p);
        p->open = 0;
        if (!c) return false;
        if (c != '\n') { /* after a `:` or a `;` */
            if (c == ':' || c == ';') {
                p->at++;
                continue;
            }
            return true;
        }
        uint32_t line = ++p->at;
        c = python_peek(p);
        if (c && c != '\n') {
            *indent = p->at - line;
            *first = true;
            return true;
        }
    }
    return false;
}

static void read_names(struct python *outer) {
    struct python p = *outer;
    struct names_reader r = {&p, 0};
    uint32_t indent = 0;
    bool first;
    list_init(&p.names, sizeof(struct python_name));
    list_init(&p.scopes, sizeof(struct python_scope));
    p.at = p.start;
    p.open = 0;
    p.of_line = true;
    *(struct python_scope *)list_add(p.cxx->arena, &p.scopes) = (struct python_scope){.end = p.end};
    (void)python_peek(&p);
    while (p.at < p.end && next_python_statement(&p, &indent, &first)) {
        uint32_t before = p.at;
        struct python_opening o = python_opening_at(&p, p.at);
        if (first) close_scopes(&r, indent);
        if (o.length)
            (void)python_read_string(&p, &o, false);
        else
            read_statement(&r, indent);
        if (p.at == before) p.at++;
    }
    outer->names = p.names;
    outer->name_of = p.name_of;
    outer->scopes = p.scopes;
    outer->has_names = true;
}

/* ---- looking up ---- */

static uint32_t innermost_scope(const struct python *p, uint32_t at) {
    uint32_t low = 0, high = p->scopes.count; /* the last scope that starts before `at` */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (python_scope_at(p, middle)->start > at)
            high = middle;
        else
            low = middle;
    }
    while (low && python_scope_at(p, low)->end <= at) low = python_scope_at(p, low)->parent;
    return low;
}

/* Returns where the value of the name starts, or NO_VALUE. */
static uint32_t value_of_python_name(const struct python *p, struct text name, uint32_t at) {
    uint32_t scope = innermost_scope(p, at);
    for (bool inner = true;; inner = false) {
        uint32_t count = count_bindings(p, name, scope);
        const struct python_name *b = binding_in(p, name, scope);
        bool counts = inner || !python_scope_at(p, scope)->is_class;
        if (count && counts) return count == 1 && b ? b->value : NO_VALUE;
        if (!scope) return NO_VALUE;
        scope = python_scope_at(p, scope)->parent;
    }
}

/* Adds the decimal number at p->at, which is all that its line contains. */
static bool add_number(struct python *p) {
    uint32_t start = p->at;
    while (p->at < p->end && cxx_is_digit(p->text[p->at])) p->at++;
    uint32_t end = p->at;
    char c = python_peek(p);
    if (end == start || (c && !strchr("\n;", c)) || (end < p->end && cxx_in_name(p->text[end])))
        return false;
    *(struct cxx_literal *)list_add(p->cxx->arena, &p->cxx->literals) =
        (struct cxx_literal){start, end, true, CXX_LITERAL};
    return true;
}

/* Starts to read the value of the name. Returns false if it is unknown. */
static bool open_value(struct python *p, struct text name, uint32_t at, struct python *inner) {
    if (p->nested == DEEPEST_NAME || !cxx_may_expand(p->cxx, 0)) return false;
    if (!p->has_names) read_names(p);
    uint32_t value = value_of_python_name(p, name, at);
    *inner = *p;
    inner->at = value;
    inner->open = 0;
    inner->of_line = true;
    inner->nested++;
    return value != NO_VALUE;
}

/* Returns false once names have been replaced by too much text. `inner` has read the value from
 * `value` on, which added the literals after `before`. */
static bool may_replace(const struct python *inner, uint32_t value, uint32_t before) {
    uint64_t bytes = inner->at - value;
    for (uint32_t i = before; i < inner->cxx->literals.count; i++) {
        const struct cxx_literal *l = list_at(&inner->cxx->literals, i);
        bytes += l->end - l->start + sizeof *l;
    }
    return cxx_may_expand(inner->cxx, bytes);
}

bool python_add_named(struct python *p, struct text name, uint32_t at) {
    struct python inner;
    uint32_t before = p->cxx->literals.count;
    bool changed = p->applied.percent || p->applied.by_method;
    if (!open_value(p, name, at, &inner)) return false;
    uint32_t value = inner.at;
    if (!changed && add_number(&inner)) return true;
    inner.at = value;
    struct python_value v = python_read_value(&inner);
    char c = python_peek(&inner);
    bool known = v.count == 1 && v.pieces[0] && (!c || strchr("\n;", c));
    if (may_replace(&inner, value, before) && known) return true;
    p->cxx->literals.count = before;
    return false;
}

bool python_read_named_value(struct python *p, struct text name, uint32_t at,
                             struct python_value *v) {
    struct python inner;
    uint32_t before = p->cxx->literals.count;
    if (!open_value(p, name, at, &inner)) return false;
    uint32_t value = inner.at;
    *v = python_read_value(&inner);
    char c = python_peek(&inner);
    bool known = v->count > 1 && (!c || strchr("\n;", c));
    if (may_replace(&inner, value, before) && known) return true;
    p->cxx->literals.count = before;
    return false;
}

/* ---- parameters ---- */

struct python_parameter python_parameter(struct python *p, struct text name, uint32_t at) {
    struct python_parameter none = {0};
    if (!name.length) return none;
    if (!p->has_names) read_names(p);
    uint32_t scope = innermost_scope(p, at);
    const struct python_scope *s = python_scope_at(p, scope);
    if (!s->name.length || python_scope_at(p, s->parent)->is_class) return none;
    if (text_map_get(&p->name_of, (struct text_key){s->name, ANY_SCOPE}) != 1 ||
        count_bindings(p, name, scope) != 1)
        return none;
    for (uint32_t i = 0; i < s->parameters; i++) {
        const struct python_name *b = list_at(&p->names, s->first + i);
        if (text_same(b->name, name))
            return (struct python_parameter){s->name, i < s->positionals ? i : UINT32_MAX};
    }
    return none;
}
