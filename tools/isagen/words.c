/* SPDX-License-Identifier: Apache-2.0
 * Words, their classes, and sets of them. `.x[n:1,2,4]` stands for .x1 .x2 .x4, each with
 * attribute n; `[n:8..256/8]` counts in steps; `[fill,use]` selects between texts. */
#include "model.h"

/* ---- patterns ---- */

static uint16_t find_text(const char *const *list, size_t count, const char *text) {
    for (size_t i = 0; i < count; i++)
        if (same(list[i], text)) return narrow(i);
    return ISA_NONE;
}

uint16_t attr_number(const char *name, bool make) {
    uint16_t at = find_text(m.attr_names.at, m.attr_names.count, name);
    if (at == ISA_NONE && make) at = narrow(PUSH(m.attr_names, name));
    return at;
}

struct expansion {
    const struct node *node;
    const char *pattern;
    int count;
    each_spelling *each;
};

static const char name_bytes[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:.";

static void expand_rest(struct expansion *e, struct spelling s, const char *rest);

static int32_t attr_value(const char *text) {
    long value = strtol(text, NULL, 10);
    if (value < -ISAGEN_MOST_NUMBER || value > ISAGEN_MOST_NUMBER)
        give_up("'%s' is out of range", text);
    return (int32_t)value;
}

static void expand_choice(struct expansion *e, struct spelling s, const char *attr,
                          const char *value, const char *rest) {
    if (*attr) {
        if (s.attr_count == 4) {
            give_up("more than %d attributes", (int)(sizeof s.attrs / sizeof *s.attrs));
        }
        s.attrs[s.attr_count++] = (struct isa_attr){attr_number(attr, true), attr_value(value)};
    }
    s.text = format_text("%s%s", s.text, value);
    expand_rest(e, s, rest);
}

static void expand_item(struct expansion *e, struct spelling s, const char *attr, const char *item,
                        const char *rest) {
    const char *dots = strstr(item, "..");
    if (!dots) {
        expand_choice(e, s, attr, item, rest);
        return;
    }
    char *end;
    long low = strtol(item, NULL, 10), high = strtol(dots + 2, &end, 10);
    long step = *end == '/' ? strtol(end + 1, NULL, 10) : 1;
    if (step < 1 || low > high || high > ISAGEN_MOST_NUMBER || step > ISAGEN_MOST_NUMBER)
        give_up("bad range '%s'", item);
    else
        for (long v = low; v <= high; v += step)
            expand_choice(e, s, attr, format_text("%ld", v), rest);
}

static void expand_rest(struct expansion *e, struct spelling s, const char *rest) {
    const char *open = strchr(rest, '[');
    if (!open) {
        s.text = format_text("%s%s", s.text, rest);
        if (s.text[1 + strspn(s.text + 1, name_bytes)]) give_up("'%s' is not a word", s.text);
        if (++e->count > ISAGEN_MOST_SPELLINGS)
            give_up("'%s' stands for more than %d words", e->pattern, ISAGEN_MOST_SPELLINGS);
        e->each(&s, e->node);
        return;
    }
    s.text = format_text("%s%.*s", s.text, (int)(open - rest), rest);
    const char *close = strchr(open, ']'), *attr = "", *item = open + 1;
    const char *colon = memchr(item, ':', (size_t)(close - item));
    if (colon) {
        attr = save_text(item, (size_t)(colon - item));
        item = colon + 1;
    }
    while (item <= close) {
        const char *end = item;
        while (*end != ',' && end != close) end++;
        expand_item(e, s, attr, save_text(item, (size_t)(end - item)), close + 1);
        item = end + 1;
    }
}

void expand_word(const struct node *n, const char *pattern, each_spelling *each) {
    struct expansion e = {n, pattern, 0, each};
    working_at(n->at);
    expand_rest(&e, (struct spelling){.text = ""}, pattern);
}

/* ---- all words ---- */

static void add_word(const struct spelling *s, const struct node *n) {
    (void)n;
    PUSH(m.word_texts, s->text);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

uint16_t word_of(const char *text) {
    if (!m.words.count) return 0;
    const char **at =
        bsearch(&text, m.word_texts.at, m.words.count, sizeof *m.word_texts.at, by_text);
    return at ? (uint16_t)(at - m.word_texts.at) : 0;
}

bool is_set_name(const char *name) {
    return find_text(m.set_names.at, m.set_names.count, name) != ISA_NONE;
}

static void gather_sets(const struct node *n) {
    for (; n; n = n->next) {
        if (n->kind == NODE_SET) PUSH(m.set_names, n->text);
        if (n->kind == NODE_INSN) gather_sets(n->child);
    }
}

/* Directives as old as PTX itself are not words here, because a .section may have such a name. */
static bool is_as_old_as_ptx(const struct node *directive) {
    for (const struct node *i = directive->extra; i; i = i->next)
        if (i->kind == NODE_AVAIL) return false;
    return true;
}

static void gather(const struct node *n) {
    for (; n; n = n->next) {
        switch (n->kind) {
        case NODE_TYPE:
        case NODE_ARGUMENT_INFO:
        case NODE_CALLED: gather(n->extra); continue;
        case NODE_IMPLIED: /* names of slots */
        case NODE_REGISTERS: continue;
        case NODE_DIRECTIVE:
            if (!is_as_old_as_ptx(n)) gather(n->child);
            continue;
        case NODE_QUAL:
            if (is_set_name(n->text)) break;
            /* fall through */
        case NODE_WORD: expand_word(n, n->text, add_word); break;
        default: break;
        }
        gather(n->child);
        if (n->kind != NODE_INSN) gather(n->extra);
    }
}

static uint8_t flag_word, class_now, since;

static void mark_word(const struct spelling *s, const struct node *n) {
    struct isa_word *w = &m.words.at[word_of(s->text)];
    w->flags |= flag_word;
    if (class_now && w->class && w->class != class_now)
        fail_at(n->at, "'%s' is in class '%s' already", s->text, m.classes.at[w->class]);
    if (class_now) w->class = class_now;
    if (since) w->since = since;
}

static uint8_t class_number(const char *name) {
    uint16_t at = find_text(m.classes.at, m.classes.count, name);
    if (at == ISA_NONE && m.classes.count > UINT8_MAX)
        give_up("more than %d classes of words", UINT8_MAX);
    return (uint8_t)(at == ISA_NONE ? PUSH(m.classes, name) : at);
}

static void mark_words(const struct node *n) {
    working_at(n->at);
    class_now = *n->text ? class_number(n->text) : 0;
    flag_word = n->kind == NODE_REPEAT                ? WORD_REPEAT
                : n->kind == NODE_UNRESERVED          ? WORD_NAME
                : n->kind == NODE_CONVERGED           ? WORD_CONVERGED
                : n->kind == NODE_SILENT              ? WORD_SILENT
                : n->kind == NODE_IGNORED && *n->text ? WORD_IGNORED_ONCE
                : n->kind == NODE_IGNORED             ? WORD_IGNORED
                                                      : 0;
    int release = n->number ? find_release((int)n->number) : 0;
    if (release < 0) fail_at(n->at, "no such toolkit");
    since = (uint8_t)release;
    for (const struct node *w = n->child; w; w = w->next) expand_word(w, w->text, mark_word);
}

/* ---- names in C++ ---- */

static const char *tag_name; /* the tag of the words, or NULL */

static void name_word(const struct spelling *s, const struct node *n) {
    struct isa_word *w = &m.words.at[word_of(s->text)];
    size_t length = tag_name ? strlen(tag_name) : 0;
    bool prefixed = tag_name && !strncmp(s->text + 1, tag_name, length) &&
                    !strncmp(s->text + 1 + length, "::", 2);
    if (tag_name) w->tag = (uint8_t)(m.tags.count - 1);
    if (n->more)
        w->cxx = pool(n->more);
    else if (prefixed)
        w->cxx = pool(s->text + length + 3);
}

static void name_words(const struct node *n) {
    working_at(n->at);
    if (n->kind == NODE_TAG && m.tags.count > UINT8_MAX) give_up("more than %d tags", UINT8_MAX);
    if (n->kind == NODE_TAG) PUSH(m.tags, n->text);
    tag_name = n->kind == NODE_TAG ? n->text : NULL;
    for (const struct node *w = n->child; w; w = w->next) expand_word(w, w->text, name_word);
}

static void sort_words(void) {
    size_t count = 0;
    SORT(m.word_texts, by_text);
    for (size_t i = 0; i < m.word_texts.count; i++)
        if (!i || !same(m.word_texts.at[i], m.word_texts.at[count - 1]))
            m.word_texts.at[count++] = m.word_texts.at[i];
    m.word_texts.count = narrow(count);
}

void collect_words(const struct node *tree) {
    PUSH(m.tags, "");
    PUSH(m.classes, "");
    PUSH(m.word_texts, "");
    gather_sets(tree);
    gather(tree);
    sort_words();
    for (size_t i = 0; i < m.word_texts.count; i++)
        PUSH(m.words, ((struct isa_word){.text = pool(m.word_texts.at[i]),
                                         .length = (uint16_t)strlen(m.word_texts.at[i]),
                                         .type = (uint8_t)(find_type(m.word_texts.at[i]) + 1)}));
    for (const struct node *n = tree; n; n = n->next)
        if (n->kind == NODE_CLASS || n->kind == NODE_IGNORED || n->kind == NODE_REPEAT ||
            n->kind == NODE_CONVERGED || n->kind == NODE_SILENT || n->kind == NODE_UNRESERVED)
            mark_words(n);
    for (const struct node *n = tree; n; n = n->next)
        if (n->kind == NODE_TAG || n->kind == NODE_SPELLED) name_words(n);
}

static void add_uniform_word(const struct spelling *s, const struct node *n) {
    (void)n;
    PUSH(m.uniform_words, word_of(s->text));
}

void check_uniform(const struct node *n) {
    struct isa_uniform u = {.root = pool(n->text), .words = {narrow(m.uniform_words.count), 0}};
    int release = n->number ? find_release((int)n->number) : 0;
    if (release < 0) fail_at(n->at, "no such toolkit");
    u.since = (uint8_t)release;
    for (const struct node *w = n->child; w; w = w->next) expand_word(w, w->text, add_uniform_word);
    u.words.count = narrow(m.uniform_words.count - u.words.first);
    PUSH(m.uniforms, u);
}

/* ---- sets ---- */

struct word_set *find_set(const char *name, const struct node *insn) {
    struct word_set *global = NULL;
    for (size_t i = 0; i < m.word_sets.count; i++) {
        struct word_set *s = &m.word_sets.at[i];
        if (!same(s->name, name)) continue;
        if (insn && s->insn == insn) return s;
        if (!s->insn) global = s;
    }
    return global;
}

static uint16_t set_first; /* the first member of the set being read */
static const struct node *attrs_now;

static void add_attr(struct isa_member *member, struct isa_attr a, struct place at) {
    for (uint16_t i = 0; i < member->attrs.count; i++)
        if (m.attrs.at[member->attrs.first + i].name == a.name)
            fail_at(at, "attribute '%s' is given twice", m.attr_names.at[a.name]);
    PUSH(m.attrs, a);
    member->attrs.count++;
}

static int32_t given_value(const struct node *n) {
    if (n->number < -ISAGEN_MOST_NUMBER || n->number > ISAGEN_MOST_NUMBER)
        fail_at(n->at, "%lld is out of range", (long long)n->number);
    return (int32_t)n->number;
}

static void add_member(const struct spelling *s, const struct node *n) {
    struct isa_member member = {.word = word_of(s->text), .attrs = {narrow(m.attrs.count), 0}};
    for (size_t i = set_first; i < m.members.count; i++)
        if (m.members.at[i].word == member.word)
            fail_at(n->at, "'%s' is in the set already", s->text);
    for (int i = 0; i < s->attr_count; i++) add_attr(&member, s->attrs[i], n->at);
    for (const struct node *a = attrs_now; a; a = a->next) {
        if (a->kind == NODE_AVAIL)
            member.avail = check_avail(a);
        else
            add_attr(&member, (struct isa_attr){attr_number(a->text, true), given_value(a)}, a->at);
    }
    PUSH(m.members, member);
}

static void include_set(const struct node *n, const struct node *insn) {
    struct word_set *s = find_set(n->text, insn);
    if (!s) {
        fail_at(n->at, "unknown set '%s'", n->text);
        return;
    }
    s->used = true;
    for (uint16_t i = 0; i < s->members.count; i++) {
        struct isa_member copy = m.members.at[s->members.first + i];
        PUSH(m.members, copy);
    }
}

void check_set(const struct node *n, const struct node *insn) {
    struct word_set *old = find_set(n->text, insn);
    if (old && old->insn == insn) fail_at(n->at, "set '%s' is defined twice", n->text);
    if (word_of(n->text)) fail_at(n->at, "set '%s' has the name of a word", n->text);
    set_first = narrow(m.members.count);
    for (const struct node *segment = n->child; segment; segment = segment->next) {
        attrs_now = segment->extra;
        for (const struct node *w = segment->child; w; w = w->next) {
            if (w->kind == NODE_INCLUDE)
                include_set(w, insn);
            else
                expand_word(w, w->text, add_member);
        }
    }
    struct word_set s = {n->text,  n->at, insn, {set_first, narrow(m.members.count - set_first)},
                         ISA_NONE, false};
    if (n->extra) {
        uint16_t word = word_of(n->extra->text);
        for (uint16_t i = 0; i < s.members.count; i++)
            if (word && m.members.at[s.members.first + i].word == word)
                s.default_member = narrow((size_t)(s.members.first + i));
        if (s.default_member == ISA_NONE)
            fail_at(n->extra->at, "the default '%s' is not in the set", n->extra->text);
    }
    PUSH(m.word_sets, s);
}

void warn_unused_sets(void) {
    for (size_t i = 0; i < m.word_sets.count; i++)
        if (!m.word_sets.at[i].used)
            fail_at(m.word_sets.at[i].at, "no form uses set '%s'", m.word_sets.at[i].name);
}
