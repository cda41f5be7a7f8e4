/* SPDX-License-Identifier: Apache-2.0
 * One instruction of the tables as JSON. docs/cli.md describes it. */
#include "cli/isa/isa.h"
#include "program/isa/example.h"
#include <stdlib.h>
#include <string.h>

typedef size_t text_of(size_t insn, size_t form, size_t i, char *buffer, size_t size);

/* Adds the member if the text is not empty. */
static json_t *add_text(json_t *object, const char *name, const char *text) {
    return *text ? json_with(object, name, json_name(text)) : object;
}

static json_t *add_asked(json_t *object, const char *name, text_of *ask, size_t insn, size_t form,
                         size_t i) {
    char text[1024];
    ask(insn, form, i, text, sizeof text);
    return add_text(object, name, text);
}

static json_t *avail(const ptxc_isa_avail *a) {
    json_t *targets = json_array();
    ptxc_target target;
    for (size_t t = 0; ptxc_target_get(t, &target) == PTXC_OK; t++)
        if (ptxc_set_has(&a->targets, t)) targets = json_and(targets, json_name(target.name));
    return json_pack("{s:s, s:o}", "version", isa_version_text(a->version).text, "targets",
                     targets);
}

static json_t *add_avail(json_t *object, const ptxc_isa_avail *a) {
    bool needs = a->version || !isa_on_all_targets(a);
    return needs ? json_with(object, "needs", avail(a)) : object;
}

static json_t *value(size_t insn, size_t form, size_t slot, size_t i) {
    ptxc_isa_slot_value v;
    char numbers[128];
    (void)ptxc_isa_slot_value_get(insn, form, slot, i, &v);
    json_t *object = json_pack("{s:s}", "word", v.word);
    object = add_text(object, "meaning", v.meaning);
    ptxc_isa_slot_value_numbers_text(insn, form, slot, i, numbers, sizeof numbers);
    object = add_text(object, "numbers", numbers);
    object = add_avail(object, &v.avail);
    return object;
}

static json_t *slot(size_t insn, size_t form, size_t i) {
    ptxc_isa_slot s;
    ptxc_isa_slot_value standard;
    json_t *values = json_array();
    (void)ptxc_isa_slot_get(insn, form, i, &s);
    for (size_t v = 0; v < s.value_count; v++) values = json_and(values, value(insn, form, i, v));
    json_t *object = json_pack("{s:s, s:b, s:b, s:i, s:i, s:o}", "name", s.name, "optional",
                               s.optional, "demanded_by_manual_only", s.wanted, "together",
                               (int)s.together, "order", (int)s.order, "values", values);
    if (ptxc_isa_slot_value_get(insn, form, i, s.default_value, &standard) == PTXC_OK)
        object = add_text(object, "default", standard.word);
    object = add_avail(object, &s.avail);
    return object;
}

static json_t *operand(size_t insn, size_t form, size_t i) {
    ptxc_isa_operand o;
    (void)ptxc_isa_operand_get(insn, form, i, &o);
    json_t *object = json_pack("{s:s, s:s, s:b, s:I}", "name", o.name, "kind", o.kind, "optional",
                               o.optional, "inside", (json_int_t)o.inside);
    object = add_text(object, "meaning", o.meaning);
    object = add_text(object, "ptxas_also_takes", o.also);
    if (o.written) object = json_with(object, "written", json_true());
    object = add_asked(object, "when", ptxc_isa_operand_condition_text, insn, form, i);
    object = add_asked(object, "length", ptxc_isa_operand_length_text, insn, form, i);
    object = add_asked(object, "values_need", ptxc_isa_operand_needs_text, insn, form, i);
    return object;
}

static json_t *form(size_t insn, size_t i) {
    ptxc_isa_form f;
    json_t *slots = json_array(), *operands = json_array();
    (void)ptxc_isa_form_get(insn, i, &f);
    for (size_t s = 0; s < f.slot_count; s++) slots = json_and(slots, slot(insn, i, s));
    for (size_t o = 0; o < f.operand_count; o++) operands = json_and(operands, operand(insn, i, o));
    json_t *object = json_pack("{s:s, s:s, s:o, s:o}", "name", f.name, "syntax", f.syntax,
                               "qualifiers", slots, "operands", operands);
    object = add_avail(object, &f.avail);
    return object;
}

static json_t *rule(size_t insn, size_t i) {
    ptxc_isa_rule r;
    char text[1024];
    (void)ptxc_isa_rule_get(insn, i, &r);
    ptxc_isa_rule_text(insn, i, text, sizeof text);
    json_t *object = json_pack("{s:s, s:s, s:s}", "name", r.name, "severity",
                               r.severity == PTXC_ERROR ? "error" : "warning", "text", text);
    object = add_text(object, "message", r.message);
    return object;
}

static json_t *releases(const ptxc_set *set) {
    json_t *list = json_array();
    ptxc_release release;
    for (size_t r = 0; ptxc_release_get(r, &release) == PTXC_OK; r++)
        if (ptxc_set_has(set, r)) list = json_and(list, json_name(release.name));
    return list;
}

/* Returns NULL if memory runs out. */
static json_t *module_of(size_t insn, size_t i) {
    struct isa_example *made = malloc(sizeof *made);
    bool good = made && isa_example_make(made, insn, i);
    json_t *text = good ? json_name(made->text.text) : NULL;
    free(made);
    return text;
}

static json_t *example(size_t insn, size_t i, bool modules) {
    ptxc_isa_example e;
    (void)ptxc_isa_example_get(insn, i, &e);
    json_t *object = json_pack("{s:s}", "text", e.text);
    object = add_text(object, "summary", e.summary);
    return modules ? json_with(object, "module", module_of(insn, i)) : object;
}

static json_t *event(size_t insn, size_t i) {
    ptxc_isa_event e;
    ptxc_isa_event_argument a;
    char text[512];
    json_t *arguments = json_object();
    (void)ptxc_isa_event_get(insn, i, &e);
    for (size_t k = 0; ptxc_isa_event_argument_get(insn, i, k, &a) == PTXC_OK; k++) {
        ptxc_isa_event_argument_text(insn, i, k, text, sizeof text);
        arguments = json_with(arguments, a.name, json_name(text));
    }
    json_t *object =
        json_pack("{s:s, s:s, s:o}", "name", e.name, "summary", e.summary, "arguments", arguments);
    ptxc_isa_event_condition_text(insn, i, text, sizeof text);
    object = add_text(object, "when", text);
    return object;
}

static json_t *events(size_t insn) {
    ptxc_isa_event e;
    json_t *list = json_array();
    for (size_t i = 0; ptxc_isa_event_get(insn, i, &e) == PTXC_OK; i++)
        list = json_and(list, event(insn, i));
    return list;
}

json_t *isa_json(size_t i, bool modules) {
    ptxc_isa_insn insn;
    json_t *forms = json_array(), *rules = json_array();
    (void)ptxc_isa_insn_get(i, &insn);
    for (size_t f = 0; f < insn.form_count; f++) forms = json_and(forms, form(i, f));
    for (size_t r = 0; r < insn.rule_count; r++) rules = json_and(rules, rule(i, r));
    char kernel[256], effect[1024];
    ptxc_isa_insn_kernel_rule_text(i, kernel, sizeof kernel);
    ptxc_isa_insn_effect_text(i, effect, sizeof effect);
    ptxc_isa_purpose purpose = {"", ""};
    (void)ptxc_isa_purpose_get(i, &purpose);
    json_t *examples = json_array();
    for (size_t e = 0; e < insn.example_count; e++)
        examples = json_and(examples, example(i, e, modules));
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:o, s:s, s:o, s:o, s:o, s:s, s:I, s:s, s:o, s:o}", "name", insn.name,
        "summary", insn.summary, "purpose", purpose.text, "manual", insn.manual, "needs",
        avail(&insn.avail), "toolkit", isa_first_release(&insn.avail), "changed_in",
        releases(&insn.releases), "forms", forms, "rules", rules, "kernel_rule", kernel, "distinct",
        (json_int_t)insn.distinct, "effect", effect, "events", events(i), "examples", examples);
}
