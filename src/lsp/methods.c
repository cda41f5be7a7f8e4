/* SPDX-License-Identifier: Apache-2.0
 * The function that handles each method, and what initialize announces for it. A new request
 * needs only a line here. */
#include "lsp/methods.h"
#include "lsp/feature/feature.h"
#include "lsp/navigate/navigate.h"
#include "lsp/session/settings.h"
#include "lsp/workspace/workspace.h"

/* clang-format off */
const struct method methods[] = {
    {"initialize", lifecycle_initialize, REQUEST, NULL, NULL},
    {"initialized", lifecycle_initialized, NOTIFICATION, NULL, NULL},
    {"shutdown", lifecycle_shutdown, REQUEST, NULL, NULL},
    {"exit", lifecycle_exit, NOTIFICATION, NULL, NULL},
    {"workspace/didChangeConfiguration", settings_changed, NOTIFICATION, NULL, NULL},
    {"workspace/didChangeWatchedFiles", settings_files_changed, NOTIFICATION, NULL, NULL},
    {"workspace/didChangeWorkspaceFolders", folders_changed, NOTIFICATION, NULL, NULL},

    {"textDocument/didOpen", sync_open, NOTIFICATION, "textDocumentSync",
     "{\"openClose\": true, \"change\": 2, \"save\": {\"includeText\": false}}"},
    {"textDocument/didChange", sync_change, NOTIFICATION, NULL, NULL},
    {"textDocument/didSave", sync_save, NOTIFICATION, NULL, NULL},
    {"textDocument/didClose", sync_close, NOTIFICATION, NULL, NULL},

    {"textDocument/diagnostic", diagnostics_pull, REQUEST, "diagnosticProvider",
     "{\"identifier\": \"ptxcheck\", \"interFileDependencies\": false, \"workspaceDiagnostics\": true}"},
    {"workspace/diagnostic", diagnose_workspace, REQUEST, NULL, NULL},
    {"textDocument/codeAction", actions_code_action, REQUEST, "codeActionProvider",
     "{\"codeActionKinds\": [\"quickfix\", \"refactor.rewrite\", \"source.fixAll.ptxcheck\"]}"},
    {"textDocument/hover", hover_hover, REQUEST, "hoverProvider", "true"},
    {"textDocument/definition", source_definition, REQUEST, "definitionProvider", "true"},
    {"textDocument/implementation", source_implementation, REQUEST, "implementationProvider", "true"},
    {"textDocument/declaration", definition_declaration, REQUEST, "declarationProvider", "true"},
    {"textDocument/references", uses_references, REQUEST, "referencesProvider", "true"},
    {"textDocument/documentHighlight", uses_highlight, REQUEST, "documentHighlightProvider", "true"},
    {"textDocument/prepareRename", rename_prepare, REQUEST, NULL, NULL},
    {"textDocument/rename", rename_rename, REQUEST, "renameProvider", "{\"prepareProvider\": true}"},
    {"textDocument/prepareCallHierarchy", calls_prepare, REQUEST, "callHierarchyProvider", "true"},
    {"callHierarchy/incomingCalls", calls_incoming, REQUEST, NULL, NULL},
    {"callHierarchy/outgoingCalls", calls_outgoing, REQUEST, NULL, NULL},
    {"textDocument/documentLink", links_document_link, REQUEST, "documentLinkProvider", "{}"},
    {"textDocument/codeLens", lens_code_lens, REQUEST, "codeLensProvider", "{}"},
    {"textDocument/documentSymbol", symbols_document, REPEATED, "documentSymbolProvider", "true"},
    {"workspace/symbol", find_symbols, REQUEST, "workspaceSymbolProvider", "true"},
    {"textDocument/foldingRange", folding_range, REPEATED, "foldingRangeProvider", "true"},
    {"textDocument/selectionRange", selection_range, REQUEST, "selectionRangeProvider", "true"},
    {"textDocument/formatting", format_document, REQUEST, "documentFormattingProvider", "true"},
    {"textDocument/rangeFormatting", format_range, REQUEST, "documentRangeFormattingProvider", "true"},
    {"textDocument/onTypeFormatting", format_on_type, REQUEST, "documentOnTypeFormattingProvider",
     "{\"firstTriggerCharacter\": \";\", \"moreTriggerCharacter\": [\"}\"]}"},
    {"textDocument/completion", completion_complete, REQUEST, "completionProvider",
     "{\"triggerCharacters\": [\".\", \":\", \"%\", \"[\", \"{\", \",\", \"@\", \" \"], \"resolveProvider\": true}"},
    {"completionItem/resolve", completion_resolve, REQUEST, NULL, NULL},
    {"textDocument/signatureHelp", signature_help, REQUEST, "signatureHelpProvider",
     "{\"triggerCharacters\": [\" \", \",\", \"[\"]}"},
    {"textDocument/semanticTokens/full", semantic_full, REPEATED, "semanticTokensProvider",
     "{\"legend\": {\"tokenTypes\": [\"comment\", \"macro\", \"type\", \"keyword\", \"modifier\", \"label\","
     " \"variable\", \"property\", \"number\", \"string\", \"parameter\", \"function\"],"
     " \"tokenModifiers\": [\"declaration\", \"readonly\"]}, \"full\": {\"delta\": true}, \"range\": true}"},
    {"textDocument/semanticTokens/full/delta", semantic_delta, REPEATED, NULL, NULL},
    {"textDocument/semanticTokens/range", semantic_range, REQUEST, NULL, NULL},
    {"textDocument/inlayHint", inlay_hints, REQUEST, "inlayHintProvider", "true"},
    {NULL, NULL, NOTIFICATION, NULL, NULL},
};
/* clang-format on */
