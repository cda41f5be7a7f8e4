/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck tensormap --svg: draws one copy. On the left are the tensor and the elements that are
 * read, in its two lowest dimensions (for im2col, the lowest two of the pixel box); on the right
 * is shared memory, where each color is a row. */
#include "cli/tensormap/tensormap.h"
#include "cli/tensormap/picture.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct drawing {
    struct out *out;
    const struct picture *p;
};

enum {
    WIDTH = 1080,
    LEFT = 40, /* of the tensor */
    TOP = 96,
    TENSOR = 400,      /* its maximum size */
    SHARED_LEFT = 560, /* of shared memory */
    CELL_WIDTH = 56,
    CELL_HEIGHT = 24
};

static void text_at(struct out *out, double x, double y, const char *style, const char *text) {
    out_format(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">%s</text>\n", x, y, style, text);
}

static void rect(struct out *out, double x, double y, double w, double h, const char *attributes) {
    out_format(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" %s/>\n", x, y, w, h,
               attributes);
}

/* Rows cycle through eight colors. */
static const char *row_color(uint32_t row) {
    static const char *const colors[] = {"#a6cee3", "#b2df8a", "#fdbf6f", "#cab2d6",
                                         "#fb9a99", "#ffff99", "#8dd3c7", "#d9d9d9"};
    return colors[row % 8];
}

static void begin(struct out *out, int height) {
    out_format(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
               "height=\"%d\" font-family=\"sans-serif\">\n",
               WIDTH, height, WIDTH, height);
    out_text(out, "<style>.title{font-size:18px;font-weight:bold}.note{font-size:13px;fill:#444}"
                  ".cell{font-size:11px;text-anchor:middle}.axis{font-size:12px;fill:#444}"
                  ".head{font-size:14px;font-weight:bold}</style>\n"
                  "<defs><pattern id=\"fill\" width=\"6\" height=\"6\" "
                  "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
                  "<rect width=\"6\" height=\"6\" fill=\"#fff\"/>"
                  "<rect width=\"2\" height=\"6\" fill=\"#d33\"/></pattern></defs>\n");
    rect(out, 0, 0, WIDTH, height, "fill=\"#fff\"");
}

static void titles(const struct drawing *d) {
    const struct picture *p = d->p;
    const ptxc_tensormap *map = p->map;
    char text[200];
    snprintf(text, sizeof text, "%s, %s, interleave %s, swizzle %s",
             ptxc_tm_function_name(map->function), short_name(PTXC_TM_PARAM_TYPE, map->data_type),
             short_name(PTXC_TM_PARAM_INTERLEAVE, map->interleave),
             short_name(PTXC_TM_PARAM_SWIZZLE, map->swizzle));
    text_at(d->out, LEFT, 32, "title", text);
    if (p->trap) {
        snprintf(text, sizeof text, "the copy traps: %s", p->trap);
        text_at(d->out, LEFT, 56, "note", text);
        return;
    }
    snprintf(text, sizeof text, "%u rows of %u bytes; %llu bytes copied, %llu filled with %s%s",
             p->extent.rows, p->extent.row_bytes, (unsigned long long)p->copied,
             (unsigned long long)p->filled, map->oob_fill ? "NaN" : "zero",
             ptxc_tensormap_copy_is_measured(map, p->copy) ? "" : " (not measured)");
    text_at(d->out, LEFT, 56, "note", text);
}

/* ---- the tensor ---- */

/* One axis of the drawing: a dimension, and the part of it that is shown. */
struct axis {
    uint32_t dimension;
    int64_t size;               /* of the tensor */
    int64_t from, to;           /* range to show */
    int64_t first, count, step; /* the elements that are read, and their distance */
    double origin, scale;
};

static struct axis make_axis(const struct picture *p, uint32_t dimension) {
    const ptxc_tensormap *map = p->map;
    bool slices = map->interleave != PTXC_TM_INTERLEAVE_NONE, im2col = picture_is_im2col(map);
    struct axis a = {.dimension = dimension, .size = (int64_t)map->dim[dimension], .step = 1};
    uint32_t spatial = dimension - (slices ? 0 : 1);
    if (im2col) {
        bool given = map->function == PTXC_TM_IM2COL || spatial == 0;
        a.first = given ? map->lower[spatial] : 0;
        a.count = a.size + (given ? map->upper[spatial] : 0) - a.first;
        a.step = map->element_stride[dimension];
    } else {
        bool one = slices && dimension == map->rank - 2;
        a.first = p->copy->at[dimension];
        if (dimension || slices) a.step = map->element_stride[dimension];
        a.count = one ? 1 : map->box[dimension];
    }
    int64_t margin = a.count / 2 + 2;
    a.from = a.first - margin;
    a.to = a.first + a.count + margin;
    if (a.from < -margin) a.from = a.first < -margin ? a.first : -margin;
    if (a.to > a.size + margin && a.first + a.count < a.size + margin) a.to = a.size + margin;
    return a;
}

static double at(const struct axis *a, int64_t position) {
    return a->origin + (double)(position - a->from) * a->scale;
}

static int64_t clip(const struct axis *a, int64_t position) {
    return position < a->from ? a->from : position > a->to ? a->to : position;
}

static void area(const struct drawing *d, const struct axis *x, const struct axis *y, int64_t left,
                 int64_t right, int64_t top, int64_t bottom, const char *attributes) {
    left = clip(x, left);
    right = clip(x, right);
    top = clip(y, top);
    bottom = clip(y, bottom);
    if (left >= right || top >= bottom) return;
    rect(d->out, at(x, left), at(y, top), at(x, right) - at(x, left), at(y, bottom) - at(y, top),
         attributes);
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* Draws what is read: rows in their colors, with the part outside the tensor marked as filled. */
static void draw_box(const struct drawing *d, const struct axis *x, const struct axis *y) {
    int64_t right = x->first + x->count, lines = (y->count + y->step - 1) / y->step;
    for (int64_t i = 0; i < lines && i < 256; i++) {
        int64_t top = y->first + i * y->step;
        char attributes[64];
        snprintf(attributes, sizeof attributes, "fill=\"%s\" stroke=\"#999\" stroke-width=\".5\"",
                 row_color((uint32_t)i));
        area(d, x, y, x->first, right, top, top + 1, "fill=\"url(#fill)\"");
        if (top >= 0 && top < y->size)
            area(d, x, y, most(x->first, 0), least(right, x->size), top, top + 1, attributes);
    }
}

/* Draws the pixels in order, as far as they are in the first image. */
static void draw_pixels(const struct drawing *d, const struct axis *x, const struct axis *y) {
    const struct picture *p = d->p;
    int64_t w = p->copy->at[x->dimension], h = y ? p->copy->at[y->dimension] : 0;
    struct axis none = {.size = 1, .from = -1, .to = 2, .count = 1, .step = 1};
    if (!y) {
        none.origin = TOP;
        none.scale = 20;
        y = &none;
    }
    int64_t ow = p->copy->offsets[0], oh = y->dimension ? p->copy->offsets[1] : 0;
    for (uint32_t i = 0; i < p->map->pixels && h < y->first + y->count; i++) {
        char attributes[64];
        bool inside = w + ow >= 0 && w + ow < x->size && h + oh >= 0 && h + oh < y->size;
        snprintf(attributes, sizeof attributes, "fill=\"%s\" stroke=\"#999\" stroke-width=\".5\"",
                 inside ? row_color(i) : "url(#fill)");
        area(d, x, y, w + ow, w + ow + 1, h + oh, h + oh + 1, attributes);
        w += x->step;
        if (w < x->first + x->count) continue;
        w = x->first;
        h += y->step;
    }
}

static void axis_labels(const struct drawing *d, const struct axis *x, const struct axis *y,
                        double bottom) {
    char text[120];
    const ptxc_tensormap *map = d->p->map;
    bool im2col = picture_is_im2col(map);
    snprintf(text, sizeof text, "dimension %s: %lld; %s %lld to %lld%s",
             dimension_name(map, x->dimension), (long long)x->size, im2col ? "pixel box" : "box",
             (long long)x->first, (long long)(x->first + x->count - 1),
             x->step > 1 ? ", with steps" : "");
    text_at(d->out, LEFT, bottom + 20, "axis", text);
    if (!y) return;
    snprintf(text, sizeof text, "dimension %s: %lld; %s %lld to %lld%s",
             dimension_name(map, y->dimension), (long long)y->size, im2col ? "pixel box" : "box",
             (long long)y->first, (long long)(y->first + y->count - 1),
             y->step > 1 ? ", with steps" : "");
    text_at(d->out, LEFT, bottom + 38, "axis", text);
}

static void draw_tensor(const struct drawing *d) {
    const ptxc_tensormap *map = d->p->map;
    bool slices = map->interleave != PTXC_TM_INTERLEAVE_NONE, im2col = picture_is_im2col(map);
    uint32_t first = im2col && !slices ? 1 : 0;
    bool flat = im2col ? map->rank == 3 : map->rank == 1;
    struct axis x = make_axis(d->p, first);
    struct axis y = flat ? (struct axis){.size = 1, .from = -1, .to = 2, .count = 1, .step = 1}
                         : make_axis(d->p, first + 1);
    /* Elements of dimension 0 are narrow, so the drawing fills the available space and is not to
     * scale. */
    x.origin = LEFT;
    x.scale = (double)TENSOR / (double)(x.to - x.from);
    y.origin = TOP;
    y.scale = flat ? 24 : (double)TENSOR / (double)(y.to - y.from);
    if (y.scale > 24) y.scale = 24;
    if (im2col && x.scale > 24) x.scale = 24;
    double bottom = at(&y, y.to);
    text_at(d->out, LEFT, TOP - 12, "head",
            im2col ? "tensor: pixels of one image (not to scale)"
                   : "tensor and box (not to scale)");
    rect(d->out, LEFT, TOP, at(&x, x.to) - LEFT, bottom - TOP,
         "fill=\"#f4f4f4\" stroke=\"#bbb\" stroke-dasharray=\"4\"");
    area(d, &x, &y, 0, x.size, 0, y.size, "fill=\"#fff\" stroke=\"#000\" stroke-width=\"2\"");
    if (im2col)
        draw_pixels(d, &x, flat ? NULL : &y);
    else
        draw_box(d, &x, &y);
    area(d, &x, &y, x.first, x.first + x.count, y.first, y.first + y.count,
         "fill=\"none\" stroke=\"#06c\" stroke-width=\"2\"");
    area(d, &x, &y, 0, x.size, 0, y.size, "fill=\"none\" stroke=\"#000\" stroke-width=\"2\"");
    axis_labels(d, &x, flat ? NULL : &y, bottom);
}

/* ---- shared memory ---- */

static void draw_chunk(const struct drawing *d, const struct chunk *chunk, double x, double y) {
    char attributes[96], label[32];
    bool written = chunk->copied || chunk->filled;
    snprintf(attributes, sizeof attributes, "fill=\"%s\" stroke=\"#666\" stroke-width=\".7\"",
             !written        ? "#fff"
             : chunk->copied ? row_color(chunk->row)
                             : "url(#fill)");
    rect(d->out, x, y, CELL_WIDTH, CELL_HEIGHT, attributes);
    if (!written) return;
    if (chunk->copied && chunk->filled) {
        double part = CELL_WIDTH * chunk->filled / (double)CHUNK;
        rect(d->out, x + CELL_WIDTH - part, y, part, CELL_HEIGHT,
             "fill=\"url(#fill)\" stroke=\"#666\" stroke-width=\".7\"");
    }
    if (!chunk->copied) rect(d->out, x + 12, y + 5, CELL_WIDTH - 24, 14, "fill=\"#fff\"");
    snprintf(label, sizeof label, "%u.%u", chunk->row, chunk->column);
    text_at(d->out, x + CELL_WIDTH / 2.0, y + 16, "cell", label);
}

static void draw_shared(const struct drawing *d) {
    const struct picture *p = d->p;
    char text[160];
    text_at(d->out, SHARED_LEFT, TOP - 30, "head", "shared memory, 16-byte chunks as row.chunk");
    for (uint32_t i = 0; i < CHUNKS; i++) {
        snprintf(text, sizeof text, "%u-%u", 4 * i, 4 * i + 3);
        text_at(d->out, SHARED_LEFT + (i + 0.5) * CELL_WIDTH, TOP - 8, "cell", text);
    }
    text_at(d->out, SHARED_LEFT - 46, TOP - 8, "axis", "banks");
    for (uint32_t line = 0; line < p->shown; line++) {
        double y = TOP + (double)line * CELL_HEIGHT;
        snprintf(text, sizeof text, "%u", line * LINE);
        text_at(d->out, SHARED_LEFT - 46, y + 16, "axis", text);
        for (uint32_t i = 0; i < CHUNKS; i++)
            draw_chunk(d, &p->chunk[line][i], SHARED_LEFT + (double)i * CELL_WIDTH, y);
    }
    double y = TOP + (double)p->shown * CELL_HEIGHT + 20;
    if (p->lines > p->shown) {
        snprintf(text, sizeof text, "... and %u more lines", p->lines - p->shown);
        text_at(d->out, SHARED_LEFT, y, "axis", text);
        y += 18;
    }
    if (p->conflicts > 1)
        snprintf(text, sizeof text, "one chunk of 8 rows: %u share banks, read in %u turns",
                 p->conflicts, p->conflicts);
    else
        snprintf(text, sizeof text, "one chunk of 8 rows: no bank conflicts, read in 1 turn");
    text_at(d->out, SHARED_LEFT, y, "axis", text);
}

static void legend(const struct drawing *d, double y) {
    rect(d->out, LEFT, y - 11, 24, 14, "fill=\"#a6cee3\" stroke=\"#666\" stroke-width=\".7\"");
    text_at(d->out, LEFT + 32, y, "axis", "a color is a row");
    rect(d->out, LEFT + 160, y - 11, 24, 14,
         "fill=\"url(#fill)\" stroke=\"#666\" stroke-width=\".7\"");
    text_at(d->out, LEFT + 192, y, "axis", "outside the tensor: filled, or not stored");
    rect(d->out, LEFT + 450, y - 11, 24, 14, "fill=\"none\" stroke=\"#000\" stroke-width=\"2\"");
    text_at(d->out, LEFT + 482, y, "axis", "tensor");
    rect(d->out, LEFT + 550, y - 11, 24, 14, "fill=\"none\" stroke=\"#06c\" stroke-width=\"2\"");
    text_at(d->out, LEFT + 582, y, "axis", "box");
}

void access_draw(struct out *out, const ptxc_tensormap *map, const ptxc_tm_copy *copy) {
    struct picture *p = malloc(sizeof *p);
    if (!p) {
        out_fail(out, ENOMEM);
        return;
    }
    picture_make(p, map, copy);
    struct drawing d = {out, p};
    int height = p->trap ? 90 : TOP + TENSOR + 100;
    begin(out, height);
    titles(&d);
    if (!p->trap) {
        draw_tensor(&d);
        draw_shared(&d);
        legend(&d, height - 20);
    }
    out_text(out, "</svg>\n");
    free(p);
}
