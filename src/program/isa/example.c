/* SPDX-License-Identifier: Apache-2.0
 * Examples of the tables: see example.h. Examples contain no declarations; the name of a
 * register tells its type, and a few names of variables and functions are known. */
#include "program/isa/example.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lines ---- */

static size_t blanks(const char *s) { return strspn(s, " "); }

static size_t name_length(const char *s) {
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '$') n++;
    return n;
}

/* Returns how much of the start of a statement goes on a line of its own. */
static size_t line_length(const char *s) {
    size_t label = name_length(s);
    if (*s == '{' || *s == '}') return 1;
    if (label && s[label] == ':' && s[label + 1] == ' ' && s[label + 2] != '.') return label + 1;
    return strcspn(s, ";") + 1;
}

/* Adds text[0..n), broken at spaces if it is longer than a line. */
static void add_line(struct phrase *p, const char *text, size_t n, size_t indent) {
    enum { WIDTH = 100, MORE = 4 };
    for (size_t room = WIDTH - indent; n > room; room = WIDTH - indent - MORE) {
        size_t at = room;
        while (at && text[at] != ' ') at--;
        while (!at && room < n && text[room] != ' ') room++; /* one long word */
        if (!at) at = room;
        if (at >= n) break;
        phrase_add(p, "%.*s\n%*s", (int)at, text, (int)indent + MORE, "");
        text += at + 1;
        n -= at + 1;
    }
    phrase_add(p, "%.*s\n", (int)n, text);
}

void isa_example_lines(struct phrase *p, const char *text, size_t indent) {
    for (const char *s = text + blanks(text); *s; s += blanks(s)) {
        size_t n = line_length(s);
        if (*s == '}') indent -= 4;
        size_t before = s[n - 1] == ':' && indent >= 4 ? indent - 4 : indent;
        phrase_add(p, "%*s", (int)before, "");
        add_line(p, s, n, before);
        if (*s == '{') indent += 4;
        s += n;
    }
}

/* ---- declarations ---- */

static const struct {
    const char *prefix, *type;
} registers[] = {{"p", "pred"}, {"b", "b8"},   {"h", "b16"},  {"r", "b32"},
                 {"f", "f32"},  {"rd", "b64"}, {"fd", "f64"}, {"rq", "b128"}};

static const struct {
    const char *name, *text;
} globals[] = {{"gdata", ".global .align 128 .b8 gdata[1024];\n"},
               {"cdata", ".const .align 128 .b8 cdata[1024];\n"},
               {"sdata", ".shared .align 128 .b8 sdata[1024];\n"},
               {"mbar", ".shared .align 8 .b64 mbar;\n"},
               {"image", ".global .texref image;\n"},
               {"sampler", ".global .samplerref sampler;\n"},
               {"surface", ".global .surfref surface;\n"},
               {"halve", ".func (.reg .f32 %half) halve(.reg .f32 %whole)\n"
                         "{\n    mul.f32 %half, %whole, 0f3F000000;\n    ret;\n}\n"},
               {"scale",
                ".func (.param .b32 to) scale(.param .b32 from)\n"
                "{\n    .reg .b32 %x;\n    ld.param.b32 %x, [from];\n    shl.b32 %x, %x, 2;\n"
                "    st.param.b32 [to], %x;\n    ret;\n}\n"}},
  parameters[] = {{"arg", ".param .u64 arg"}, {"tmap", ".param .align 64 .b8 tmap[128]"}};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Returns the next place where the name is a whole word, or NULL. */
static const char *mention(const char *text, const char *name) {
    size_t n = strlen(name);
    for (const char *s = text; (s = strstr(s, name)); s += n) {
        bool inside = s > text && (name_length(s - 1) || s[-1] == '%' || s[-1] == '.');
        if (!inside && !name_length(s + n)) return s;
    }
    return NULL;
}

/* Returns the highest register number with the prefix plus one, or 0 if there is none. */
static unsigned register_count(const char *text, const char *prefix) {
    unsigned count = 0;
    size_t n = strlen(prefix);
    for (const char *s = text; (s = strchr(s, '%')); s++) {
        if (strncmp(s + 1, prefix, n) || !isdigit((unsigned char)s[1 + n])) continue;
        unsigned long number = strtoul(s + 1 + n, NULL, 10);
        if (number >= count) count = (unsigned)number + 1;
    }
    return count;
}

static void add_body(struct phrase *p, const char *text) {
    for (size_t i = 0; i < COUNT(registers); i++) {
        unsigned count = register_count(text, registers[i].prefix);
        if (count)
            phrase_add(p, "    .reg .%s %%%s<%u>;\n", registers[i].type, registers[i].prefix,
                       count);
    }
    if (mention(text, "loop")) phrase_add(p, "loop:\n");
    isa_example_lines(p, text, 4);
    if (mention(text, "done")) phrase_add(p, "done:\n");
    phrase_add(p, "    ret;\n}\n");
}

static void add_module(struct phrase *p, const char *text, const char *version,
                       const char *target) {
    const char *mode = mention(text, "sampler") ? ", texmode_independent" : "";
    unsigned count = 0;
    p->length = 0;
    phrase_add(p, ".version %s\n.target %s%s\n.address_size 64\n\n", version, target, mode);
    for (size_t i = 0; i < COUNT(globals); i++)
        if (mention(text, globals[i].name)) phrase_add(p, "%s", globals[i].text);
    phrase_add(p, ".visible .entry example(");
    for (size_t i = 0; i < COUNT(parameters); i++)
        if (mention(text, parameters[i].name))
            phrase_add(p, "%s%s", count++ ? ", " : "", parameters[i].text);
    phrase_add(p, ")\n{\n");
    add_body(p, text);
}

/* ---- as a module ---- */

bool isa_example_make(struct isa_example *e, size_t insn, size_t example) {
    ptxc_isa_example x;
    ptxc_module *module;
    ptxc_target target;
    struct taker_least least;
    char version[TAKERS_TEXT];
    if (ptxc_isa_example_get(insn, example, &x) != PTXC_OK) return false;
    /* Any header works here: usages are checked for all versions and targets. */
    add_module(&e->text, x.text, "9.0", "sm_90");
    if (ptxc_module_open(e->text.text, e->text.length, NULL, &module) != PTXC_OK) return false;
    if (ptxc_module_find_usages(module) != PTXC_OK) {
        ptxc_module_close(module);
        return false;
    }
    e->rows = takers_find(module, TAKERS_OF_ALL, e->row);
    bool accepted = takers_least(module, TAKERS_OF_ALL, &least);
    ptxc_module_close(module);
    if (!accepted) return true;
    (void)ptxc_target_get(least.target, &target);
    takers_version_text(least.version, version);
    add_module(&e->text, x.text, version, target.name);
    return true;
}
