/* SPDX-License-Identifier: Apache-2.0
 * The server: one thread, one queue of messages, some open documents.
 *
 *   lsp/           the loop, the table of methods, initialize ... exit, open ... close
 *   lsp/feature/   diagnostics, actions, hover, ...: a file each
 *   lsp/session/   the state that they share: documents, settings, what a request is about
 *   lsp/wire/      framing, messages and their queue
 *
 * A feature is a file of its own with a handler, a line in lsp/feature/feature.h, and a line in
 * lsp/methods.c. */
#ifndef LSP_SESSION_SERVER_H
#define LSP_SESSION_SERVER_H

#include "program/options/profiles.h"
#include "lsp/session/document.h"
#include "lsp/wire/rpc.h"
#include "lsp/wire/transport.h"

/* What the client said it can do. */
struct client {
    enum encoding encoding;
    bool pulls;                                         /* it asks for diagnostics */
    bool related, tags, versions, code_links;           /* in them */
    bool literal_actions;                               /* code actions, not only commands */
    bool document_changes;                              /* edits with the version of the document */
    bool markdown, markdown_items, markdown_signatures; /* in hovers, and elsewhere */
    bool two_ranges;                                    /* of a completion: to insert, to replace */
    bool prepares;                                      /* it asks before it renames */
    bool symbol_trees;                                  /* document symbols with others in them */
    bool label_offsets;                                 /* of parameters in signatures */
    bool progress;      /* it shows progress that the server begins */
    bool configuration; /* it can be asked for settings */
    bool watches;       /* it can be told to watch files */
    bool watches_settings;
    bool refreshes; /* it can be told to ask for diagnostics again */
};

enum server_state { SERVER_NEW, SERVER_RUNNING, SERVER_SHUT_DOWN, SERVER_GONE };

struct server {
    struct transport transport;
    struct rpc_queue queue;
    size_t queued; /* bytes of messages in it */
    enum server_state state;
    int status; /* SERVER_GONE: of the program */
    struct client client;
    struct document *documents;
    char *root;     /* a path in the workspace, for documents that are no files; NULL: none */
    char *pages;    /* where ptx-NNN.md are, as a URI; NULL: nowhere */
    char **setting; /* of the client, as words of a command line; the first stands for the name */
    size_t setting_count, setting_room;
    struct options command; /* made of them */
    struct profiles profiles;
    uint64_t editions; /* of documents, so far */
    uint64_t requests; /* of the server, so far */
    uint64_t asked;    /* the latest of them for settings */
    bool registered;   /* the client has been asked to watch files and settings */
};

void server_init(struct server *server, int in, int out, bool lit);
void server_free(struct server *server);
/* The open document, NULL. */
struct document *server_document(const struct server *server, const char *uri);
/* The module of its text, made now if need be. NULL: out of memory. */
const ptxc_module *server_module(struct server *server, struct document *document);

/* Take the params. A request returns its number: its id is "METHOD/NUMBER", no other has it. */
void server_notify(struct server *server, const char *method, json_t *params);
uint64_t server_request(struct server *server, const char *method, json_t *params);
/* A message that the user should see: window/showMessage of type 1 (error) to 4 (log). */
void server_show(struct server *server, int type, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- handlers ---- */

/* A request or notification that is being handled. */
struct call {
    struct server *server;
    const json_t *params; /* NULL: none */
    enum rpc_error error; /* if there is no result */
    const char *problem;
};

/* Returns the result, to be taken; NULL: `error` says why there is none. Of a notification it is
 * dropped. */
typedef json_t *handler(struct call *call);
/* Notes why there is no result; returns NULL. */
json_t *call_fail(struct call *call, enum rpc_error error, const char *problem);

#endif
