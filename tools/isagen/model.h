/* SPDX-License-Identifier: Apache-2.0
 * The tables under construction: growing arrays of what src/isa/tables.h declares, and
 * additional data that only isagen needs. There is one model per run; a host tool may keep it in
 * a global variable. */
#ifndef ISAGEN_MODEL_H
#define ISAGEN_MODEL_H

#include "isa/condition.h"
#include "isagen.h"

#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *at;                                                                                  \
        size_t count, room;                                                                        \
    }
void grow(void **at, size_t *room, size_t count, size_t size);
/* qsort must not be called with a null pointer. */
#define SORT(vec, compare)                                                                         \
    ((vec).count ? qsort((vec).at, (vec).count, sizeof *(vec).at, compare) : (void)0)
#define PUSH(vec, value)                                                                           \
    (grow((void **)&(vec).at, &(vec).room, (vec).count, sizeof *(vec).at),                         \
     (void)((vec).at[(vec).count] = (value)), (vec).count++)

struct release {
    const char *name;
    int number, ptx;
    bool ascii;
};
struct target_group {
    const char *name;
    isa_target_set set;
};
struct reg_class {
    const char *name, *phrase;
    uint64_t types;
};
struct word_set {
    const char *name;
    struct place at;
    const struct node *insn; /* NULL if it belongs to all instructions */
    struct isa_span members;
    uint16_t default_member;
    bool used;
};
struct kind_name {
    const char *name;
    struct place at;
    const struct node *node;
    uint16_t kind;
    bool used;
};
struct by_name { /* kinds among which a word selects */
    const char *name, *phrase;
    struct place at;
    struct isa_span choices;
    bool used;
};
struct fragment {
    const struct node *node;
    bool used;
    bool open; /* its size is being computed */
    uint32_t size;
};
/* What the records of an instruction were made from. */
struct insn_info {
    const struct node *node;
};
struct rule_info {
    const struct node *node;
    bool fires;
};

enum { TEXT_SLOTS = 1 << 16, MOST_TRIALS = 3000000 };

struct block;

struct model {
    FILE *messages; /* NULL to discard messages */
    int errors;
    struct place at; /* the place being compiled */
    jmp_buf given_up;
    struct block *blocks; /* all memory of the run */
    size_t memory;
    uint32_t most_trials; /* how many spellings of a form are tried */
    VEC(char) text;
    isa_string text_slots[TEXT_SLOTS]; /* a hash table of texts: 1 + the offset of each */
    size_t text_count;
    VEC(int) versions;
    VEC(struct release) releases;
    VEC(struct isa_target) targets;
    VEC(struct target_group) groups;
    VEC(isa_target_set) sets;
    VEC(struct isa_avail) avails;
    VEC(struct isa_type) types;
    VEC(struct reg_class) registers;
    VEC(struct isa_special) specials;
    VEC(struct isa_directive) directives;
    VEC(const char *) classes;
    VEC(const char *) tags;
    VEC(const char *) signed_names;
    VEC(const char *) attr_names;
    VEC(struct isa_word) words;
    VEC(const char *) word_texts; /* parallel to words */
    VEC(const char *) set_names;  /* from all files */
    VEC(struct word_set) word_sets;
    VEC(struct isa_member) members;
    VEC(struct isa_attr) attrs;
    VEC(struct kind_name) kind_names;
    const struct node *tree_of_kinds;
    VEC(const struct node *) open_kinds; /* named kinds that are being read */
    VEC(struct isa_kind) kinds;
    VEC(uint32_t) kind_sizes; /* parallel to kinds: their size including nested kinds */
    VEC(struct isa_alt) alts;
    VEC(const char *) alt_phrases; /* parallel to alts */
    VEC(struct isa_range) ranges;
    VEC(struct by_name) by_names;
    VEC(struct isa_choice) choices;
    VEC(struct fragment) fragments, rulesets;
    VEC(struct isa_operand) operands;
    VEC(bool) operand_absent;               /* parallel to operands: some valid spelling lacks it */
    VEC(const struct node *) operand_nodes; /* parallel to operands; shared by those of a list */
    VEC(struct isa_slot) slots;
    VEC(isa_string) roles;
    VEC(struct isa_ignore) ignores;
    VEC(struct isa_form) forms;
    VEC(const struct node *) form_nodes; /* parallel to forms */
    VEC(struct isa_rule) rules;
    VEC(struct rule_info) rule_infos; /* parallel to rules */
    VEC(struct isa_insn) insns;
    VEC(struct insn_info) insn_infos; /* parallel to insns */
    VEC(struct isa_call) calls;
    VEC(uint8_t) call_roles;
    VEC(isa_string) call_operands;
    VEC(struct isa_described) described;
    VEC(const struct node *) described_nodes; /* parallel to described: the name of the operand */
    VEC(struct isa_layout) layouts;
    VEC(const struct node *) layout_nodes; /* parallel to layouts */
    VEC(struct isa_field) fields;
    VEC(struct isa_meanings) meanings;
    VEC(struct isa_meaning) meaning_list;
    VEC(struct isa_numbers) numbers;
    VEC(struct isa_layout_rule) layout_rules;
    VEC(struct isa_example) examples;
    VEC(struct isa_meant) meant;
    VEC(struct isa_event_info) event_infos;
    VEC(struct isa_argument_info) argument_infos;
    VEC(const char *) event_names; /* the first one is unused */
    VEC(struct isa_taken) taken;
    VEC(struct isa_word_name) word_names;
    VEC(struct isa_event) events;
    VEC(const struct node *) event_nodes; /* parallel to events */
    VEC(struct isa_argument) arguments;
    VEC(const struct node *) info_nodes[2]; /* parallel to event_infos and argument_infos */
    bool event_used[ISA_MOST_EVENT_NAMES], argument_used[ISA_MOST_EVENT_NAMES];
    VEC(isa_string) closed;
    VEC(struct isa_misnamed) misnamed;
    VEC(struct isa_purpose) purposes;
    VEC(struct isa_uniform) uniforms;
    VEC(uint16_t) uniform_words;
    VEC(int32_t) code;
    int shared;                      /* code.c: the code belongs to operands or rules that
                                        instructions share */
    const struct node *insn_node;    /* insn.c: the current instruction, or NULL */
    const struct isa_form *form_now; /* the form whose operands are being checked */
    uint8_t slot_groups;             /* groups of slots of the current form */
    VEC(int) breaks;                 /* versions that conditions test */
};
extern struct model m;

/* run.c: begin, parse each text, check, emit, end. */
void begin_run(FILE *messages, uint32_t most_trials);
void end_run(void);
struct node *parse_text(const char *name, const char *text, size_t length);
bool check_tables(struct node *tree, bool verified);
bool check_names_of_events(const struct node *tree); /* for a file without instructions */

/* Returns the offset of a text in the pool; equal texts are stored once. */
isa_string pool(const char *s);
static inline const char *pooled(isa_string s) { return m.text.at + s; }
static inline bool same(const char *a, const char *b) { return !strcmp(a, b); }
uint16_t narrow(size_t n); /* fails if it does not fit */

/* head.c: versions, targets, types */
void check_header(const struct node *n);
int find_release(int number); /* -1 if there is none */
isa_target_set target_refs(const struct node *refs);
uint8_t target_set(const struct node *refs); /* index into isa_sets */
uint8_t check_avail(const struct node *n);   /* NULL stands for no requirements */
int find_type(const char *name);
void check_plain(const struct node *n); /* checks that a word is not a pattern */
void sort_specials(void);

/* directive.c */
void check_directive(const struct node *n);
void sort_directives(void);
void link_directive(struct node *n); /* resolves its references to others after sorting */

/* words.c */
struct spelling {
    const char *text;
    struct isa_attr attrs[4];
    int attr_count;
};
typedef void each_spelling(const struct spelling *s, const struct node *n);
void expand_word(const struct node *n, const char *pattern, each_spelling *each);
void collect_words(const struct node *tree);
uint16_t word_of(const char *text); /* fails if there is no such word */
void check_set(const struct node *n, const struct node *insn);
struct word_set *find_set(const char *name, const struct node *insn);
uint16_t attr_number(const char *name, bool make); /* or ISA_NONE */
bool is_set_name(const char *name);                /* searches all files */
void warn_unused_sets(void);
void check_uniform(const struct node *n);

/* operands.c */
uint16_t check_kind(const struct node *alts, const char *name, const char *phrase);
void check_named_kind(const struct node *n);
struct isa_span check_operands(const struct node *list);
const struct kind_name *find_kind(const char *name);
bool is_kind_name(const char *name);
void kinds_of_tree(const struct node *tree); /* makes kinds that are defined later available */

/* phrase.c */
const char *plural(const char *phrase);

/* by.c: kinds among which a word selects */
void check_by(const struct node *n);
struct isa_alt by_word(const struct node *n, const char **phrase);
void warn_unused_by(void);

struct fragment *find_fragment(const char *name);
void check_fragments(void); /* checks that no fragment contains itself */

/* code.c: conditions and lengths of one instruction */
/* Ends the code that started at `start`. Equal code that was emitted earlier is reused. */
uint16_t finish_code(struct place at, uint16_t start);
uint16_t check_condition(const struct node *n);
uint16_t check_length(const struct node *n);
bool condition_has_operands(const struct node *n);
/* Returns true if a shared condition refers to words that the current instruction does not have. */
bool condition_is_never(const struct node *n);
void code_is_shared(bool is);

/* insn.c */
void check_insn(struct node *n);
void mark_insns(void); /* marks those that another must never come after */
void write_syntax(const struct isa_insn *i,
                  uint16_t form); /* after verify() has found out what is optional */
const struct isa_insn *current_insn(void);
const struct isa_form *current_form(void); /* the form whose operands are being checked, or NULL */
int find_role(const char *name);           /* in the current instruction, or -1 */
bool role_has(int role, uint16_t word);
uint16_t role_member(int role, uint16_t word);
bool insn_has_operand(const char *name);

/* effect.c: what instructions do */
uint8_t check_effect(const struct node *n);
uint8_t check_does(const struct node *n);
/* Returns which of names[1..count) the word after `clause` spells in lower case. */
int find_enumerator(const struct node *n, const char *clause, const char *const *names, int count);
void check_written(const struct node *n, const struct isa_insn *i);
void check_generic(const struct node *n, const struct isa_insn *i);
void check_moved(const struct node *n, const struct isa_insn *i);

/* event.c: how instructions affect the asynchronous protocol */
void check_event_infos(const struct node *tree); /* before all instructions */
void check_event(const struct node *n, struct isa_insn *i);
void warn_unused_events(void);
struct trial;
/* Returns true if the event can happen in the spelling and has everything that it requires. Reports
 * what is missing. */
bool event_happens(const struct trial *t, uint16_t event);

/* meaning.c: examples of an instruction, and the meanings of words and operands */
void check_example(const struct node *n, struct isa_insn *i);
void check_means(struct node *n); /* after all instructions */
void check_misnamed(struct node *n);
void check_purpose(struct node *n);

/* layout.c: layouts of bits, after all instructions */
void check_described(const struct node *n); /* for the current instruction */
void check_layout(struct node *n);
void check_layouts_used(void);

/* trial.c: tries out spellings */
struct trial { /* one combination of words for a form */
    const struct isa_insn *insn;
    const struct isa_form *form;
    uint16_t member[ISA_MOST_ROLES];  /* for each role, or ISA_NONE */
    uint16_t of_slot[ISA_MOST_SLOTS]; /* for each slot of the form */
    uint32_t number;
    bool newest; /* evaluated for the newest release; otherwise, releases are OPEN */
};
/* Calls a function for each combination of words that the slots of a form allow, up to
 * m.most_trials. */
void each_trial(const struct isa_insn *insn, const struct isa_form *form,
                void (*each)(struct trial *, void *), void *user);
/* Returns OPEN if the result depends on operands or the header. */
enum truth try_condition(const struct trial *t, uint16_t code);
int64_t try_length(const struct trial *t, uint16_t code);
uint16_t chosen_kind(const struct trial *t, uint16_t kind); /* the kind that a word selects, or
                                                               the kind itself */
/* Returns true if the rules on qualifiers allow the trial, and sets *targets to those it is valid
 * for. */
bool trial_is_legal(const struct trial *t, isa_target_set *targets);

/* verify.c: checks that try out spellings */
void verify(void);

/* emit.c, spell.c */
void emit_c(FILE *out);
void emit_event_names(FILE *out); /* writes the enums of event.h */
void emit_dictionary(FILE *out);
void emit_spellings(FILE *out);
void emit_bounds(FILE *out);

#endif
