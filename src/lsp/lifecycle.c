/* SPDX-License-Identifier: Apache-2.0
 * The session from initialize to exit, and the capabilities of client and server. */
#include "program/io/complain.h"
#include "program/text/jsontext.h"
#include "program/io/system.h"
#include "lsp/feature/feature.h"
#include "lsp/methods.h"
#include "lsp/session/settings.h"
#include "lsp/workspace/workspace.h"
#include "program/text/uri.h"
#include "lsp/wire/need.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- client capabilities ---- */

/* Returns the value at a path of keys such as "textDocument.hover.contentFormat", or NULL. */
static const json_t *at(const json_t *json, const char *path) {
    while (json && *path) {
        size_t length = strcspn(path, ".");
        json = json_object_getn(json, path, length);
        path += length + (path[length] == '.');
    }
    return json;
}

static bool is_set(const json_t *json, const char *path) { return json_is_true(at(json, path)); }

/* Clients list text formats by preference; without a list, they accept plain text. */
static bool prefers_markdown(const json_t *formats) {
    const char *first = json_string_value(json_array_get(formats, 0));
    return first && !strcmp(first, "markdown");
}

/* Returns the first encoding in the client's list that is supported. */
static enum encoding choose_encoding(const json_t *offered) {
    enum encoding encoding = ENCODING_UTF16;
    for (size_t i = 0; i < json_array_size(offered); i++) {
        const char *name = json_string_value(json_array_get(offered, i));
        if (name && units_encoding(name, &encoding)) return encoding;
    }
    return ENCODING_UTF16;
}

static struct client client_of(const json_t *c) {
    const json_t *shown = at(c, "textDocument.publishDiagnostics");
    return (struct client){
        .encoding = choose_encoding(at(c, "general.positionEncodings")),
        .pulls = json_is_object(at(c, "textDocument.diagnostic")),
        .related = is_set(shown, "relatedInformation"),
        .tags = at(shown, "tagSupport") != NULL,
        .versions = is_set(shown, "versionSupport"),
        .code_links = is_set(shown, "codeDescriptionSupport"),
        .literal_actions =
            json_is_object(at(c, "textDocument.codeAction.codeActionLiteralSupport")),
        .document_changes = is_set(c, "workspace.workspaceEdit.documentChanges"),
        .markdown = prefers_markdown(at(c, "textDocument.hover.contentFormat")),
        .items.markdown =
            prefers_markdown(at(c, "textDocument.completion.completionItem.documentationFormat")),
        .markdown_signatures = prefers_markdown(
            at(c, "textDocument.signatureHelp.signatureInformation.documentationFormat")),
        .items.snippets = is_set(c, "textDocument.completion.completionItem.snippetSupport"),
        .items.two_ranges =
            is_set(c, "textDocument.completion.completionItem.insertReplaceSupport"),
        .prepares = is_set(c, "textDocument.rename.prepareSupport"),
        .symbol_trees = is_set(c, "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport"),
        .label_offsets = is_set(c, "textDocument.signatureHelp.signatureInformation."
                                   "parameterInformation.labelOffsetSupport"),
        .progress = is_set(c, "window.workDoneProgress"),
        .configuration = is_set(c, "workspace.configuration"),
        .watches = is_set(c, "workspace.didChangeWatchedFiles.dynamicRegistration"),
        .watches_settings = is_set(c, "workspace.didChangeConfiguration.dynamicRegistration"),
        .formats = is_set(c, "textDocument.formatting.dynamicRegistration") &&
                   is_set(c, "textDocument.rangeFormatting.dynamicRegistration") &&
                   is_set(c, "textDocument.onTypeFormatting.dynamicRegistration"),
        .refreshes = is_set(c, "workspace.diagnostics.refreshSupport")};
}

/* ---- the workspace ---- */

/* Returns a file in it, which need not exist. */
static char *root_of(const json_t *params) {
    const char *uri = json_string_value(json_object_get(params, "rootUri"));
    const json_t *folder = json_array_get(json_object_get(params, "workspaceFolders"), 0);
    if (!uri) uri = json_string_value(json_object_get(folder, "uri"));
    char *path = uri ? uri_path(uri) : NULL;
    char *root = path ? need_bytes(strlen(path) + 3) : NULL;
    if (root) strcat(strcpy(root, path), "/_");
    free(path);
    return root;
}

/* Returns the URI of the directory of a file, if it exists. */
static char *folder_uri(const char *file) {
    char *path = sys_is_file(file) ? sys_absolute(file) : NULL, *uri = NULL;
    if (path) {
        *strrchr(path, '/') = '\0';
        uri = uri_of_path(path);
    }
    free(path);
    return uri;
}

/* Searches relative to the program: where it is installed, and where it was built. */
static char *find_pages(void) {
    static const char *const places[] = {"../share/doc/ptxcheck/diagnostics", "../docs/diagnostics",
                                         "../../docs/diagnostics"};
    char *directory = sys_program_directory(), *found = NULL;
    for (size_t i = 0; directory && !found && i < sizeof places / sizeof *places; i++) {
        char file[4096];
        int n = snprintf(file, sizeof file, "%s/%s/ptx-101.md", directory, places[i]);
        if (n > 0 && (size_t)n < sizeof file) found = folder_uri(file);
    }
    free(directory);
    return found;
}

/* ---- the client's process ---- */

/* Returns its number, or 0 if there is none here: the server may run in a container, or on another
 * machine. */
static long process_of(const json_t *params) {
    json_int_t process = json_integer_value(json_object_get(params, "processId"));
    bool here = process > 0 && process <= INT32_MAX && sys_is_running((long)process);
    return here ? (long)process : 0;
}

/* ---- formatting ---- */

static bool is_formatting(const struct method *m) {
    return m->capability && strstr(m->capability, "FormattingProvider");
}

/* Only PTX is formatted. VS Code asks its users to choose between several formatters for C++, so
 * the server registers only for PTX if the client supports that. */
static void register_formatting(struct server *s) {
    json_t *all = json_array();
    for (const struct method *m = methods; m->name; m++) {
        if (!is_formatting(m)) continue;
        json_t *options = json_loads(m->value, JSON_DECODE_ANY, NULL);
        if (!json_is_object(options)) {
            json_decref(options);
            options = json_object();
        }
        json_object_set_new(options, "documentSelector", json_pack("[{s:s}]", "language", "ptx"));
        json_array_append_new(all, json_pack("{s:s, s:s, s:o}", "id", m->name, "method", m->name,
                                             "registerOptions", options));
    }
    server_request(s, "client/registerCapability", json_pack("{s:o}", "registrations", all));
}

/* ---- handlers ---- */

static json_t *capabilities(const struct server *s) {
    json_t *all = json_pack("{s:s}", "positionEncoding", units_name(s->client.encoding));
    for (const struct method *m = methods; m->name; m++)
        if (m->capability && !(s->client.formats && is_formatting(m)))
            json_object_set_new(all, m->capability, json_loads(m->value, JSON_DECODE_ANY, NULL));
    /* A client that both requests and receives diagnostics would show everything twice. */
    if (!s->client.pulls) json_object_del(all, "diagnosticProvider");
    json_object_set_new(
        all, "workspace",
        json_pack("{s:{s:b, s:b}}", "workspaceFolders", "supported", 1, "changeNotifications", 1));
    if (!s->client.prepares) json_object_set_new(all, "renameProvider", json_true());
    return all;
}

json_t *lifecycle_initialize(struct call *call) {
    struct server *s = call->server;
    if (!json_is_object(call->params))
        return call_fail(call, RPC_INVALID_PARAMS, "'params' is an object");
    s->client = client_of(json_object_get(call->params, "capabilities"));
    s->root = root_of(call->params);
    folders_read(s, call->params);
    s->parent = process_of(call->params);
    s->pages = find_pages();
    s->state = SERVER_RUNNING;
    settings_read(s, json_object_get(call->params, "initializationOptions"));
    return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", capabilities(s), "serverInfo", "name",
                     "ptxcheck", "version", ptxc_library_version());
}

json_t *lifecycle_initialized(struct call *call) {
    struct server *s = call->server;
    if (s->client.formats && !s->registered) register_formatting(s);
    settings_ask(s);
    return NULL;
}

json_t *lifecycle_shutdown(struct call *call) {
    call->server->state = SERVER_SHUT_DOWN;
    return json_null();
}

json_t *lifecycle_exit(struct call *call) {
    struct server *s = call->server;
    s->status = s->state == SERVER_SHUT_DOWN ? EXIT_CLEAN : EXIT_FINDINGS;
    s->state = SERVER_GONE;
    return NULL;
}
