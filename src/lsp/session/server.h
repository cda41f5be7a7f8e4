/* SPDX-License-Identifier: Apache-2.0
 * The server: one thread, one queue of messages, some open documents.
 *
 *   lsp/           the loop, the table of methods, initialize ... exit, open ... close
 *   lsp/feature/   one file for each feature: diagnostics, actions, hover, ...
 *   lsp/session/   shared state: documents, settings, the subject of a request
 *   lsp/wire/      framing, messages and their queue
 *
 * A feature consists of a file with a handler, a line in lsp/feature/feature.h, and a line in
 * lsp/methods.c. */
#ifndef LSP_SESSION_SERVER_H
#define LSP_SESSION_SERVER_H

#include "program/options/profiles.h"
#include "lsp/session/document.h"
#include "lsp/wire/rpc.h"
#include "lsp/wire/transport.h"
#include "lsp/wire/writer.h"

/* The capabilities that the client announced. */
struct client {
    enum encoding encoding;
    bool pulls;                               /* it requests diagnostics */
    bool related, tags, versions, code_links; /* of diagnostics */
    bool literal_actions;                     /* code actions, not only commands */
    bool document_changes;                    /* edits with the version of the document */
    bool markdown, markdown_signatures;       /* in hovers, in signatures */
    struct {
        bool markdown;
        bool two_ranges; /* separate ranges to insert and to replace */
        bool snippets;   /* texts with tab stops */
    } items;             /* of completion */
    bool prepares;       /* it asks before it renames */
    bool symbol_trees;   /* document symbols can be nested */
    bool label_offsets;  /* offsets of parameters in signatures */
    bool progress;       /* it shows progress that the server starts */
    bool configuration;  /* settings can be requested */
    bool watches;        /* it can watch files for the server */
    bool watches_settings;
    bool formats;   /* it can be told which languages are formatted */
    bool refreshes; /* it can be asked to request diagnostics again */
};

enum server_state { SERVER_NEW, SERVER_RUNNING, SERVER_SHUT_DOWN, SERVER_GONE };

struct long_task;

/* Messages that have arrived. */
struct inbox {
    struct rpc_queue queue;
    size_t bytes;            /* of the messages in the queue */
    struct message *current; /* the message that is being handled, or NULL */
};

struct folders {
    char **path; /* NULL: it has been removed */
    size_t count, room;
};

struct server {
    struct transport transport;
    struct inbox inbox;
    enum server_state state;
    long parent; /* the process of the client, which the server does not outlive; or 0 */
    int status;  /* SERVER_GONE: exit status of the program */
    struct client client;
    struct document *documents;
    char *root;  /* a path in the workspace, for documents that are not files; or NULL */
    char *pages; /* URI of the directory of ptx-NNN.md, or NULL */
    struct {
        char **text; /* the first one stands for the program name */
        size_t count, room;
    } words;                /* settings of the client, as words of a command line */
    struct options command; /* parsed from these words */
    struct profiles profiles;
    uint64_t editions;         /* number of checks so far */
    uint64_t settings_edition; /* increases when the settings may have changed */
    uint64_t requests;         /* requests of the server so far */
    uint64_t asked;            /* the latest request for settings */
    bool registered;           /* the client has been asked to watch files and settings */
    struct long_task *tasks;   /* requests that are answered step by step, the oldest first */
    struct folders folders;    /* of the workspace */
};

void server_init(struct server *server, int in, int out, bool lit);
void server_free(struct server *server);
/* Returns the open document, or NULL. */
struct document *server_document(const struct server *server, const char *uri);
/* Returns the module of its text, which is checked now if necessary, or NULL if memory runs out. */
const ptxc_module *server_module(struct server *server, struct document *document);

/* These take ownership of the params. A request returns its number: its id is "METHOD/NUMBER",
 * which is unique. */
void server_notify(struct server *server, const char *method, json_t *params);
uint64_t server_request(struct server *server, const char *method, json_t *params);
/* Shows a message to the user: window/showMessage with type 1 (error) to 4 (log). */
void server_show(struct server *server, int type, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- handlers ---- */

/* A request or notification that is being handled. */
struct call {
    struct server *server;
    const json_t *params;   /* NULL if there are none */
    struct writer text;     /* the result as JSON, instead of a tree */
    struct long_task *task; /* gives the answer later, instead of the result; see task.h */
    enum rpc_error error;   /* set if there is no result */
    const char *problem;
    bool repeated; /* the client asks again after a change */
    bool stopped;  /* nobody waits for the result any more: `error` says why */
    uint32_t steps;
};

/* Returns the result, which the caller owns; for NULL, `error` says why there is none. The result
 * of a notification is dropped. */
typedef json_t *handler(struct call *call);
/* Makes the text, of which it takes ownership, the result. Returns what the handler returns. */
json_t *call_text(struct call *call, const struct writer *text);
/* Records why there is no result, and returns NULL. */
json_t *call_fail(struct call *call, enum rpc_error error, const char *problem);
/* Returns true, and records why, if the request has been cancelled, or will be repeated since a
 * change of its document has arrived. The handler must then return NULL. */
bool call_interrupted(struct call *call);
/* Called in each step of a long loop: looks for an interruption every few thousand steps. */
static inline bool call_stops(struct call *call) {
    enum { STEPS = 4096 };
    return ++call->steps % STEPS == 0 && call_interrupted(call);
}

#endif
