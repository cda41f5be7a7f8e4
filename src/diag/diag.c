/* SPDX-License-Identifier: Apache-2.0
 * Diagnostics as data: see diag.h. */
#include "diag/diag.h"
#include "isa/tables.h"
#include <string.h>

static const struct {
    uint16_t code; /* 0 for a note */
    uint8_t severity;
    const char *name, *format;
} catalogue[] = {
#define DIAG(code, id, name, severity, format, ...) {code, severity, name, format},
#define NOTE(id, format, ...) {0, PTXC_WARNING, "", format},
#include "diag/catalogue.def"
};

static const char *const phrases[] = {
#define PHRASE(id, format, ...) format,
#include "diag/catalogue.def"
};

const char *phrase_string(enum phrase_id id) { return phrases[id]; }

const char *diag_name(uint16_t id) { return catalogue[id].name; }
uint32_t diag_code(uint16_t id) { return catalogue[id].code; }

/* Returns false for notes, and for rows that are another message of the previous row. */
static bool is_diagnostic(int id) {
    return catalogue[id].code && (!id || catalogue[id - 1].code != catalogue[id].code);
}

uint32_t diag_catalogue_count(void) {
    uint32_t n = 0;
    for (int id = 0; id < DIAG_ID_COUNT; id++) n += is_diagnostic(id);
    return n;
}

bool diag_catalogue_at(size_t index, ptxc_diag_info *info) {
    for (int id = 0; id < DIAG_ID_COUNT; id++) {
        if (!is_diagnostic(id) || index--) continue;
        *info = (ptxc_diag_info){catalogue[id].code, catalogue[id].name,
                                 (ptxc_severity)catalogue[id].severity,
                                 diag_is_off(catalogue[id].code)};
        return true;
    }
    return false;
}

void diags_init(struct diags *diags, struct arena *arena) {
    *diags = (struct diags){.arena = arena, .limit.end = UINT32_MAX};
    list_init(&diags->list, sizeof(struct diag *));
    diags->dropped = diags->last = arena_zalloc(arena, sizeof *diags->dropped);
    for (int id = 0; id < DIAG_ID_COUNT; id++)
        if (diag_is_off(catalogue[id].code)) diags->action[id] = PTXC_IGNORE;
}

/* Returns the name of a warning that is off by default, or of the group that the first code of its
 * ten names. */
static const char *off_name(uint16_t id) {
    uint32_t code = catalogue[id].code;
    for (int first = 0; code >= 700 && first < DIAG_ID_COUNT; first++)
        if (catalogue[first].code == code - code % 10) return catalogue[first].name;
    return catalogue[id].name;
}

static bool ends_in(const char *name, const char *tail) {
    size_t n = strlen(name), m = strlen(tail);
    return n > m && !strcmp(name + n - m, tail);
}

/* Returns true if the warning is in the group. `protocol` contains all protocol warnings of a check
 * that are on by default, `rehearsal` the findings of rehearsals, `pedantic` those that are off by
 * default and have it in their name; the other groups are parts of what is off by default. */
static bool in_group(uint16_t id, const char *name) {
    uint32_t code = catalogue[id].code;
    if (!diag_is_off(code))
        return code >= 700 &&
               !strcmp(name, phrase_string(diag_is_rehearsed(code) ? P_rehearsal : P_protocol));
    if (!strcmp(name, phrase_string(P_pedantic))) return ends_in(off_name(id), name);
    return !strcmp(name, off_name(id));
}

bool diags_want_some(const struct diags *diags, uint32_t first, uint32_t end) {
    for (int id = 0; id < DIAG_ID_COUNT; id++)
        if (catalogue[id].code >= first && catalogue[id].code < end &&
            !diag_is_rehearsed(catalogue[id].code) && diags_wants(diags, (enum diag_id)id))
            return true;
    return false;
}

/* Returns true if a rule of some instruction gives warnings with this name. */
static bool is_rule(const char *name) {
    for (uint16_t i = 0; i < isa_rule_count; i++)
        if (isa_rules[i].flags & RULE_WARNS && !strcmp(isa_str(isa_rules[i].name), name))
            return true;
    return false;
}

ptxc_action diags_rule_action(const struct diags *diags, enum diag_id id, const char *rule) {
    ptxc_action action = PTXC_SHOW;
    for (size_t i = 0; i < diags->setting_count; i++) {
        const ptxc_warning *w = &diags->settings[i];
        if (!w->name || !strcmp(w->name, rule) || !strcmp(w->name, catalogue[id].name))
            action = w->action;
    }
    return action;
}

bool diags_configure(struct diags *diags, const ptxc_options *options) {
    size_t count = options->warning_count;
    ptxc_warning *kept = arena_alloc(diags->arena, (count + 1) * sizeof *kept);
    diags->settings = kept;
    diags->setting_count = count;
    for (size_t i = 0; i < count; i++) {
        const ptxc_warning *w = &options->warnings[i];
        kept[i] = *w;
        if (w->name) kept[i].name = arena_copy(diags->arena, w->name, strlen(w->name));
        bool known = !w->name || is_rule(w->name);
        for (int id = 0; id < DIAG_ID_COUNT; id++) {
            if (!catalogue[id].code) continue;
            bool named = w->name &&
                         (!strcmp(w->name, catalogue[id].name) || in_group((uint16_t)id, w->name));
            /* Warnings that are off by default stay off until they are named. */
            if (!named && (w->name || (diag_is_off(catalogue[id].code) && w->action))) continue;
            known = true;
            diags->action[id] = (uint8_t)w->action;
        }
        if (!known) return false;
    }
    return true;
}

/* ---- arguments ---- */

static const char *keep_text(struct diags *diags, struct text text) {
    const struct text *source = &diags->source;
    if (!text.start || (source->start && text.start >= source->start &&
                        text.start <= source->start + source->length))
        return text.start;
    return text_set_keep(&diags->words, diags->arena, text);
}

/* The array is stored as the text of its bytes. */
static const struct text *keep_words(struct diags *diags, const struct text *word, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) (void)keep_text(diags, word[i]);
    uint32_t used = diags->words.used;
    struct arena_mark mark = arena_mark(diags->arena);
    struct text *kept = arena_zalloc(diags->arena, count * sizeof *kept);
    for (uint32_t i = 0; i < count; i++)
        kept[i].start = keep_text(diags, word[i]), kept[i].length = word[i].length;
    struct text bytes = {(const char *)kept, count * (uint32_t)sizeof *kept};
    const char *same = text_set_keep(&diags->words, diags->arena, bytes);
    if (diags->words.used == used) arena_release(diags->arena, mark);
    return (const void *)same;
}

static void copy_args(struct diags *diags, struct diag_arg *to, const struct diag_arg *from,
                      int count) {
    for (int i = 0; i < count; i++) {
        to[i] = from[i];
        if (from[i].kind == ARG_TEXT || from[i].kind == ARG_FOUND)
            to[i].text = keep_text(diags, (struct text){from[i].text, from[i].length});
        else if (from[i].kind == ARG_WORDS)
            to[i].words = keep_words(diags, from[i].words, from[i].length);
    }
}

/* ---- reports ---- */

void diags_pass(struct diags *diags, enum diag_id id) {
    diags->error_count++;
    diags->said_count++;
    diags->limit.passed[id] = true;
    diags->last = diags->dropped;
}

/* Errors are counted from the start of the text: if enough are kept, the last of them is the end.
 */
static void count_kept(struct diags *diags, uint32_t position) {
    if (position > diags->limit.last) diags->limit.last = position;
    if (++diags->limit.kept == diags->limit.most) diags->limit.end = diags->limit.last;
}

struct diag *diag_report(struct diags *diags, enum diag_id id, ptxc_span span,
                         const struct diag_arg *args, int arg_count) {
    uint8_t severity = catalogue[id].severity;
    if (severity != PTXC_ERROR) {
        if (diags->action[id] == PTXC_IGNORE) return diags->dropped;
        if (diags->action[id] == PTXC_AS_ERROR) severity = PTXC_ERROR;
    }
    if (severity == PTXC_ERROR && diags_are_full(diags, span.start)) {
        diags_pass(diags, id);
        return diags->dropped;
    }
    diags->said_count++;
    diags->error_count += severity == PTXC_ERROR;
    if (severity == PTXC_ERROR) count_kept(diags, span.start);
    struct diag *d =
        arena_alloc(diags->arena, sizeof *d + (size_t)arg_count * sizeof(struct diag_arg));
    *d = (struct diag){.span = span,
                       .id = (uint16_t)id,
                       .severity = severity,
                       .arg_count = (unsigned)arg_count & 127,
                       .rule = catalogue[id].name};
    copy_args(diags, d->args, args, arg_count);
    *(struct diag **)list_add(diags->arena, &diags->list) = d;
    return diags->last = d;
}

static struct diag_part *add_part(struct diags *diags, struct diag *diag, int arg_count) {
    struct diag_part **end = &diag->parts;
    while (*end) end = &(*end)->next;
    *end = arena_zalloc(diags->arena, sizeof **end + (size_t)arg_count * sizeof(struct diag_arg));
    (*end)->arg_count = (uint8_t)arg_count;
    return *end;
}

void diag_add_note(struct diags *diags, struct diag *diag, enum diag_id id, ptxc_span span,
                   const struct diag_arg *args, int arg_count) {
    if (diag == diags->dropped) return;
    struct diag_part *note = add_part(diags, diag, arg_count);
    note->id = (uint16_t)id;
    note->span = span;
    copy_args(diags, note->args, args, arg_count);
    diag->note_count++;
}

void diag_fix(struct diags *diags, struct diag *diag, ptxc_span span, const char *text) {
    if (diag == diags->dropped) return;
    struct diag_part *fix = add_part(diags, diag, 0);
    fix->is_fix = true;
    fix->span = span;
    fix->text = keep_text(diags, text_of(text));
    diag->fix_count++;
}

void diag_drop_fix(struct diag *diag) {
    for (struct diag_part **at = &diag->parts; *at;)
        if ((*at)->is_fix)
            *at = (*at)->next;
        else
            at = &(*at)->next;
    diag->fix_count = 0;
}

void diag_rule(struct diag *diag, const char *rule) { diag->rule = rule; }

/* ---- order ---- */

static bool after(const struct diag *a, const struct diag *b) {
    return a->span.start > b->span.start;
}

/* Merges the sorted runs from[lo..mid) and from[mid..hi) into to[lo..hi), preserving the order of
 * equal elements. */
static void merge(struct diag **from, struct diag **to, size_t lo, size_t mid, size_t hi) {
    size_t i = lo, j = mid;
    for (size_t k = lo; k < hi; k++)
        to[k] = i < mid && (j == hi || !after(from[i], from[j])) ? from[i++] : from[j++];
}

/* A bottom-up merge sort, because qsort is not stable and may take quadratic time. */
static void sort(struct diag **v, struct diag **spare, size_t n) {
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t lo = 0; lo < n; lo += 2 * width) {
            size_t mid = lo + width < n ? lo + width : n;
            size_t hi = mid + width < n ? mid + width : n;
            merge(v, spare, lo, mid, hi);
        }
        memcpy(v, spare, n * sizeof *v);
    }
}

void diags_finish(struct diags *diags) {
    size_t n = diags->list.count;
    bool sorted = true;
    struct diag **v = arena_alloc(diags->arena, (2 * n + 1) * sizeof *v);
    for (size_t i = 0; i < n; i++) {
        v[i] = *(struct diag **)list_at(&diags->list, (uint32_t)i);
        if (i && after(v[i - 1], v[i])) sorted = false;
    }
    if (sorted) return;
    sort(v, v + n, n);
    for (size_t i = 0; i < n; i++) *(struct diag **)list_at(&diags->list, (uint32_t)i) = v[i];
}

static struct diag *diag_number(const struct diags *diags, uint32_t i) {
    return *(struct diag **)list_at(&diags->list, i);
}

static bool is_same_diag(const struct diag *a, const struct diag *b) {
    char text[512], other[sizeof text];
    if (a->id != b->id || a->span.end != b->span.end) return false;
    (void)diag_format(a->id, a->args, text, sizeof text);
    (void)diag_format(b->id, b->args, other, sizeof other);
    return !strcmp(text, other);
}

void diags_drop_repeated(struct diags *diags) {
    enum { FARTHEST = 64 }; /* what is repeated is near, and there may be very many */
    uint32_t kept = 0;
    for (uint32_t i = 0; i < diags->list.count; i++) {
        struct diag *d = diag_number(diags, i);
        bool told = false;
        for (uint32_t k = kept; k-- && kept - k <= FARTHEST && !told;) {
            if (diag_number(diags, k)->span.start != d->span.start) break;
            told = is_same_diag(diag_number(diags, k), d);
        }
        if (told)
            diags->error_count -= d->severity == PTXC_ERROR;
        else
            *(struct diag **)list_at(&diags->list, kept++) = d;
    }
    diags->list.count = kept;
}

uint32_t diags_clear(struct diags *diags) {
    uint32_t first = UINT32_MAX;
    if (diags->list.count) first = (*(struct diag **)list_at(&diags->list, 0))->span.start;
    diags->list.count = diags->error_count = 0;
    diags_keep_first(diags, diags->limit.most);
    return first;
}

void diags_keep_first(struct diags *diags, uint32_t most) {
    diags->limit.most = most;
    diags->limit.kept = diags->limit.last = 0;
    diags->limit.end = UINT32_MAX;
    memset(diags->limit.passed, 0, sizeof diags->limit.passed);
}

bool diags_have(const struct diags *diags, enum diag_id id) {
    for (uint32_t i = 0; i < diags->list.count; i++)
        if (diag_number(diags, i)->id == id) return true;
    return diags->limit.passed[id];
}

void diags_limit(struct diags *diags, uint32_t max_errors) {
    uint32_t kept = 0, errors = 0;
    if (!max_errors || diags->error_count <= max_errors) return;
    for (uint32_t i = 0; i < diags->list.count; i++) {
        struct diag *d = *(struct diag **)list_at(&diags->list, i);
        if (d->severity == PTXC_ERROR && errors++ >= max_errors) continue;
        *(struct diag **)list_at(&diags->list, kept++) = d;
    }
    diags->list.count = kept;
}

/* ---- text ---- */

/* Writes a word of the text, truncated if it is long, and safe to print. */
static void put_found(struct text_builder *out, const char *text, uint32_t length) {
    enum { MOST = 60 };
    if (!text) {
        build_string(out, phrase_string(P_end_of_file));
        return;
    }
    build_char(out, '\'');
    for (uint32_t i = 0; i < length && i < MOST; i++)
        build_char(out, (unsigned char)text[i] < ' ' ? ' ' : text[i]);
    build_string(out, length > MOST ? "...'" : "'");
}

static void put_arg(struct text_builder *out, const struct diag_arg *arg) {
    switch (arg->kind) {
    case ARG_TEXT: build_bytes(out, arg->text, arg->length); break;
    case ARG_FOUND: put_found(out, arg->text, arg->length); break;
    case ARG_WORDS: build_list(out, (struct words){arg->words, arg->length}, "'"); break;
    case ARG_NUMBER: build_number(out, arg->number); break;
    }
}

static void put_format(struct text_builder *out, const char *s, const struct diag_arg *args) {
    for (const char *percent; (percent = strchr(s, '%')); s = percent + 2) {
        build_bytes(out, s, (size_t)(percent - s));
        put_arg(out, &args[percent[1] - '0']);
    }
    build_string(out, s);
}

bool diags_have_error(const struct diags *diags) {
    for (uint32_t i = 0; diags->error_count && i < diags->list.count; i++) {
        const struct diag *d = *(struct diag **)list_at(&diags->list, i);
        if (catalogue[d->id].severity == PTXC_ERROR) return true;
    }
    for (int id = 0; diags->error_count && id < DIAG_ID_COUNT; id++)
        if (diags->limit.passed[id] && catalogue[id].severity == PTXC_ERROR) return true;
    return false;
}

size_t diag_format(uint16_t id, const struct diag_arg *args, char *buffer, size_t size) {
    struct text_builder out = build_in_buffer(buffer, size);
    put_format(&out, catalogue[id].format, args);
    return out.length;
}

struct text phrase_format(struct arena *arena, enum phrase_id id, const struct diag_arg *args) {
    struct text_builder out = build_in_arena(arena);
    put_format(&out, phrases[id], args);
    return built_text(&out);
}
