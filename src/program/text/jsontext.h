/* SPDX-License-Identifier: Apache-2.0
 * What the JSON and SARIF renderers share. Values are written one at a time, so that a report of
 * any size needs memory for only one finding. */
#ifndef PROGRAM_TEXT_JSONTEXT_H
#define PROGRAM_TEXT_JSONTEXT_H

#include "program/io/out.h"
#include <jansson.h>

/* Returns a JSON string of any bytes; those that are not UTF-8 become U+FFFD. */
json_t *json_text(const char *bytes, size_t length);
json_t *json_name(const char *text);

/* Add a member, or an element, and return the object or array. NULL, which jansson returns if
 * memory runs out, remains NULL: a value is complete or does not exist. */
json_t *json_with(json_t *object, const char *key, json_t *value);
json_t *json_and(json_t *array, json_t *value);

/* Writes the value on one line and frees it. NULL is treated as out of memory. */
void json_write(struct out *out, json_t *value);

#endif
