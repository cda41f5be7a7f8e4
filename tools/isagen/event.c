/* SPDX-License-Identifier: Apache-2.0
 * Events: how instructions affect the asynchronous protocol. Kinds and arguments of events are
 * declared once; the rows of instructions refer to them. */
#include "model.h"

static const char *const op_names[ARGUMENT_OPS] = {[ARGUMENT_OPERAND] = "operand",
                                                   [ARGUMENT_NUMBER] = "number",
                                                   [ARGUMENT_FLAG] = "flag",
                                                   [ARGUMENT_NAMED] = "values"};

/* ---- arguments ---- */

static int find_argument(const char *name) {
    for (size_t i = 0; i < m.argument_infos.count; i++)
        if (same(pooled(m.argument_infos.at[i].name), name)) return (int)i;
    return -1;
}

/* Returns the number of a name, which arguments may share, or 0 if no argument has it. */
static uint8_t find_name(const char *name) {
    for (size_t i = 1; i < m.event_names.count; i++)
        if (same(m.event_names.at[i], name)) return (uint8_t)i;
    return 0;
}

static uint8_t add_name(const struct node *n) {
    uint8_t found = find_name(n->text);
    if (found) return found;
    if (m.event_names.count == ISA_MOST_EVENT_NAMES - 1)
        give_up("arguments have more than %d names", ISA_MOST_EVENT_NAMES - 2);
    PUSH(m.event_names, n->text);
    return (uint8_t)(m.event_names.count - 1);
}

static uint8_t name_being_read;
static isa_string said_of_name;

static isa_string said_by(const struct node *n) { return pool(n->doc ? n->doc->text : ""); }

static void add_word_name(const struct spelling *s, const struct node *n) {
    uint16_t word = m.words.count ? word_of(s->text) : 0; /* the file that declares events has no
                                                             words */
    if (!word && m.words.count) fail_at(n->at, "no instruction has the word '%s'", s->text);
    PUSH(m.word_names, ((struct isa_word_name){word, name_being_read, said_of_name}));
}

/* A name that no word stands for gets a record without a word. */
static void read_names(const struct node *names, struct isa_argument_info *info) {
    info->words.first = narrow(m.word_names.count);
    for (const struct node *n = names; n; n = n->next) {
        name_being_read = add_name(n);
        said_of_name = said_by(n);
        for (size_t i = info->words.first; i < m.word_names.count; i++)
            if (m.word_names.at[i].name == name_being_read)
                fail_at(n->at, "'%s' is there twice", n->text);
        if (!n->child)
            PUSH(m.word_names, ((struct isa_word_name){0, name_being_read, said_of_name}));
        for (const struct node *w = n->child; w; w = w->next)
            expand_word(w, w->text, add_word_name);
    }
    info->words.count = narrow(m.word_names.count - info->words.first);
}

static void check_argument_info(const struct node *n) {
    struct isa_argument_info info = {
        .name = pool(n->text), .doc = pool(n->more), .said = said_by(n)};
    while (info.op < ARGUMENT_OPS && !same(n->extra->text, op_names[info.op])) info.op++;
    if (info.op == ARGUMENT_OPS) {
        fail_at(n->at, "an argument is an operand, a number, a flag or has values, not '%s'",
                n->extra->text);
        info.op = ARGUMENT_OPERAND;
    }
    if (find_argument(n->text) >= 0) fail_at(n->at, "argument '%s' is defined twice", n->text);
    if (m.argument_infos.count == ISA_MOST_EVENT_NAMES)
        give_up("events have more than %d arguments", ISA_MOST_EVENT_NAMES);
    read_names(n->child, &info);
    PUSH(m.argument_infos, info);
    PUSH(m.info_nodes[1], n);
}

/* ---- kinds ---- */

static int find_event(const char *name) {
    for (size_t i = 0; i < m.event_infos.count; i++)
        if (same(pooled(m.event_infos.at[i].name), name)) return (int)i;
    return -1;
}

static void check_taken(const struct node *n, struct isa_event_info *info) {
    int what = find_argument(n->text);
    if (what < 0) {
        fail_at(n->at, "unknown argument '%s'", n->text);
        return;
    }
    for (size_t i = info->taken.first; i < m.taken.count; i++)
        if (m.taken.at[i].what == what) fail_at(n->at, "'%s' is there twice", n->text);
    m.argument_used[what] = true;
    PUSH(m.taken, ((struct isa_taken){(uint8_t)what, n->number ? TAKEN_OPTIONAL : 0}));
}

static void check_event_info(const struct node *n) {
    struct isa_event_info info = {.name = pool(n->text),
                                  .doc = pool(n->extra->text),
                                  .taken = {narrow(m.taken.count), 0},
                                  .plain = n->more && same(n->more, "plain")};
    if (n->more && !info.plain) fail_at(n->at, "a kind of event is 'plain', not '%s'", n->more);
    if (find_event(n->text) >= 0) fail_at(n->at, "event '%s' is defined twice", n->text);
    if (m.event_infos.count == ISA_MOST_EVENT_NAMES)
        give_up("there are more than %d kinds of events", ISA_MOST_EVENT_NAMES);
    for (const struct node *taken = n->child; taken; taken = taken->next) check_taken(taken, &info);
    info.taken.count = narrow(m.taken.count - info.taken.first);
    PUSH(m.event_infos, info);
    PUSH(m.info_nodes[0], n);
}

void check_event_infos(const struct node *tree) {
    PUSH(m.event_names, "none");
    for (const struct node *n = tree; n; n = n->next) {
        working_at(n->at);
        if (n->kind == NODE_ARGUMENT_INFO) check_argument_info(n);
    }
    for (const struct node *n = tree; n; n = n->next) {
        working_at(n->at);
        if (n->kind == NODE_EVENT_KIND) check_event_info(n);
    }
}

void warn_unused_events(void) {
    for (size_t i = 0; i < m.event_infos.count; i++)
        if (!m.event_used[i])
            fail_at(m.info_nodes[0].at[i]->at, "no instruction has the event '%s'",
                    pooled(m.event_infos.at[i].name));
    for (size_t i = 0; i < m.argument_infos.count; i++)
        if (!m.argument_used[i])
            fail_at(m.info_nodes[1].at[i]->at, "no event takes the argument '%s'",
                    pooled(m.argument_infos.at[i].name));
}

/* ---- events of the current instruction ---- */

static bool argument_has(const struct isa_argument_info *info, uint8_t name, uint16_t word) {
    for (uint16_t i = 0; i < info->words.count; i++) {
        const struct isa_word_name *x = &m.word_names.at[info->words.first + i];
        if (name ? x->name == name : x->word == word) return true;
    }
    return false;
}

/* Checks that each word that can fill the role has a name. */
static void check_role_words(const struct node *n, const struct isa_argument_info *info, int role) {
    uint16_t count = narrow(m.words.count);
    for (uint16_t word = 1; word < count; word++)
        if (role_has(role, word) && !argument_has(info, 0, word))
            fail_at(n->at, "'%s' stands for no value of '%s'", m.word_texts.at[word],
                    pooled(info->name));
}

static void read_named(const struct node *n, const struct isa_argument_info *info,
                       struct isa_argument *a) {
    a->role = ISA_MOST_ROLES;
    if (n->extra) fail_at(n->at, "'%s' is not a number", n->text);
    if (n->doc) {
        int role = find_role(n->doc->text);
        if (role < 0)
            fail_at(n->doc->at, "no form of '%s' has '%s'", pooled(current_insn()->name),
                    n->doc->text);
        else
            check_role_words(n->doc, info, role), a->role = (uint8_t)role;
    }
    if (!n->more) return;
    a->name = find_name(n->more);
    if (!a->name || !argument_has(info, a->name, 0))
        fail_at(n->at, "'%s' is no value of '%s'", n->more, n->text);
}

static void read_operand(const struct node *n, struct isa_argument *a) {
    a->op = ARGUMENT_OPERAND;
    if (!n->more || n->doc)
        fail_at(n->at, "'%s' is an operand", n->text);
    else if (!insn_has_operand(n->more))
        fail_at(n->at, "no form of '%s' has an operand '%s'", pooled(current_insn()->name),
                n->more);
    else
        a->operand = pool(n->more);
}

/* An argument must be one that the kind of event takes, and cannot be given twice. */
static void check_given(const struct node *n, int what, const struct isa_event *event) {
    struct isa_span taken = m.event_infos.at[event->kind].taken;
    bool takes = false;
    for (uint16_t i = 0; i < taken.count; i++)
        takes = takes || m.taken.at[taken.first + i].what == what;
    if (!takes)
        fail_at(n->at, "event '%s' takes no '%s'", pooled(m.event_infos.at[event->kind].name),
                n->text);
    for (size_t i = event->arguments.first; i < m.arguments.count; i++)
        if (m.arguments.at[i].what == what) fail_at(n->at, "'%s' is given twice", n->text);
}

static void read_argument(const struct node *n, const struct isa_event *event) {
    int what = find_argument(n->text);
    if (what < 0) {
        fail_at(n->at, "unknown argument '%s'", n->text);
        return;
    }
    check_given(n, what, event);
    const struct isa_argument_info *info = &m.argument_infos.at[what];
    struct isa_argument a = {.what = (uint8_t)what, .op = info->op};
    if (info->op == ARGUMENT_NAMED)
        read_named(n, info, &a);
    else if (info->op == ARGUMENT_FLAG && !n->more)
        a.code = check_condition(n->doc ? n->doc : n->extra);
    else if (info->op == ARGUMENT_FLAG)
        fail_at(n->at, "'%s' is a flag: it takes a word or 1", n->text);
    else if (info->op == ARGUMENT_NUMBER && n->extra)
        a.code = check_length(n->extra);
    else
        read_operand(n, &a);
    PUSH(m.arguments, a);
}

static const struct isa_argument *given_argument(const struct isa_event *event, uint8_t what) {
    for (uint16_t i = 0; i < event->arguments.count; i++)
        if (m.arguments.at[event->arguments.first + i].what == what)
            return &m.arguments.at[event->arguments.first + i];
    return NULL;
}

static void check_all_given(const struct node *n, const struct isa_event *event) {
    const struct isa_event_info *info = &m.event_infos.at[event->kind];
    for (uint16_t i = 0; i < info->taken.count; i++) {
        const struct isa_taken *taken = &m.taken.at[info->taken.first + i];
        if (!(taken->flags & TAKEN_OPTIONAL) && !given_argument(event, taken->what))
            fail_at(n->at, "event '%s' needs '%s'", n->text,
                    pooled(m.argument_infos.at[taken->what].name));
    }
}

void check_event(const struct node *n, struct isa_insn *insn) {
    int kind = find_event(n->text);
    if (kind < 0) {
        fail_at(n->at, "unknown kind of event '%s'", n->text);
        return;
    }
    struct isa_event event = {.kind = (uint8_t)kind, .arguments = {narrow(m.arguments.count), 0}};
    m.event_used[kind] = true;
    if (!m.event_infos.at[kind].plain) insn->flags |= INSN_ASYNC;
    for (const struct node *a = n->child; a; a = a->next) read_argument(a, &event);
    event.arguments.count = narrow(m.arguments.count - event.arguments.first);
    check_all_given(n, &event);
    if (n->extra) event.when = check_condition(n->extra);
    PUSH(m.events, event);
    PUSH(m.event_nodes, n);
    insn->events.count++;
}

/* ---- events in one spelling ---- */

static bool has_operand(const struct trial *t, isa_string name) {
    for (uint16_t i = 0; i < t->form->operands.count; i++) {
        const struct isa_operand *o = &m.operands.at[t->form->operands.first + i];
        bool free = o->flags & OPERAND_OPTIONAL;
        if (o->name == name && !free && try_condition(t, o->condition) != NO) return true;
    }
    return false;
}

bool event_happens(const struct trial *t, uint16_t index) {
    const struct isa_event *event = &m.events.at[index];
    enum truth happens = event->when ? try_condition(t, event->when) : YES;
    struct isa_span taken = m.event_infos.at[event->kind].taken;
    for (uint16_t i = 0; happens == YES && i < taken.count; i++) {
        const struct isa_taken *x = &m.taken.at[taken.first + i];
        const struct isa_argument *a = given_argument(event, x->what);
        if (x->flags & TAKEN_OPTIONAL || !a || a->op != ARGUMENT_OPERAND) continue;
        if (has_operand(t, a->operand)) continue;
        fail_at(m.event_nodes.at[index]->at, "some spelling has no operand '%s'",
                pooled(a->operand));
        break;
    }
    return happens != NO;
}
