/* SPDX-License-Identifier: Apache-2.0
 * Edits that are tried: see trial.h. */
#include "lsp/session/trial.h"
#include "lsp/session/settings.h"
#include "lsp/wire/need.h"
#include <stdlib.h>
#include <string.h>

/* Returns the text with the edit, which the caller frees. */
static char *rewrite(const struct document *d, ptxc_span span, const char *with, size_t *length) {
    size_t added = strlen(with);
    *length = d->length - (span.end - span.start) + added;
    char *text = need_bytes(*length + 1);
    memcpy(text, d->text, span.start);
    memcpy(text + span.start, with, added);
    memcpy(text + span.start + added, d->text + span.end, d->length - span.end);
    text[*length] = '\0';
    return text;
}

bool trial_run(struct server *s, struct document *d, ptxc_span span, const char *with,
               struct trial *trial) {
    bool has_ptx;
    ptxc_options options = settings_options(s, d, &has_ptx);
    ptxc_module *m = NULL;
    size_t length;
    char *text = rewrite(d, span, with, &length);
    bool opened = ptxc_module_open(text, length, &options, &m) == PTXC_OK;
    *trial = (struct trial){ptxc_module_error_count(m), ptxc_module_diag_count(m)};
    ptxc_module_close(m);
    free(text);
    return opened;
}
