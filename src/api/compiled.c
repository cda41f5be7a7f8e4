/* SPDX-License-Identifier: Apache-2.0
 * Moves diagnostics of compiled PTX to the lines of C++ that it was compiled from. A diagnostic
 * is copied with its arguments; its locations are mapped by `.loc`. */
#include "api/finish.h"
#include "api/position.h"
#include <string.h>

struct mover {
    ptxc_module *cxx, *ptx;
    const char *cxx_path, *ptx_path;
    ptxc_loc frames[MOST_FRAMES]; /* frames of the current location */
    uint32_t frame_count;
};

/* ---- locations ---- */

static const char *skip_dot(const char *path) {
    while (path[0] == '.' && path[1] == '/') path += 2;
    return path;
}

/* Returns true if two paths name the same file: the shorter one must be a suffix of the longer.
 * Compilers write some paths from the root, but users do not. */
static bool is_path(struct text a, const char *other) {
    const char *path = skip_dot(other);
    size_t length = strlen(path), shorter = a.length < length ? a.length : length;
    if (!shorter || memcmp(a.start + a.length - shorter, path + length - shorter, shorter))
        return false;
    if (a.length == length) return true;
    return (a.length > length ? a.start[a.length - length - 1] : path[length - a.length - 1]) ==
           '/';
}

static bool is_in_cxx(const struct mover *v, const ptxc_loc *loc) {
    return is_path(text_at(v->ptx->text, loc->file), v->cxx_path);
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Returns the word at the location, or the first word of the line if the compiler gives no column.
 * Returns NO_SPAN if the text does not have that line. */
static ptxc_span cxx_span(const struct mover *v, const ptxc_loc *loc) {
    ptxc_span line;
    const char *text = v->cxx->text;
    if (ptxc_module_line_get(v->cxx, loc->line, &line) != PTXC_OK) return NO_SPAN;
    uint32_t at = line.start;
    if (loc->column && loc->column - 1 < line.end - line.start) at += loc->column - 1;
    while (!loc->column && at < line.end && (text[at] == ' ' || text[at] == '\t')) at++;
    uint32_t end = at;
    while (end < line.end && is_word(text[end])) end++;
    if (end == at && end < line.end) end++;
    return (ptxc_span){at, end};
}

/* Returns the innermost frame that is in the C++, or UINT32_MAX. */
static uint32_t find_frame(struct mover *v, uint32_t offset) {
    v->frame_count = module_find_frames(v->ptx, offset, v->frames);
    for (uint32_t i = 0; i < v->frame_count; i++)
        if (is_in_cxx(v, &v->frames[i]) && !span_is_none(cxx_span(v, &v->frames[i]))) return i;
    return UINT32_MAX;
}

static ptxc_span map_place(struct mover *v, uint32_t offset) {
    uint32_t frame = find_frame(v, offset);
    return frame == UINT32_MAX ? NO_SPAN : cxx_span(v, &v->frames[frame]);
}

/* ---- words ---- */

static struct text place_text(struct mover *v, struct text file, uint32_t line, uint32_t column) {
    struct text_builder out = build_in_arena(&v->cxx->arena);
    build_text(&out, file);
    build_char(&out, ':');
    build_unsigned(&out, line);
    if (column) {
        build_char(&out, ':');
        build_unsigned(&out, column);
    }
    return built_text(&out);
}

static struct text ptx_place(struct mover *v, uint32_t offset) {
    uint32_t line, column;
    ptxc_module_position(v->ptx, offset, &line, &column);
    return place_text(v, text_of(v->ptx_path), line, column);
}

static struct text formatted(struct mover *v, uint16_t id, const struct diag_arg *args) {
    size_t length = diag_format(id, args, NULL, 0);
    char *text = arena_alloc(&v->cxx->arena, length + 1);
    diag_format(id, args, text, length + 1);
    return (struct text){text, (uint32_t)length};
}

/* ---- one diagnostic ---- */

static void move_note(struct mover *v, struct diag *to, const struct diag_part *note) {
    struct diags *diags = &v->cxx->diags;
    ptxc_span at = span_is_none(note->span) ? NO_SPAN : map_place(v, note->span.start);
    if (span_is_none(note->span) || !span_is_none(at))
        diag_add_note(diags, to, (enum diag_id)note->id, at, note->args, note->arg_count);
    else
        note_stands_at(diags, to, NO_SPAN, formatted(v, note->id, note->args),
                       ptx_place(v, note->span.start));
}

/* An edit of the PTX is of no use in C++, but the inserted text is worth a note. */
static void move_fix(struct mover *v, struct diag *to, const struct diag_part *fix) {
    ptxc_span at = map_place(v, fix->span.start);
    uint32_t length = (uint32_t)strcspn(fix->text, "\n");
    if (fix->span.start != fix->span.end || !length || span_is_none(at)) return;
    note_insert_before(&v->cxx->diags, to, at, (struct text){fix->text, length});
}

/* Adds notes from the reported location to the outermost one in the file. */
static void note_frames(struct mover *v, struct diag *to, uint32_t frame) {
    struct diags *diags = &v->cxx->diags;
    if (frame) {
        const ptxc_loc *own = &v->frames[0];
        struct text file = text_at(v->ptx->text, own->file);
        note_comes_from(diags, to, NO_SPAN, place_text(v, file, own->line, own->column));
    }
    for (uint32_t i = v->frame_count; --i > frame;) {
        ptxc_span at = is_in_cxx(v, &v->frames[i]) ? cxx_span(v, &v->frames[i]) : NO_SPAN;
        if (span_is_none(at)) continue;
        note_inlined_here(diags, to, at);
        break;
    }
}

static bool is_same_arg(const struct diag_arg *a, const struct diag_arg *b) {
    if (a->kind == ARG_NUMBER) return a->number == b->number;
    if (a->length != b->length) return false;
    for (uint32_t i = 0; a->kind == ARG_WORDS && i < a->length; i++)
        if (!text_same(a->words[i], b->words[i])) return false;
    return a->kind == ARG_WORDS || !memcmp(a->text, b->text, a->length);
}

static bool has_same_args(const struct diag *a, const struct diag *b) {
    for (uint32_t i = 0; i < a->arg_count; i++)
        if (!is_same_arg(&a->args[i], &b->args[i])) return false;
    return true;
}

/* Returns true if this message has been reported here. Unrolled loops and templates repeat code. */
static bool is_moved(const struct mover *v, const struct diag *d, ptxc_span at) {
    const struct list *list = &v->cxx->diags.list;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct diag *other = *(struct diag **)list_at(list, i);
        if (other->span.start == at.start && other->id == d->id && has_same_args(other, d))
            return true;
    }
    return false;
}

/* Returns true if it has been reported in the asm statement that starts here. The check of the
 * statements alone finds some of the same problems. */
static bool is_told_in_asm(const struct mover *v, const struct diag *d, ptxc_span at) {
    const struct list *list = &v->cxx->diags.list;
    ptxc_asm a = {.span = NO_SPAN};
    for (size_t i = 0; ptxc_module_asm_get(v->cxx, i, &a) == PTXC_OK && a.span.end <= at.start;)
        i++;
    if (span_is_none(a.span) || at.start < a.span.start || at.start >= a.span.end) return false;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct diag *other = *(struct diag **)list_at(list, i);
        if (other->id == d->id && other->span.start > at.start && other->span.end <= a.span.end)
            return true;
    }
    return false;
}

/* Returns false if the diagnostic stays where it is. */
static bool move_diag(struct mover *v, const struct diag *d) {
    struct diags *diags = &v->cxx->diags;
    uint32_t code = diag_code(d->id), frame;
    if (code < 700 || code > 799) return false;
    frame = find_frame(v, d->span.start);
    if (frame == UINT32_MAX) return false;
    ptxc_span at = cxx_span(v, &v->frames[frame]);
    if (is_moved(v, d, at) || is_told_in_asm(v, d, at)) return true;
    struct diag *to = diag_report(diags, (enum diag_id)d->id, at, d->args, d->arg_count);
    note_frames(v, to, frame);
    for (const struct diag_part *part = d->parts; part; part = part->next)
        if (part->is_fix)
            move_fix(v, to, part);
        else
            move_note(v, to, part);
    note_compiled_to(diags, to, NO_SPAN, ptx_place(v, d->span.start));
    return true;
}

static void move_protocol(struct mover *v) {
    struct diags *from = &v->ptx->diags;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < from->list.count; i++) {
        struct diag *d = *(struct diag **)list_at(&from->list, i);
        if (move_diag(v, d))
            from->error_count -= d->severity == PTXC_ERROR;
        else
            *(struct diag **)list_at(&from->list, kept++) = d;
    }
    from->list.count = kept;
    module_finish_diags(v->cxx);
}

ptxc_status ptxc_module_take_compiled(ptxc_module *cxx, const char *cxx_path, ptxc_module *ptx,
                                      const char *ptx_path) {
    if (!cxx || !cxx_path || !ptx || !ptx_path || !cxx->cxx || ptx->cxx) return PTXC_BAD_ARGUMENT;
    struct mover v = {.cxx = cxx, .ptx = ptx, .cxx_path = cxx_path, .ptx_path = ptx_path};
    jmp_buf out_of_memory;
    module_catch(cxx, &out_of_memory);
    bool failed = setjmp(out_of_memory);
    if (!failed) move_protocol(&v);
    module_catch(cxx, NULL);
    return failed ? PTXC_NO_MEMORY : PTXC_OK;
}
