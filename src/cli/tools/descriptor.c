/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck decode and encode: see descriptor.h. */
#include "cli/tools/descriptor.h"
#include "program/io/complain.h"
#include "program/options/help.h"
#include "program/text/jsontext.h"
#include "program/io/out.h"
#include "cli/tools/request.h"
#include "program/text/suggest.h"
#include "program/io/system.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { PROBLEM_SIZE = 256 };

/* One field of a descriptor, for printing. */
struct part {
    ptxc_field about;
    uint64_t number;
    const char *meaning; /* NULL if its numbers have no names */
    char problem[PROBLEM_SIZE];
};

static bool read_part(const struct request *r, size_t i, uint64_t descriptor, struct part *part) {
    if (ptxc_field_get(r->layout, i, &part->about) != PTXC_OK) return false;
    ptxc_field_decode(r->layout, i, descriptor, &part->number);
    part->meaning = NULL;
    ptxc_field_value value;
    for (size_t k = 0; ptxc_field_value_get(r->layout, i, r->qualifiers, k, &value) == PTXC_OK; k++)
        if (value.number == part->number) part->meaning = value.name;
    ptxc_field_problem_text(r->layout, i, descriptor, r->qualifiers, r->arch, part->problem,
                            sizeof part->problem);
    return true;
}

static bool is_legal(const struct request *r, uint64_t descriptor) {
    struct part part;
    for (size_t i = 0; read_part(r, i, descriptor, &part); i++)
        if (*part.problem) return false;
    return true;
}

struct hex {
    char text[24];
};

static struct hex hex_of(const struct request *r, uint64_t descriptor) {
    struct hex hex;
    snprintf(hex.text, sizeof hex.text, "0x%0*llx", (int)r->about.width / 4,
             (unsigned long long)descriptor);
    return hex;
}

/* ---- text ---- */

static void write_padded(struct out *out, const char *text, size_t width) {
    size_t length = strlen(text);
    out_text(out, text);
    out_repeat(out, ' ', length < width ? width - length : 1);
}

static void write_bits(struct out *out, const ptxc_field *f) {
    char bits[24];
    snprintf(bits, sizeof bits, f->low == f->high ? "%u" : "%u..%u", f->low, f->high);
    out_text(out, "  ");
    write_padded(out, bits, 8);
}

static const char *field_name(const ptxc_field *f) {
    return *f->name ? f->name : f->reserved ? "(reserved)" : "(unused)";
}

static void write_text(struct out *out, const struct request *r, uint64_t descriptor) {
    struct part part;
    out_text(out, r->about.title);
    out_char(out, ' ');
    out_text(out, hex_of(r, descriptor).text);
    out_char(out, '\n');
    for (size_t i = 0; read_part(r, i, descriptor, &part); i++) {
        write_bits(out, &part.about);
        write_padded(out, field_name(&part.about), 19);
        out_aligned(out, part.number, 7);
        if (*part.about.doc) {
            out_text(out, "  ");
            write_padded(out, part.meaning ? part.meaning : "", 10);
            out_text(out, part.about.doc);
        }
        out_char(out, '\n');
        if (!*part.problem) continue;
        out_text(out, "          ^ ");
        out_text(out, part.problem);
        out_char(out, '\n');
    }
}

/* ---- JSON ---- */

static json_t *field_json(const struct part *part) {
    json_t *object =
        json_pack("{s:s, s:i, s:i, s:I}", "name", part->about.name, "low", (int)part->about.low,
                  "high", (int)part->about.high, "number", (json_int_t)part->number);
    if (part->meaning) object = json_with(object, "meaning", json_name(part->meaning));
    if (*part->about.doc) object = json_with(object, "doc", json_name(part->about.doc));
    if (*part->problem) object = json_with(object, "problem", json_name(part->problem));
    return object;
}

static void write_json(struct out *out, const struct request *r, uint64_t descriptor) {
    struct part part;
    json_t *fields = json_array();
    for (size_t i = 0; read_part(r, i, descriptor, &part); i++)
        fields = json_and(fields, field_json(&part));
    json_write(out, json_pack("{s:s, s:s, s:s, s:b, s:o}", "layout", r->about.name, "title",
                              r->about.title, "descriptor", hex_of(r, descriptor).text, "legal",
                              is_legal(r, descriptor), "fields", fields));
    out_char(out, '\n');
}

/* ---- encoding ---- */

static bool unknown_field(const struct request *r, const char *name) {
    struct suggestion near = suggest_for(name);
    ptxc_field f;
    for (size_t i = 0; ptxc_field_get(r->layout, i, &f) == PTXC_OK; i++)
        if (*f.name) suggest_offer(&near, f.name);
    if (near.best)
        complain("'%s' has no field '%s'; did you mean '%s'?", r->about.name, name, near.best);
    else
        complain("'%s' has no field '%s' ('ptxcheck decode --list' lists all)", r->about.name,
                 name);
    return false;
}

static bool find_field(const struct request *r, const char *name, size_t *field) {
    ptxc_field f;
    for (*field = 0; ptxc_field_get(r->layout, *field, &f) == PTXC_OK; ++*field)
        if (*name && !strcmp(f.name, name)) return true;
    return unknown_field(r, name);
}

/* Finds a number, or a name of one of the field's values regardless of case. */
static bool find_number(const struct request *r, size_t field, const char *text, uint64_t *number) {
    ptxc_field_value value;
    for (size_t k = 0; ptxc_field_value_get(r->layout, field, r->qualifiers, k, &value) == PTXC_OK;
         k++)
        if (!strcasecmp(value.name, text)) {
            *number = value.number;
            return true;
        }
    return *text != '-' && request_number(text, 64, number);
}

static bool cannot_hold(const struct request *r, size_t field, const char *value) {
    ptxc_field f;
    ptxc_field_get(r->layout, field, &f);
    unsigned long long most = ((2ull << (f.high - f.low)) - 1) * f.factor;
    char step[48] = "";
    ptxc_field_value any;
    bool named = ptxc_field_value_get(r->layout, field, r->qualifiers, 0, &any) == PTXC_OK;
    if (f.factor > 1) snprintf(step, sizeof step, " in steps of %u", (unsigned)f.factor);
    complain("'%s' cannot be '%s': it takes 0 to %llu%s%s%s", f.name, value, most, step,
             named ? ", or a name such as " : "", named ? any.name : "");
    return false;
}

static bool encode_field(const struct request *r, char *word, uint64_t *descriptor) {
    char *equals = strchr(word, '=');
    size_t field;
    uint64_t number;
    if (!equals) {
        complain("'%s' is not FIELD=VALUE", word);
        return false;
    }
    *equals = '\0';
    if (!find_field(r, word, &field)) return false;
    if (find_number(r, field, equals + 1, &number) &&
        ptxc_field_encode(r->layout, field, number, descriptor) == PTXC_OK)
        return true;
    return cannot_hold(r, field, equals + 1);
}

/* ---- the list ---- */

static void write_list(struct out *out) {
    ptxc_layout l;
    ptxc_field f;
    for (size_t i = 0; ptxc_layout_get(i, &l) == PTXC_OK; i++) {
        out_text(out, l.name);
        if (*l.qualifiers) out_text(out, " for "), out_text(out, l.qualifiers);
        out_text(out, ": ");
        out_text(out, l.title);
        out_char(out, '\n');
        for (size_t k = 0; ptxc_field_get(i, k, &f) == PTXC_OK; k++) {
            if (!*f.name) continue;
            write_bits(out, &f);
            write_padded(out, f.name, 19);
            out_text(out, f.doc);
            out_char(out, '\n');
        }
    }
}

/* ---- the commands ---- */

static int finish(struct out *out, int status) {
    int error = out_flush(out);
    if (error && !sys_is_closed_pipe(error))
        complain_file("cannot write", "standard output", error);
    return error ? EXIT_TROUBLE : status;
}

static int decode(struct out *out, const struct request *r) {
    uint64_t descriptor;
    if (r->operand_count != 1)
        return complain("decode takes one value of '%s', such as 0x1f", r->about.name);
    if (!request_number(r->operands[0], r->about.width, &descriptor))
        return complain("'%s' is not a number of %u bits (decimal, 0x... or 0b...)", r->operands[0],
                        (unsigned)r->about.width);
    if (r->json)
        write_json(out, r, descriptor);
    else
        write_text(out, r, descriptor);
    return is_legal(r, descriptor) ? EXIT_CLEAN : EXIT_FINDINGS;
}

static int encode(struct out *out, const struct request *r) {
    uint64_t descriptor = ptxc_layout_empty(r->layout);
    struct part part;
    for (int i = 0; i < r->operand_count; i++)
        if (!encode_field(r, r->operands[i], &descriptor)) return EXIT_TROUBLE;
    if (r->json) {
        write_json(out, r, descriptor);
    } else {
        out_text(out, hex_of(r, descriptor).text);
        out_char(out, '\n');
        for (size_t i = 0; read_part(r, i, descriptor, &part); i++)
            if (*part.problem) complain("%s", part.problem);
    }
    return is_legal(r, descriptor) ? EXIT_CLEAN : EXIT_FINDINGS;
}

static int run(const char *verb, int count, char **words,
               int (*job)(struct out *out, const struct request *r)) {
    struct request request;
    struct out out;
    if (!request_parse(&request, verb, count, words)) return EXIT_TROUBLE;
    out_init(&out, 1);
    if (request.help) help_descriptor(&out);
    if (request.list && !request.help) write_list(&out);
    return finish(&out, request.help || request.list ? EXIT_CLEAN : job(&out, &request));
}

int decode_main(int count, char **words) { return run("decode", count, words, decode); }
int encode_main(int count, char **words) { return run("encode", count, words, encode); }
