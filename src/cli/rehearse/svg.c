/* SPDX-License-Identifier: Apache-2.0
 * The timeline as SVG. Everything has a <title>, which browsers show and screen readers read.
 * Colors come from a style sheet with light and dark variants; shapes never differ only by
 * color. */
#include "cli/rehearse/svg.h"
#include "cli/check/report.h"
#include "cli/rehearse/axis.h"
#include <stdlib.h>
#include <string.h>

enum {
    LEFT = 170,
    RIGHT = 28,
    TOP = 74,
    BOTTOM = 62,
    PLOT = 1100,
    MOST_UNITS = 550, /* instructions to draw */
    MOST_SCALE = 6,
    GAP = 16, /* between kinds of rows */
    TRACKS = 4,
    TICK = 96,
    TAIL = 300 /* room for the text about what a warp lacks */
};

struct svg {
    struct out *out;
    const struct svg_subject *subject;
    const struct chart *chart;
    const struct axis *axis;
    double scale;
    double *top;    /* for each row, and the end */
    double *tracks; /* for each row: when its tracks are free */
    double *marked; /* for each row and kind of mark: position of the last one */
};

/* ---- text ---- */

static void write_escaped(struct out *out, const char *text) {
    for (; *text; text++) switch (*text) {
        case '&': out_text(out, "&amp;"); break;
        case '<': out_text(out, "&lt;"); break;
        case '>': out_text(out, "&gt;"); break;
        case '"': out_text(out, "&quot;"); break;
        default: out_char(out, (unsigned char)*text < ' ' ? ' ' : *text); break;
        }
}

static const char style[] =
    "<style>\n"
    "text { font: 12px system-ui, sans-serif; } .title { font-size: 16px; font-weight: 600; } .small { font-size: 10px; }\n"
    ".alarm { font-weight: 600; } .grid, .lost { fill: none; } .lost { stroke-dasharray: 4 3; }\n"
    "text, .arrive, .end { fill: #1f2328; } .soft { fill: #59636e; } .alarm, .alarm text { fill: #cf222e; }\n"
    ".back { fill: #ffffff; } .grid { stroke: #d1d9e0; } .run { fill: #3b78c4; } .wait { fill: #b9c3ce; }\n"
    ".stuck { fill: #ffd8d6; stroke: #cf222e; } .copy { fill: #f2c38f; stroke: #bc5f00; }\n"
    ".lost { stroke: #bc5f00; } .start { fill: #bc5f00; } .even { fill: #d5e3cf; } .odd { fill: #a9c8a0; }\n"
    ".meet { fill: #ffffff; stroke: #1f2328; }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "text, .arrive, .end { fill: #e6edf3; } .soft { fill: #9da7b1; } .alarm, .alarm text { fill: #ff7b72; }\n"
    ".back { fill: #0d1117; } .grid { stroke: #30363d; } .run { fill: #58a6ff; } .wait { fill: #4b5661; }\n"
    ".stuck { fill: #5d1f22; stroke: #ff7b72; } .copy { fill: #7a4a16; stroke: #ffa657; }\n"
    ".lost { stroke: #ffa657; } .start { fill: #ffa657; } .even { fill: #24402a; } .odd { fill: #37633f; }\n"
    ".meet { fill: #0d1117; stroke: #e6edf3; }\n"
    "}\n"
    "</style>\n";

static const char *row_text(const struct svg *s, uint32_t row, char *text, size_t size) {
    return row_name(s->chart, &s->chart->rows[row], text, size);
}

static void write_text(const struct svg *s, const char *class, double x, double y,
                       const char *text) {
    out_format(s->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
    write_escaped(s->out, text);
    out_text(s->out, "</text>\n");
}

/* Writes "warp 0 waits for phase 1 of full, 120 to 340, line 42". */
static void write_title(const struct svg *s, const struct piece *p) {
    char text[256];
    struct out *out = s->out;
    out_text(out, "<title>");
    write_escaped(out, row_text(s, p->row, text, sizeof text));
    out_text(out, s->chart->rows[p->row].kind == ROW_WARP && p->shape < SHAPE_ARRIVE ? " " : ": ");
    if (p->shape == SHAPE_START) out_text(out, "starts ");
    write_escaped(out, piece_text(p, text, sizeof text));
    out_text(out, p->from == p->to ? ", at " : ", ");
    out_number(out, p->from);
    if (p->to > p->from) {
        out_text(out, " to ");
        out_number(out, p->to);
    }
    if (p->why && p->why->at.end > p->why->at.start) {
        out_text(out, ", line ");
        out_number(out, place_of(s->subject->module, p->why->at).line);
    }
    out_text(out, "</title>");
}

/* ---- positions ---- */

static double x_of(const struct svg *s, uint64_t time) {
    return LEFT + axis_place(s->axis, time) * s->scale;
}

static double height_of(const struct row *r) {
    return r->kind == ROW_WARP ? 24 : r->kind == ROW_UNIT ? 30 : 22;
}

static void place_rows(const struct svg *s) {
    double y = TOP;
    for (uint32_t r = 0; r < s->chart->row_count; r++) {
        if (r && s->chart->rows[r].kind != s->chart->rows[r - 1].kind) y += GAP;
        s->top[r] = y;
        y += height_of(&s->chart->rows[r]);
    }
    s->top[s->chart->row_count] = y;
}

/* ---- pieces ---- */

static void write_box(const struct svg *s, const struct piece *p, const char *class, double from,
                      double to, double top, double height) {
    out_format(s->out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">",
               class, from, top, to - from, height);
    write_title(s, p);
    out_text(s->out, "</rect>\n");
}

/* Overlapping operations are drawn below each other, as far as there is room. */
static double track_of(const struct svg *s, const struct piece *p, double from, double to) {
    double *free = s->tracks + (size_t)p->row * TRACKS;
    unsigned track = 0;
    for (unsigned t = 1; t < TRACKS; t++)
        if (free[t] < free[track]) track = t;
    for (unsigned t = 0; t < TRACKS; t++)
        if (free[t] <= from) {
            track = t;
            break;
        }
    if (free[track] < to) free[track] = to;
    return track * (height_of(&s->chart->rows[p->row]) - 4) / TRACKS;
}

static void draw_operation(const struct svg *s, const struct piece *p, double from, double to) {
    if (to - from < 2) to = from + 2;
    double height = (height_of(&s->chart->rows[p->row]) - 4) / TRACKS - 1;
    write_box(s, p, p->shape == SHAPE_OPERATION ? "copy" : "lost", from, to,
              s->top[p->row] + 2 + track_of(s, p, from, to), height);
}

static void draw_phase(const struct svg *s, const struct piece *p, double from, double to) {
    uint32_t phase = p->why->phase;
    bool open = p->shape == SHAPE_OPEN_PHASE;
    if (open && p->why->kind == PTXC_MOMENT_OPEN) phase++;
    bool stuck = open && s->chart->rows[p->row].stuck;
    write_box(s, p,
              stuck       ? "stuck"
              : phase & 1 ? "odd"
                          : "even",
              from, to, s->top[p->row] + 3, height_of(&s->chart->rows[p->row]) - 6);
    if (to - from >= 16)
        out_format(s->out, "<text class=\"small\" x=\"%.1f\" y=\"%.1f\">%u</text>\n", from + 4,
                   s->top[p->row] + 14.5, (unsigned)phase);
}

/* Returns what a warp lacks at the end, as in the diagnostic. */
static const char *lack_of(const struct svg *s, const struct piece *p, char *text, size_t size) {
    const struct row *r = &s->chart->rows[p->row];
    ptxc_waiting w;
    for (size_t i = 0; ptxc_module_waiting_get(s->subject->module, i, &w) == PTXC_OK; i++)
        if (w.cta == r->cta && w.warp == r->number && w.lanes & p->why->lanes) return w.what;
    return piece_text(p, text, size);
}

static void draw_stuck(const struct svg *s, const struct piece *p, double from, double to) {
    char text[200];
    write_box(s, p, "stuck", from, to, s->top[p->row] + 3, 18);
    write_text(s, "alarm", from + 8, s->top[p->row] + 16, lack_of(s, p, text, sizeof text));
}

static void draw_span(const struct svg *s, const struct piece *p) {
    double from = x_of(s, p->from), to = x_of(s, p->to), top = s->top[p->row];
    if (to <= from && axis_omits(s->axis, p->from)) return;
    if (p->shape == SHAPE_STUCK || p->shape == SHAPE_OPEN_PHASE || p->shape == SHAPE_UNFINISHED)
        to += s->subject->hangs ? TAIL : 18; /* it would continue */
    if (to <= from && p->shape != SHAPE_OPERATION) return;
    switch (p->shape) {
    case SHAPE_RUN: write_box(s, p, "run", from, to, top + 7, 10); break;
    case SHAPE_WAIT: write_box(s, p, "wait", from, to, top + 10, 4); break;
    case SHAPE_STUCK: draw_stuck(s, p, from, to); break;
    case SHAPE_PHASE:
    case SHAPE_OPEN_PHASE: draw_phase(s, p, from, to); break;
    default: draw_operation(s, p, from, to); break;
    }
}

static void write_path(const struct svg *s, const char *class, double x, double y,
                       const char *path) {
    out_format(s->out, "<path class=\"%s\" d=\"M%.1f %.1f%s\">", class, x, y, path);
}

/* Marks closer than their width would hide each other, so only the first is drawn. */
static bool is_crowded(const struct svg *s, const struct piece *p, double x) {
    double *last = &s->marked[p->row * 3 + (p->shape - SHAPE_ARRIVE)];
    if (x < *last + 4) return true;
    *last = x;
    return false;
}

static void draw_mark(const struct svg *s, const struct piece *p) {
    double x = x_of(s, p->from), top = s->top[p->row];
    if (axis_omits(s->axis, p->from) || is_crowded(s, p, x)) return;
    bool meets = p->why->object != PTXC_MBARRIER;
    if (p->shape == SHAPE_ARRIVE)
        write_path(s, meets ? "meet" : "arrive", x, top + 16, "l3.5 6h-7z");
    else if (p->shape == SHAPE_START)
        write_path(s, "start", x, top + 8, "l3.5 -6h-7z");
    else
        write_path(s, "end", x - 1, top + 4, "h2v16h-2z");
    write_title(s, p);
    out_text(s->out, "</path>\n");
}

/* ---- frame and legend ---- */

static void draw_grid(const struct svg *s) {
    double bottom = s->top[s->chart->row_count], free = 0;
    for (size_t i = 0; i < s->axis->count; i++) {
        double x = x_of(s, s->axis->time[i]);
        if (x < free || axis_omits(s->axis, s->axis->time[i])) continue;
        free = x + TICK;
        out_format(s->out, "<path class=\"grid\" d=\"M%.1f %dV%.1f\"/>\n", x, TOP - 6, bottom);
        out_format(s->out, "<text class=\"soft small\" x=\"%.1f\" y=\"%d\">%llu</text>\n", x,
                   TOP - 10, (unsigned long long)s->axis->time[i]);
    }
}

static void draw_names(const struct svg *s) {
    for (uint32_t r = 0; r < s->chart->row_count; r++) {
        char text[200];
        double y = s->top[r] + height_of(&s->chart->rows[r]) / 2 + 4;
        row_text(s, r, text, sizeof text);
        size_t length = strlen(text);
        /* The end of a long name is more specific. */
        const char *shown = length > 24 ? text + length - 24 : text;
        out_format(s->out, "<text class=\"%s\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
                   s->chart->rows[r].stuck ? "alarm" : "", LEFT - 12, y);
        write_escaped(s->out, shown);
        out_text(s->out, "</text>\n");
    }
}

static void draw_cut(const struct svg *s) {
    if (s->axis->cut_to <= s->axis->cut_at) return;
    double x = LEFT + s->axis->cut_at * s->scale, bottom = s->top[s->chart->row_count];
    out_format(s->out,
               "<g><title>the middle is left out</title><rect class=\"back\" x=\"%.1f\" y=\"%d\" "
               "width=\"%.1f\" height=\"%.1f\"/>",
               x + 1, TOP - 22, 12 * s->scale - 2, bottom - TOP + 26);
    for (int side = 0; side < 2; side++) {
        out_format(s->out, "<path class=\"grid\" d=\"M%.1f %d", x + 1 + side * (12 * s->scale - 2),
                   TOP - 6);
        for (double y = TOP; y + 12 <= bottom; y += 12) out_text(s->out, "l4 6l-4 6");
        out_text(s->out, "\"/>");
    }
    out_text(s->out, "</g>\n");
}

struct sample {
    const char *class, *shape, *text;
    int x, y, width; /* x, y: from the left and the middle of the entry; width of the entry */
};

static const struct sample samples[2][7] = {
    {{"run", "h14v10h-14z", "runs", 0, -5, 60},
     {"wait", "h14v4h-14z", "waits", 0, -2, 66},
     {"stuck", "h14v14h-14z", "waits forever", 0, -7, 112},
     {"arrive", "l3.5 6h-7z", "arrives at an mbarrier", 7, -3, 158},
     {"meet", "l3.5 6h-7z", "arrives at a barrier", 7, -3, 142},
     {"start", "l3.5 -6h-7z", "starts an asynchronous operation", 7, 3, 228},
     {"end", "h2v12h-2z", "threads end", 6, -6, 0}},
    {{"copy", "h14v6h-14z", "operation", 0, -3, 96},
     {"lost", "h14v6h-14z", "operation that does not complete", 0, -3, 230},
     {"even", "h14v12h-14z", "even", 0, -6, 60},
     {"odd", "h14v12h-14z", "odd phase of an mbarrier", 0, -6, 186},
     {"soft", "", "time: instructions of a warp; long stretches are shortened", 0, 0, 0},
     {.class = NULL}}};

static void draw_legend(const struct svg *s, double y) {
    for (int line = 0; line < 2; line++, y += 22) {
        double x = LEFT;
        for (int i = 0; i < 7 && samples[line][i].class; i++) {
            const struct sample *e = &samples[line][i];
            if (*e->shape) write_path(s, e->class, x + e->x, y + e->y, e->shape);
            if (*e->shape) out_text(s->out, "</path>\n");
            write_text(s, "soft", *e->shape ? x + 20 : x, y + 4, e->text);
            x += e->width;
        }
    }
}

static void write_picture(const struct svg *s) {
    struct out *out = s->out;
    double height = s->top[s->chart->row_count] + BOTTOM;
    out_format(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" width=\"%d\" height=\"%.0f\" "
        "role=\"img\" aria-labelledby=\"title about\">\n<title id=\"title\">",
        LEFT + PLOT + RIGHT, height, LEFT + PLOT + RIGHT, height);
    write_escaped(out, s->subject->title);
    out_text(
        out,
        "</title>\n<desc id=\"about\">A row for each warp, each asynchronous unit and each mbarrier; "
        "time goes to the right.</desc>\n");
    out_text(out, style);
    out_format(out, "<rect class=\"back\" width=\"%d\" height=\"%.0f\"/>\n", LEFT + PLOT + RIGHT,
               height);
    write_text(s, "title", 20, 30, s->subject->title);
    draw_grid(s);
    for (size_t i = 0; i < s->chart->piece_count; i++)
        if (s->chart->pieces[i].shape < SHAPE_ARRIVE) draw_span(s, &s->chart->pieces[i]);
    for (size_t i = 0; i < s->chart->piece_count; i++)
        if (s->chart->pieces[i].shape >= SHAPE_ARRIVE) draw_mark(s, &s->chart->pieces[i]);
    draw_cut(s);
    draw_names(s);
    draw_legend(s, height - 36);
    out_text(out, "</svg>\n");
}

static bool make_places(struct svg *s) {
    size_t rows = s->chart->row_count;
    s->top = calloc(rows + 1, sizeof *s->top);
    s->tracks = calloc(rows * TRACKS + 1, sizeof *s->tracks);
    s->marked = calloc(rows * 3 + 1, sizeof *s->marked);
    return s->top && s->tracks && s->marked;
}

bool svg_write(struct out *out, const struct svg_subject *subject) {
    struct axis axis;
    struct chart chart;
    if (subject->story->no_memory || !axis_make(&axis, subject->story, MOST_UNITS)) return false;
    chart_make(&chart, subject->story, axis_end(&axis), subject->hangs);
    struct svg s = {.out = out, .subject = subject, .chart = &chart, .axis = &axis};
    double room = subject->hangs ? PLOT - TAIL : PLOT - 20;
    s.scale = axis.width * MOST_SCALE > room ? room / axis.width : MOST_SCALE;
    bool good = !chart.no_memory && make_places(&s);
    if (good) {
        place_rows(&s);
        write_picture(&s);
    }
    free(s.top);
    free(s.tracks);
    free(s.marked);
    chart_free(&chart);
    axis_free(&axis);
    return good;
}
