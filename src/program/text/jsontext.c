/* SPDX-License-Identifier: Apache-2.0
 * Values for JSON and SARIF: see jsontext.h. */
#include "program/text/jsontext.h"
#include "program/io/glyph.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static json_t *replaced(const char *bytes, size_t length) {
    static const char replacement[] = "\xEF\xBF\xBD";
    char *text = malloc(length * 3 + 1), *to = text;
    if (!text) return NULL;
    while (length) {
        uint32_t code, count = utf8_decode(bytes, length, &code);
        const char *from = count ? bytes : replacement;
        size_t size = count ? count : sizeof replacement - 1;
        memcpy(to, from, size);
        to += size;
        bytes += count ? count : 1;
        length -= count ? count : 1;
    }
    json_t *string = json_stringn(text, (size_t)(to - text));
    free(text);
    return string;
}

json_t *json_text(const char *bytes, size_t length) {
    json_t *string = json_stringn(bytes, length); /* NULL if it is not UTF-8 */
    return string ? string : replaced(bytes, length);
}

json_t *json_name(const char *text) { return json_text(text, strlen(text)); }

json_t *json_with(json_t *object, const char *key, json_t *value) {
    if (!json_object_set_new(object, key, value)) return object; /* it frees the value */
    json_decref(object);
    return NULL;
}

json_t *json_and(json_t *array, json_t *value) {
    if (!json_array_append_new(array, value)) return array;
    json_decref(array);
    return NULL;
}

static int write_part(const char *bytes, size_t length, void *out) {
    out_bytes(out, bytes, length);
    return 0;
}

void json_write(struct out *out, json_t *value) {
    if (!value || json_dump_callback(value, write_part, out, JSON_ENCODE_ANY))
        out_fail(out, ENOMEM);
    json_decref(value);
}
