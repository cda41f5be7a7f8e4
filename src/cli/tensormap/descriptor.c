/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck encode tensormap, ptxcheck decode tensormap. */
#include "program/options/command.h"
#include "program/io/complain.h"
#include "program/io/lines.h"
#include "program/io/system.h"
#include "cli/tensormap/tensormap.h"
#include <stdlib.h>
#include <string.h>

static bool wants_help(int count, char **words) {
    return count && (!strcmp(words[0], "--help") || !strcmp(words[0], "-h"));
}

/* ---- decode ---- */

enum { BYTES = 128, DIGITS = 2 * BYTES };

static int digit_of(char c) {
    const char *digits = "0123456789abcdefABCDEF", *at = c ? strchr(digits, c) : NULL;
    int value = at ? (int)(at - digits) : -1;
    return value > 15 ? value - 6 : value;
}

/* Reads digits with anything of " ,:_\n" and 0x in between. Returns their number, or -1 for
 * something else. */
static int read_digits(const char *text, size_t length, uint8_t digit[DIGITS], bool *grouped) {
    int count = 0;
    *grouped = false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '0' && i + 1 < length && (text[i + 1] == 'x' || text[i + 1] == 'X')) {
            i++;
            continue;
        }
        if (text[i] && strchr(" ,:_\t\r\n", text[i])) {
            *grouped = *grouped || (count && count < DIGITS);
            continue;
        }
        int value = digit_of(text[i]);
        if (value < 0 || count == DIGITS) return -1;
        digit[count++] = (uint8_t)value;
    }
    return count;
}

/* The digits are bytes in memory order, or 16 words, each from its highest digit. */
static void words_of_digits(const uint8_t digit[DIGITS], bool as_words, uint64_t words[16]) {
    for (int w = 0; w < 16; w++) {
        words[w] = 0;
        for (int i = 0; i < 8; i++) {
            int byte = as_words ? i : 7 - i;
            const uint8_t *pair = digit + w * 16 + 2 * byte;
            words[w] = words[w] << 8 | (uint64_t)(pair[0] << 4 | pair[1]);
        }
    }
}

static void words_of_bytes(const char *bytes, uint64_t words[16]) {
    for (int w = 0; w < 16; w++) {
        words[w] = 0;
        for (int i = 7; i >= 0; i--) words[w] = words[w] << 8 | (uint8_t)bytes[w * 8 + i];
    }
}

/* Grouped digits are words, others are bytes; if that is not a descriptor, tries the opposite. */
static bool decode_digits(const char *text, size_t length, ptxc_tensormap *map, bool *is_digits) {
    uint8_t digit[DIGITS] = {0};
    uint64_t words[16];
    bool grouped;
    *is_digits = read_digits(text, length, digit, &grouped) == DIGITS;
    if (!*is_digits) return false;
    words_of_digits(digit, grouped, words);
    if (ptxc_tensormap_decode(words, map)) return true;
    words_of_digits(digit, !grouped, words);
    return ptxc_tensormap_decode(words, map);
}

static bool decode_bytes(const char *text, size_t length, ptxc_tensormap *map, bool *is_digits) {
    uint64_t words[16];
    if (length != BYTES) return decode_digits(text, length, map, is_digits);
    *is_digits = true;
    words_of_bytes(text, words);
    return ptxc_tensormap_decode(words, map);
}

static int write_map(struct out *out, bool good, bool is_descriptor, const char *name,
                     const ptxc_tensormap *map, bool lines) {
    static const char comment[] = "inferred from descriptors of compute capability 9.0";
    if (!is_descriptor)
        return complain("'%s' is no descriptor: 128 bytes or 256 hexadecimal digits", name);
    if (!good)
        return complain("'%s' is no descriptor of compute capability 9.0: no call known makes it",
                        name);
    map_write(out, map, lines, comment);
    if (!lines) out_char(out, '\n');
    return EXIT_CLEAN;
}

static int decode_file(struct out *out, const char *path) {
    struct lines lines;
    ptxc_tensormap map;
    bool is_descriptor = false;
    int status = EXIT_TROUBLE, error = lines_open(&lines, path, 4096);
    if (error) return complain_file("cannot read", path, error);
    if (!lines_rest(&lines)) {
        complain_file("cannot read", path, lines.error);
    } else {
        bool good = !lines.too_long && decode_bytes(lines.text, lines.length, &map, &is_descriptor);
        status = write_map(out, good, is_descriptor, path, &map, true);
    }
    lines_close(&lines);
    return status;
}

static int decode_batch(struct out *out, const char *path) {
    struct lines lines;
    int status = EXIT_CLEAN, error = lines_open(&lines, path, 4096);
    if (error) return complain_file("cannot read", path, error);
    while (!out->error && lines_next(&lines)) {
        ptxc_tensormap map;
        bool is_descriptor;
        bool good = decode_digits(lines.text, lines.length, &map, &is_descriptor);
        int one = write_map(out, good, is_descriptor, lines.text, &map, false);
        if (one) out_text(out, "null\n");
        status = one ? one : status;
        if (!lines_ready(&lines)) out_flush(out);
    }
    if (lines.error) status = complain_file("cannot read", path, lines.error);
    lines_close(&lines);
    return status;
}

/* Joins the words of the command line if they are all digits. */
static bool decode_words(int count, char **words, ptxc_tensormap *map, bool *is_digits) {
    char text[2 * DIGITS] = "";
    size_t used = 0;
    *is_digits = false;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(words[i]);
        if (used + length + 1 >= sizeof text) return false;
        memcpy(text + used, words[i], length);
        used += length;
        text[used++] = ' ';
    }
    return decode_digits(text, used - 1, map, is_digits);
}

int tensormap_decode_main(int count, char **words) {
    struct out out;
    out_init(&out, 1);
    if (wants_help(count, words)) {
        help_map_descriptor(&out);
        return command_end(&out, EXIT_CLEAN);
    }
    /* The format is always JSON. */
    if (count && !strcmp(words[0], "--format=json")) count--, words++;
    if (!count) return complain("decode tensormap: no descriptor (256 digits, or a file)");
    if (!strcmp(words[0], "--batch"))
        return count == 2 ? command_end(&out, decode_batch(&out, words[1]))
                          : complain("decode tensormap --batch needs one file");
    ptxc_tensormap map;
    bool is_digits, good = decode_words(count, words, &map, &is_digits);
    int status = is_digits    ? write_map(&out, good, true, words[0], &map, true)
                 : count == 1 ? decode_file(&out, words[0])
                              : complain("decode tensormap takes one descriptor: 256 digits");
    return command_end(&out, status);
}

/* ---- encode ---- */

static const char hex[] = "0123456789abcdef";

static void write_words(struct out *out, const uint64_t words[16]) {
    for (int w = 0; w < 16; w++) {
        if (w) out_char(out, ' ');
        for (int shift = 60; shift >= 0; shift -= 4) out_char(out, hex[words[w] >> shift & 15]);
    }
    out_char(out, '\n');
}

static void write_bytes(struct out *out, const uint64_t words[16]) {
    for (int i = 0; i < BYTES; i++) {
        unsigned byte = (unsigned)(words[i / 8] >> i % 8 * 8 & 255);
        out_char(out, hex[byte >> 4]);
        out_char(out, hex[byte & 15]);
    }
    out_char(out, '\n');
}

struct encoding {
    const char *file;
    bool batch, bytes;
};

static int encode_text(struct out *out, struct json_doc *doc, const struct encoding *e,
                       const struct lines *lines, uint32_t number) {
    struct unusable unusable;
    struct map_input input = {.map = {.rank = 0}};
    uint64_t words[16];
    if (lines->too_long)
        return complain("%s:%u:1: more than %u bytes", strcmp(e->file, "-") ? e->file : "<stdin>",
                        number, (unsigned)lines->most);
    bool good = json_read(doc, lines->text, lines->length) ? map_read(doc, 0, &input, &unusable)
                                                           : unusable_json(doc, &unusable);
    if (!good) {
        unusable_complain(e->file, doc, number, &unusable);
        return EXIT_TROUBLE;
    }
    if (!ptxc_tensormap_encode(&input.map, words)) {
        if (e->batch) return EXIT_FINDINGS;
        struct tensormap_options options = {
            .check = {.size = sizeof(ptxc_tm_options), .profile = PTXC_TM_CC90}, .file = e->file};
        if (input.map.function == PTXC_TM_REPLACE_ADDRESS)
            return complain("cuTensorMapReplaceAddress makes no descriptor");
        return map_answer_text(out, &options, doc, &input);
    }
    if (e->bytes)
        write_bytes(out, words);
    else
        write_words(out, words);
    return EXIT_CLEAN;
}

static int encode(struct out *out, const struct encoding *e) {
    struct lines lines;
    struct json_doc doc = {0};
    int status = EXIT_CLEAN;
    int error = lines_open(&lines, e->file, e->batch ? MAP_MAX_LINE : MAP_MAX_DOCUMENT);
    if (error) return complain_file("cannot read", e->file, error);
    if (!e->batch && lines_rest(&lines)) status = encode_text(out, &doc, e, &lines, 1);
    for (uint32_t number = 1; e->batch && !out->error && lines_next(&lines); number++) {
        int one = encode_text(out, &doc, e, &lines, number);
        if (one) out_text(out, "null\n");
        status = one > status ? one : status;
        if (!lines_ready(&lines)) out_flush(out);
    }
    if (lines.error) status = complain_file("cannot read", e->file, lines.error);
    json_free(&doc);
    lines_close(&lines);
    return status;
}

int tensormap_encode_main(int count, char **words) {
    struct out out;
    struct encoding e = {0};
    out_init(&out, 1);
    if (wants_help(count, words)) {
        help_map_descriptor(&out);
        return command_end(&out, EXIT_CLEAN);
    }
    for (int i = 0; i < count; i++) {
        if (!strcmp(words[i], "--batch"))
            e.batch = true;
        else if (!strcmp(words[i], "--bytes"))
            e.bytes = true;
        else if (words[i][0] == '-' && words[i][1])
            return complain("unknown option '%s' of encode tensormap", words[i]);
        else if (e.file)
            return complain("encode tensormap takes one file; '%s' is another", words[i]);
        else
            e.file = words[i];
    }
    if (!e.file) return complain("encode tensormap: no file ('-' is standard input)");
    return command_end(&out, encode(&out, &e));
}
