/* SPDX-License-Identifier: Apache-2.0
 * Writes the model as the C tables that src/isa/tables.h declares. */
#include "model.h"

static FILE *out;

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void put(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vfprintf(out, format, args);
    va_end(args);
}

/* C has no empty arrays, so an empty one gets one zero record. */
#define ARRAY(type, name, vec)                                                                     \
    for (size_t i = begin(type, name, (vec).count), n = (vec).count; i < n || close(n); i++)

static size_t begin(const char *type, const char *name, size_t count) {
    put("const %s %s[%zu] = {\n", type, name, count ? count : 1);
    return 0;
}

static bool close(size_t count) {
    put("%s};\n\n", count ? "" : "    {0},\n");
    return false;
}

static void put_text(void) {
    put("const char isa_text[] =");
    for (size_t i = 0; i < m.text.count; i += strlen(m.text.at + i) + 1) {
        put("\n    \"");
        for (const char *s = m.text.at + i; *s; s++)
            put(*s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
        put("\\0\"");
    }
    put(";\n\n");
}

static void put_header(void) {
    ARRAY("uint8_t", "isa_versions", m.versions) put("    %d,\n", m.versions.at[i]);
    ARRAY("struct isa_release", "isa_releases", m.releases)
    put("    {\"%s\", %d, %d},\n", m.releases.at[i].name, m.releases.at[i].ptx,
        m.releases.at[i].ascii);
    ARRAY("struct isa_target", "isa_targets", m.targets) {
        const struct isa_target *t = &m.targets.at[i];
        put("    {\"%s\", %u, %d, %u, %u, %u, %u, %u},\n", t->name, t->number, t->suffix, t->family,
            t->version, t->early, t->release, t->arch_end);
    }
    ARRAY("isa_target_set", "isa_sets", m.sets)
    put("    UINT64_C(0x%llx),\n", (unsigned long long)m.sets.at[i]);
    ARRAY("struct isa_avail", "isa_avails", m.avails)
    put("    {%u, %u},\n", m.avails.at[i].version, m.avails.at[i].set);
    ARRAY("struct isa_type", "isa_types", m.types) {
        const struct isa_type *t = &m.types.at[i];
        put("    {\"%s\", %u, %u, %d, %d, %u},\n", t->name, t->width, t->kind, t->reg, t->var,
            t->avail);
    }
    ARRAY("struct isa_directive", "isa_directives", m.directives) {
        const struct isa_directive *d = &m.directives.at[i];
        put("    {\"%s\", %u, %u, %u, %u, %uu, %uu, %uu, ", d->name, d->flags, d->avail, d->until,
            d->bound, d->least, d->most, d->limit);
        put("UINT64_C(%llu), UINT64_C(%llu), UINT64_C(%llu)},\n", (unsigned long long)d->excludes,
            (unsigned long long)d->needs, (unsigned long long)d->never_after);
    }
    ARRAY("struct isa_special", "isa_specials", m.specials) {
        const struct isa_special *s = &m.specials.at[i];
        put("    {\"%s\", %u, %u, %u, %d, %u, %u},\n", s->name, s->type, s->components, s->avail,
            s->narrow, s->holds, s->doc);
    }
}

static void put_words(void) {
    ARRAY("struct isa_word", "isa_words", m.words) {
        const struct isa_word *w = &m.words.at[i];
        put("    {%u, %u, %u, %u, %u, %u, %u, %u}, /* %s */\n", w->text, w->length, w->class,
            w->flags, w->since, w->tag, w->type, w->cxx, m.word_texts.at[i]);
    }
    ARRAY("isa_string", "isa_tags", m.tags) put("    %u,\n", pool(m.tags.at[i]));
    ARRAY("isa_string", "isa_classes", m.classes) put("    %u,\n", pool(m.classes.at[i]));
    ARRAY("struct isa_member", "isa_members", m.members) {
        const struct isa_member *x = &m.members.at[i];
        put("    {%u, %u, {%u, %u}}, /* %zu %s */\n", x->word, x->avail, x->attrs.first,
            x->attrs.count, i, m.word_texts.at[x->word]);
    }
    ARRAY("struct isa_attr", "isa_attrs", m.attrs)
    put("    {%u, %d},\n", m.attrs.at[i].name, m.attrs.at[i].value);
}

static void put_operands(void) {
    ARRAY("struct isa_range", "isa_ranges", m.ranges) {
        const struct isa_range *r = &m.ranges.at[i];
        put("    {");
        put(r->low == INT64_MIN ? "INT64_MIN, " : "INT64_C(%lld), ", (long long)r->low);
        put(r->high == INT64_MAX ? "INT64_MAX, " : "INT64_C(%lld), ", (long long)r->high);
        put("%u, %u, %u},\n", r->multiple, r->flags, r->avail);
    }
    ARRAY("struct isa_choice", "isa_choices", m.choices)
    put("    {%u, %u}, /* %s */\n", m.choices.at[i].word, m.choices.at[i].kind,
        m.word_texts.at[m.choices.at[i].word]);
    ARRAY("struct isa_alt", "isa_alts", m.alts) {
        const struct isa_alt *a = &m.alts.at[i];
        put("    {%u, %u, 0x%x, 0x%llx, %u, %u, %u, {%u, %u}}, /* %zu %s */\n", a->op, a->flags,
            a->spaces, (unsigned long long)a->types, a->inner, a->inner2, a->length,
            a->ranges.first, a->ranges.count, i, m.alt_phrases.at[i]);
    }
    ARRAY("struct isa_kind", "isa_kinds", m.kinds) {
        const struct isa_kind *k = &m.kinds.at[i];
        put("    {%u, %u, %u, {%u, %u}}, /* %zu %s: %s */\n", k->name, k->phrase, k->also,
            k->alts.first, k->alts.count, i, pooled(k->name), pooled(k->phrase));
    }
    ARRAY("struct isa_operand", "isa_operands", m.operands) {
        const struct isa_operand *o = &m.operands.at[i];
        put("    {%u, %u, %u, %u, %u}, /* %s */\n", o->name, o->kind, o->condition, o->flags,
            o->size, pooled(o->name));
    }
    ARRAY("int32_t", "isa_code", m.code)
    put("%s%d,%s", i % 16 ? " " : "    ", m.code.at[i], i % 16 == 15 || i + 1 == n ? "\n" : "");
}

static void put_instructions(void) {
    ARRAY("struct isa_slot", "isa_slots", m.slots) {
        const struct isa_slot *s = &m.slots.at[i];
        put("    {{%u, %u}, %u, %u, %u, %u, %u, %u},\n", s->members.first, s->members.count,
            s->default_member, s->role, s->flags, s->together, s->order, s->avail);
    }
    ARRAY("isa_string", "isa_roles", m.roles)
    put("    %u, /* %s */\n", m.roles.at[i], pooled(m.roles.at[i]));
    ARRAY("struct isa_ignore", "isa_ignores", m.ignores) {
        const struct isa_ignore *x = &m.ignores.at[i];
        put("    {%u, %u, %u}, /* %s */\n", x->word, x->most, x->group, m.word_texts.at[x->word]);
    }
    ARRAY("struct isa_form", "isa_forms", m.forms) {
        const struct isa_form *f = &m.forms.at[i];
        put("    {%u, %u, {%u, %u}, {%u, %u}, %u}, /* %s */\n", f->name, f->syntax, f->slots.first,
            f->slots.count, f->operands.first, f->operands.count, f->avail, pooled(f->syntax));
    }
    ARRAY("struct isa_rule", "isa_rules", m.rules) {
        const struct isa_rule *r = &m.rules.at[i];
        put("    {%u, %u, %u, %u, %u, %u, %u}, /* %s */\n", r->name, r->text, r->when, r->need,
            r->op, r->flags, r->avail, pooled(r->name));
    }
    ARRAY("struct isa_insn", "isa_insns", m.insns) {
        const struct isa_insn *x = &m.insns.at[i];
        put("    {%u, %u, %u, {%u, %u}, {%u, %u}, {%u, %u}, {%u, %u}, {%u, %u}, "
            "%u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, {%u, %u}, %u, %u, UINT64_C(%llu), {%u, %u}, {%u, %u}},"
            " /* %s */\n",
            x->name, x->doc, x->manual, x->forms.first, x->forms.count, x->rules.first,
            x->rules.count, x->roles.first, x->roles.count, x->ignores.first, x->ignores.count,
            x->examples.first, x->examples.count, x->avail, x->flags, x->does, x->never_after,
            x->distinct, x->lowered, x->effect, x->effect_then, x->effect_when, x->generic_when,
            x->moved_when, x->described.first, x->described.count, x->cxx, x->unwrapped,
            (unsigned long long)x->implied, x->events.first, x->events.count, x->calls.first,
            x->calls.count, pooled(x->name));
    }
    ARRAY("struct isa_call", "isa_calls", m.calls) {
        const struct isa_call *x = &m.calls.at[i];
        put("    {%u, {%u, %u}, {%u, %u}, {%u, %u}, %u, %u}, /* %s */\n", x->name, x->named.first,
            x->named.count, x->tags.first, x->tags.count, x->deduced.first, x->deduced.count,
            x->suffix, x->when, pooled(x->name));
    }
    ARRAY("uint8_t", "isa_call_roles", m.call_roles) put("    %u,\n", m.call_roles.at[i]);
    ARRAY("isa_string", "isa_call_operands", m.call_operands)
    put("    %u, /* %s */\n", m.call_operands.at[i], pooled(m.call_operands.at[i]));
    ARRAY("isa_string", "isa_attr_names", m.attr_names)
    put("    %u, /* %s */\n", pool(m.attr_names.at[i]), m.attr_names.at[i]);
    ARRAY("uint8_t", "isa_breaks", m.breaks) put("    %d,\n", m.breaks.at[i]);
    ARRAY("struct isa_described", "isa_described", m.described)
    put("    {%u, %u},\n", m.described.at[i].operand, m.described.at[i].layout);
    ARRAY("struct isa_example", "isa_examples", m.examples)
    put("    {%u, %u},\n", m.examples.at[i].text, m.examples.at[i].doc);
    ARRAY("struct isa_meant", "isa_meant", m.meant) {
        const struct isa_meant *x = &m.meant.at[i];
        put("    {%u, %u, %u}, /* %s */\n", x->name, x->root, x->text, pooled(x->name));
    }
    ARRAY("struct isa_misnamed", "isa_misnamed", m.misnamed)
    put("    {%u, %u},\n", m.misnamed.at[i].name, m.misnamed.at[i].meant);
    ARRAY("struct isa_purpose", "isa_purposes", m.purposes) {
        const struct isa_purpose *x = &m.purposes.at[i];
        put("    {%u, %u, %u}, /* %s */\n", x->root, x->text, x->kernel, pooled(x->root));
    }
    ARRAY("isa_string", "isa_closed", m.closed) put("    %u,\n", m.closed.at[i]);
    ARRAY("struct isa_uniform", "isa_uniforms", m.uniforms) {
        const struct isa_uniform *u = &m.uniforms.at[i];
        put("    {%u, {%u, %u}, %u},\n", u->root, u->words.first, u->words.count, u->since);
    }
    ARRAY("uint16_t", "isa_uniform_words", m.uniform_words)
    put("    %u, /* %s */\n", m.uniform_words.at[i], m.word_texts.at[m.uniform_words.at[i]]);
}

static void put_layouts(void) {
    ARRAY("struct isa_meaning", "isa_meaning_list", m.meaning_list)
    put("    {%u, %u},\n", m.meaning_list.at[i].name, m.meaning_list.at[i].value);
    ARRAY("struct isa_meanings", "isa_meanings", m.meanings) {
        const struct isa_meanings *g = &m.meanings.at[i];
        put("    {{%u, %u}, %u},\n", g->list.first, g->list.count, g->when);
    }
    ARRAY("struct isa_numbers", "isa_numbers", m.numbers) {
        const struct isa_numbers *r = &m.numbers.at[i];
        put("    {%u, %u, %u},\n", r->first, r->last, r->step);
    }
    ARRAY("struct isa_field", "isa_fields", m.fields) {
        const struct isa_field *f = &m.fields.at[i];
        put("    {%u, %u, %u, %u, %u, %u, %u, {%u, %u}}, /* %zu %s */\n", f->name, f->doc, f->low,
            f->high, f->flags, f->times, f->fixed, f->meanings.first, f->meanings.count, i,
            pooled(f->name));
    }
    ARRAY("struct isa_layout_rule", "isa_layout_rules", m.layout_rules) {
        const struct isa_layout_rule *r = &m.layout_rules.at[i];
        put("    {%u, %u, %u, %u, {%u, %u}}, /* %s */\n", r->name, r->why, r->when, r->field,
            r->numbers.first, r->numbers.count, pooled(r->name));
    }
    ARRAY("struct isa_layout", "isa_layouts", m.layouts) {
        const struct isa_layout *l = &m.layouts.at[i];
        put("    {%u, %u, %u, %u, %u, {%u, %u}, {%u, %u}}, /* %s %s */\n", l->name, l->title,
            l->manual, l->words, l->width, l->fields.first, l->fields.count, l->rules.first,
            l->rules.count, pooled(l->name), pooled(l->words));
    }
}

/* ---- events ---- */

/* Returns the enumerator of a name: "dst" -> "ARGUMENT_DST". */
static const char *enumerator(const char *prefix, const char *name) {
    const char *text = format_text("%s_%s", prefix, name);
    for (char *p = (char *)(uintptr_t)text; *p; p++)
        *p = (char)(*p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p);
    return text;
}

static const char *kind_of_event(size_t i) {
    return enumerator("EVENT", pooled(m.event_infos.at[i].name));
}

static const char *argument_of_event(size_t i) {
    return enumerator("ARGUMENT", pooled(m.argument_infos.at[i].name));
}

static const char *event_name(size_t i) { return enumerator("NAMED", m.event_names.at[i]); }

static void put_event_infos(void) {
    ARRAY("struct isa_taken", "isa_taken", m.taken)
    put("    {%s, %u},\n", argument_of_event(m.taken.at[i].what), m.taken.at[i].flags);
    ARRAY("struct isa_event_info", "isa_event_infos", m.event_infos) {
        const struct isa_event_info *x = &m.event_infos.at[i];
        put("    [%s] = {%u, %u, {%u, %u}, %d},\n", kind_of_event(i), x->name, x->doc,
            x->taken.first, x->taken.count, x->plain);
    }
    ARRAY("struct isa_word_name", "isa_word_names", m.word_names)
    put("    {%u, %s, %u},\n", m.word_names.at[i].word, event_name(m.word_names.at[i].name),
        m.word_names.at[i].said);
    ARRAY("struct isa_argument_info", "isa_argument_infos", m.argument_infos) {
        const struct isa_argument_info *x = &m.argument_infos.at[i];
        put("    [%s] = {%u, %u, %u, %u, {%u, %u}},\n", argument_of_event(i), x->name, x->doc,
            x->said, x->op, x->words.first, x->words.count);
    }
    ARRAY("isa_string", "isa_event_names", m.event_names)
    put("    [%s] = %u,\n", event_name(i), pool(m.event_names.at[i]));
}

static void put_events(void) {
    put_event_infos();
    ARRAY("struct isa_argument", "isa_arguments", m.arguments) {
        const struct isa_argument *x = &m.arguments.at[i];
        put("    {%s, %u, %s, %u, %u, %u},\n", argument_of_event(x->what), x->op,
            event_name(x->name), x->role, x->code, x->operand);
    }
    ARRAY("struct isa_event", "isa_events", m.events) {
        const struct isa_event *x = &m.events.at[i];
        put("    {%s, %u, {%u, %u}},\n", kind_of_event(x->kind), x->when, x->arguments.first,
            x->arguments.count);
    }
}

void emit_event_names(FILE *to) {
    out = to;
    put("/* Made by isagen from grammar/isa/: do not edit. */\n"
        "#ifndef ISA_EVENTS_H\n#define ISA_EVENTS_H\n\nenum isa_event_kind {\n");
    for (size_t i = 0; i < m.event_infos.count; i++)
        put("    %s, /* %s */\n", kind_of_event(i), pooled(m.event_infos.at[i].doc));
    put("    EVENT_KINDS\n};\n\nenum isa_event_argument {\n");
    for (size_t i = 0; i < m.argument_infos.count; i++)
        put("    %s, /* %s */\n", argument_of_event(i), pooled(m.argument_infos.at[i].doc));
    put("    EVENT_ARGUMENTS\n};\n\nenum isa_event_name {\n");
    for (size_t i = 0; i < m.event_names.count; i++) put("    %s,\n", event_name(i));
    put("    EVENT_NAMES\n};\n\n#endif\n");
}

static void put_counts(void) {
    put("const unsigned isa_version_count = %zu, isa_release_count = %zu;\n", m.versions.count,
        m.releases.count);
    put("const unsigned isa_directive_count = %zu;\n", m.directives.count);
    put("const unsigned isa_target_count = %zu, isa_type_count = %zu, isa_special_count = %zu;\n",
        m.targets.count, m.types.count, m.specials.count);
    put("const uint16_t isa_word_count = %zu, isa_insn_count = %zu, isa_closed_count = %zu;\n",
        m.words.count, m.insns.count, m.closed.count);
    put("const uint16_t isa_tag_count = %zu;\n", m.tags.count);
    put("const uint16_t isa_meant_count = %zu, isa_misnamed_count = %zu;\n", m.meant.count,
        m.misnamed.count);
    put("const uint16_t isa_purpose_count = %zu;\n", m.purposes.count);
    put("const uint16_t isa_uniform_count = %zu;\n", m.uniforms.count);
    put("const uint16_t isa_break_count = %zu;\n", m.breaks.count);
    put("const uint16_t isa_kind_count = %zu, isa_rule_count = %zu, isa_layout_count = %zu;\n",
        m.kinds.count, m.rules.count, m.layouts.count);
}

void emit_c(FILE *to) {
    out = to;
    for (size_t i = 0; i < m.classes.count; i++) pool(m.classes.at[i]);
    for (size_t i = 0; i < m.tags.count; i++) pool(m.tags.at[i]);
    for (size_t i = 0; i < m.attr_names.count; i++) pool(m.attr_names.at[i]);
    for (size_t i = 0; i < m.event_names.count; i++) pool(m.event_names.at[i]);
    put("/* Made by isagen from grammar/isa/: do not edit. */\n#include \"isa/event.h\"\n\n");
    put_text();
    put_header();
    put_words();
    put_operands();
    put_instructions();
    put_layouts();
    put_events();
    put_counts();
}
