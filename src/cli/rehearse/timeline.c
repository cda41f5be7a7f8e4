/* SPDX-License-Identifier: Apache-2.0
 * The timeline as text: one line per row, one character per group of instructions. */
#include "cli/rehearse/timeline.h"
#include "cli/rehearse/axis.h"
#include <stdlib.h>
#include <string.h>

enum {
    COLUMNS = 96,
    MOST_UNITS = COLUMNS * 4, /* instructions to draw */
    MOST_OF_NAME = 26
};

struct lines {
    const struct chart *chart;
    const struct axis *axis;
    double scale;  /* columns per instruction */
    size_t indent; /* width of the names */
    char *cells;   /* for each row, COLUMNS and a NUL */
};

static int column_of(const struct lines *l, uint64_t time) {
    int column = (int)(axis_place(l->axis, time) * l->scale);
    return column < COLUMNS ? column : COLUMNS - 1;
}

static char *row_of(const struct lines *l, uint32_t row) {
    return l->cells + (size_t)row * (COLUMNS + 1);
}

/* Subsequent phases have the next digit. */
static char digit_of(const struct piece *p) {
    unsigned phase = p->why->phase;
    if (p->shape == SHAPE_OPEN_PHASE && p->why->kind == PTXC_MOMENT_OPEN) phase++;
    return (char)('0' + phase % 10);
}

static char fill_of(const struct piece *p) {
    switch (p->shape) {
    case SHAPE_RUN: return '=';
    case SHAPE_WAIT: return '.';
    case SHAPE_STUCK: return '!';
    case SHAPE_OPERATION: return '#';
    case SHAPE_UNFINISHED: return '?';
    case SHAPE_PHASE:
    case SHAPE_OPEN_PHASE: return digit_of(p);
    case SHAPE_ARRIVE: return p->why->object == PTXC_MBARRIER ? 'a' : 'b';
    case SHAPE_START: return 'c';
    case SHAPE_END: return '|';
    }
    return ' ';
}

static bool is_mark(const struct piece *p) { return p->shape >= SHAPE_ARRIVE; }

static void draw(const struct lines *l, const struct piece *p) {
    char *cells = row_of(l, p->row);
    int from = column_of(l, p->from), to = column_of(l, p->to);
    if (is_mark(p) || (p->shape != SHAPE_WAIT && to == from)) to = from + 1;
    if (is_mark(p) && axis_omits(l->axis, p->from)) return;
    /* The last column shows how it ends. */
    if (p->shape == SHAPE_STUCK || p->shape == SHAPE_OPEN_PHASE) to = COLUMNS;
    if (l->chart->rows[p->row].kind == ROW_UNIT && p->shape == SHAPE_START) {
        cells[from] = '#';
        return;
    }
    memset(cells + from, fill_of(p), (size_t)(to - from));
}

/* Draws the omission in the middle. */
static void draw_cut(const struct lines *l) {
    if (l->axis->cut_to <= l->axis->cut_at) return;
    int at = (int)(l->axis->cut_at * l->scale);
    for (uint32_t r = 0; r < l->chart->row_count && at + 2 < COLUMNS; r++)
        memcpy(row_of(l, r) + at, " ~ ", 3);
}

static void write_axis(struct out *out, const struct lines *l) {
    char cells[COLUMNS + 32];
    memset(cells, ' ', sizeof cells);
    int free = 0;
    for (size_t i = 0; i < l->axis->count; i++) {
        int column = column_of(l, l->axis->time[i]);
        if (column < free || axis_omits(l->axis, l->axis->time[i])) continue;
        char digits[24];
        size_t length = 0;
        for (uint64_t t = l->axis->time[i]; t || !length; t /= 10)
            digits[length++] = (char)('0' + t % 10);
        for (size_t k = 0; k < length; k++) cells[column + (int)k] = digits[length - 1 - k];
        free = column + 12;
    }
    int end = COLUMNS + 31;
    while (end > 0 && cells[end - 1] == ' ') end--;
    out_repeat(out, ' ', l->indent);
    out_bytes(out, cells, (size_t)end);
    out_char(out, '\n');
}

static void write_rows(struct out *out, const struct lines *l) {
    for (uint32_t r = 0; r < l->chart->row_count; r++) {
        char name[200];
        row_name(l->chart, &l->chart->rows[r], name, sizeof name);
        size_t length = strlen(name), cut = length > MOST_OF_NAME ? length - MOST_OF_NAME : 0;
        /* The end of a long name is more specific. */
        out_printable(out, name + cut, length - cut);
        out_repeat(out, ' ', l->indent - (length - cut));
        const char *cells = row_of(l, r);
        size_t end = COLUMNS;
        while (end && cells[end - 1] == ' ') end--;
        out_bytes(out, cells, end);
        out_char(out, '\n');
    }
}

static size_t measure_names(const struct chart *c) {
    size_t most = 0;
    for (uint32_t r = 0; r < c->row_count; r++) {
        char name[200];
        size_t length = strlen(row_name(c, &c->rows[r], name, sizeof name));
        if (length > most) most = length;
    }
    return (most < MOST_OF_NAME ? most : MOST_OF_NAME) + 2;
}

static void write_left_out(struct out *out, uint32_t count, const char *what) {
    if (!count) return;
    out_number(out, count);
    out_text(out, what);
}

static void write_lines(struct out *out, const struct lines *l) {
    out_text(out, "timeline: = runs, . waits, ! waits forever, a arrives at an mbarrier, "
                  "b at a barrier,\n          c starts a copy or a multiplication, # runs "
                  "asynchronously, ? never completes, | ends;\n          digits: the phase of "
                  "an mbarrier\n");
    write_axis(out, l);
    write_rows(out, l);
    write_left_out(out, l->chart->warps_left_out, " more warps\n");
    write_left_out(out, l->chart->mbarriers_left_out, " more mbarriers\n");
}

bool timeline_write(struct out *out, const struct story *story, bool hangs) {
    struct axis axis;
    struct chart chart;
    if (story->no_memory || !axis_make(&axis, story, MOST_UNITS)) return false;
    chart_make(&chart, story, axis_end(&axis), hangs);
    struct lines l = {.chart = &chart, .axis = &axis};
    l.scale = axis.width > COLUMNS - 2 ? (COLUMNS - 2) / axis.width : 1;
    l.indent = measure_names(&chart);
    l.cells = chart.no_memory ? NULL : malloc((size_t)chart.row_count * (COLUMNS + 1) + 1);
    if (l.cells) {
        memset(l.cells, ' ', (size_t)chart.row_count * (COLUMNS + 1));
        for (int marks = 0; marks < 2; marks++)
            for (size_t i = 0; i < chart.piece_count; i++)
                if (is_mark(&chart.pieces[i]) == marks) draw(&l, &chart.pieces[i]);
        draw_cut(&l);
        write_lines(out, &l);
    }
    bool good = l.cells != NULL;
    free(l.cells);
    chart_free(&chart);
    axis_free(&axis);
    return good;
}
