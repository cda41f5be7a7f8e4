/* SPDX-License-Identifier: Apache-2.0
 * Fuzz target: the language server. The input is a list of steps: raw messages, pieces of
 * framing, edits, and every request of the table at any position. */
#include "../tests/api/texts.h"
#include "program/text/jsontext.h"
#include "lsp/loop.h"
#include "lsp/methods.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char URI[] = "file:///nowhere/k.ptx";

struct input {
    const uint8_t *data;
    size_t left;
};

static unsigned byte(struct input *in) {
    if (!in->left) return 0;
    in->left--;
    return *in->data++;
}

/* Returns as many bytes as the next byte says. */
static size_t bytes(struct input *in, const char **text) {
    size_t length = byte(in);
    if (length > in->left) length = in->left;
    *text = (const char *)in->data;
    in->data += length;
    in->left -= length;
    return length;
}

static json_t *some_text(struct input *in) {
    static const char *const texts[] = {good_text, bad_text, cut_text, cxx_text, descriptor_text};
    unsigned which = byte(in) % 12;
    const char *text;
    if (which < 5) return json_name(texts[which]);
    size_t length = bytes(in, &text);
    return json_text(text, length);
}

static json_t *some_position(struct input *in) {
    unsigned line = byte(in), character = byte(in);
    return json_pack("{s:i, s:i}", "line", (int)(line < 250 ? line % 32 : line << 20), "character",
                     (int)(character < 250 ? character % 80 : character << 20));
}

static json_t *some_range(struct input *in) {
    json_t *start = some_position(in);
    return json_pack("{s:o, s:o}", "start", start, "end", some_position(in));
}

/* ---- messages ---- */

/* Sends the message and takes ownership of it. */
static void send(struct server *s, json_t *message) {
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (text) server_message(s, text, strlen(text));
    free(text);
}

static void notify(struct server *s, const char *method, json_t *params) {
    send(s, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

static void initialize(struct server *s, unsigned choice) {
    static const char *const encodings[] = {"utf-8", "utf-16", "utf-32", "utf-7"};
    json_t *text = json_pack("{s:{s:b, s:{}, s:b}, s:{s:{}}, s:{s:[s]}, s:{s:b}}",
                             "publishDiagnostics", "relatedInformation", choice & 4, "tagSupport",
                             "codeDescriptionSupport", 1, "codeAction", "codeActionLiteralSupport",
                             "hover", "contentFormat", choice & 8 ? "markdown" : "plaintext",
                             "documentSymbol", "hierarchicalDocumentSymbolSupport", choice & 8);
    if (choice & 16) json_object_set_new(text, "diagnostic", json_object());
    json_t *params =
        json_pack("{s:{s:o, s:{s:[s]}, s:{s:b, s:{s:b}}}}", "capabilities", "textDocument", text,
                  "general", "positionEncodings", encodings[choice & 3], "workspace",
                  "configuration", 1, "workspaceEdit", "documentChanges", choice & 32);
    send(s, json_pack("{s:s, s:i, s:s, s:o}", "jsonrpc", "2.0", "id", 0, "method", "initialize",
                      "params", params));
}

static void open_document(struct server *s, struct input *in) {
    static const char *const languages[] = {"ptx", "cuda-cpp", ""};
    const char *language = languages[byte(in) % 3];
    notify(s, "textDocument/didOpen",
           json_pack("{s:{s:s, s:s, s:i, s:o}}", "textDocument", "uri", URI, "languageId", language,
                     "version", (int)byte(in), "text", some_text(in)));
}

static void change_document(struct server *s, struct input *in) {
    json_t *change = json_pack("{s:o}", "text", some_text(in));
    if (byte(in) % 8) json_object_set_new(change, "range", some_range(in));
    notify(s, "textDocument/didChange",
           json_pack("{s:{s:s, s:i}, s:[o]}", "textDocument", "uri", URI, "version", (int)byte(in),
                     "contentChanges", change));
}

/* Sends any request except those that end the session. */
static void request(struct server *s, struct input *in) {
    size_t count = 0;
    while (methods[count].name) count++;
    const struct method *m = &methods[byte(in) % count];
    if (m->kind == NOTIFICATION || !strcmp(m->name, "shutdown")) return;
    json_t *position = some_position(in), *range = some_range(in);
    static const char *const names[] = {"%n", "%r", "L", "1", "%%r1"};
    json_t *data =
        json_pack("{s:i, s:i, s:i, s:i}", "insn", (int)byte(in), "form", (int)byte(in) - 1, "slot",
                  (int)byte(in) % 16 - 1, "value", (int)byte(in) - 1);
    json_t *params = json_pack("{s:{s:s}, s:o, s:o, s:{s:[]}, s:s, s:[O], s:s, s:{s:i, s:b}, s:o}",
                               "textDocument", "uri", URI, "position", position, "range", range,
                               "context", "diagnostics", "newName", names[byte(in) % 5],
                               "positions", position, "query", "k", "options", "tabSize",
                               (int)byte(in) % 12, "insertSpaces", (int)byte(in) % 2, "data", data);
    send(s, json_pack("{s:s, s:i, s:s, s:o}", "jsonrpc", "2.0", "id", (int)byte(in), "method",
                      m->name, "params", params));
}

static void settings(struct server *s, struct input *in) {
    static const char *const archs[] = {"sm_100a", "sm_90", "nosuch", ""};
    static const char *const warnings[] = {"no-ignored-qualifier", "error", "-Wall", "nosuch"};
    json_t *settings = json_pack("{s:s, s:[s], s:i}", "arch", archs[byte(in) % 4], "warnings",
                                 warnings[byte(in) % 4], "maxErrors", (int)byte(in) - 128);
    notify(s, "workspace/didChangeConfiguration",
           json_pack("{s:{s:o}}", "settings", "ptxcheck", settings));
}

/* Sends a message unchanged. */
static void raw(struct server *s, struct input *in) {
    const char *from;
    size_t length = bytes(in, &from);
    char *text = malloc(length + 1);
    if (!text) return;
    memcpy(text, from, length);
    text[length] = '\0';
    server_message(s, text, length);
    free(text);
}

static void framed(struct server *s, struct input *in) {
    const char *from;
    char *text;
    size_t length = bytes(in, &from);
    transport_feed(&s->transport, from, length);
    while (transport_next(&s->transport, &text, &length) == TRANSPORT_MESSAGE)
        server_message(s, text, length);
}

static void step(struct server *s, struct input *in) {
    switch (byte(in) % 16) {
    case 0: raw(s, in); break;
    case 1: framed(s, in); break;
    case 2: open_document(s, in); break;
    case 3: settings(s, in); break;
    case 4: (void)server_work(s); break;
    case 5:
        notify(s, "textDocument/didClose", json_pack("{s:{s:s}}", "textDocument", "uri", URI));
        break;
    case 6:
    case 7:
    case 8:
    case 9: change_document(s, in); break;
    default: request(s, in); break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static int null = -1; /* nothing reads the output */
    struct input in = {data, size};
    struct server s;
    if (null < 0) null = open("/dev/null", O_RDWR);
    unsigned choice = byte(&in);
    server_init(&s, null, null, choice & 64);
    initialize(&s, choice);
    open_document(&s, &in);
    while (in.left && s.state != SERVER_GONE) step(&s, &in);
    while (server_work(&s)) {}
    server_free(&s);
    return 0;
}
