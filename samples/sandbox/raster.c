#include "sandbox/raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Pixels ---------------------------------------------------------------------------------- */

/* `alpha` of 256 parts. Red and blue share one multiplication. */
static inline uint32_t mixed(uint32_t under, uint32_t over, uint32_t alpha) {
    const uint32_t rest = 256 - alpha;
    const uint32_t red_blue =
        ((under & 0xff00ff) * rest + (over & 0xff00ff) * alpha) >> 8 & 0xff00ff;
    const uint32_t green = ((under & 0x00ff00) * rest + (over & 0x00ff00) * alpha) >> 8 & 0x00ff00;
    return red_blue | green;
}

static inline uint32_t alpha_of(pen_colour colour) {
    return (colour & 255) + (colour >> 7 & 1);
}

static inline void tint(uint32_t *pixel, pen_colour colour, float cover) {
    if (!(cover > 0)) return;
    const float part = cover > 1 ? 1 : cover;
    *pixel = mixed(*pixel, colour >> 8, (uint32_t)(part * (float)alpha_of(colour)));
}

/* Long spans are copied block by block. */
static void fill_solid(uint32_t *pixels, int count, uint32_t colour) {
    enum { PIECE = 32 };
    uint32_t piece[PIECE];
    for (int i = 0; i < PIECE && count >= PIECE; ++i) piece[i] = colour;
    for (; count >= PIECE; count -= PIECE, pixels += PIECE) memcpy(pixels, piece, sizeof piece);
    for (int i = 0; i < count; ++i) pixels[i] = colour;
}

/* Fills columns [from, to) of a row, clipped to the page. */
static void fill_span(raster *r, int y, int from, int to, pen_colour colour) {
    const uint32_t alpha = alpha_of(colour), over = colour >> 8;
    if (from < r->left) from = r->left;
    if (to > r->right) to = r->right;
    if (alpha == 0 || y < r->top || y >= r->bottom) return;
    uint32_t *row = r->pixels + (ptrdiff_t)y * r->stride;
    if (alpha == 256)
        fill_solid(row + from, to - from, over);
    else
        for (int x = from; x < to; ++x) row[x] = mixed(row[x], over, alpha);
}

/* Clamped, because the conversion of a large double is undefined. */
static int column(double x) {
    return (int)fmax(-1e6, fmin(1e6, x));
}

/* ---- Rims ------------------------------------------------------------------------------------ */

/* Signed distance of a point from a shape's rim, negative inside; accurate near the rim, elsewhere
 * only large and of the right sign. */
typedef double (*rim_distance)(const void *shape, double x, double y);

typedef struct rim_ink {
    pen_style style;
    float half; /* of the line's width; 0: none */
} rim_ink;

static rim_ink ink_of(pen_style style) {
    const bool lined = (style.line & 255) > 0 && style.width > 0 && !style.dashed;
    const rim_ink ink = {style, lined ? 0.5f * (float)style.width : 0};
    return ink;
}

/* A thin line's coverage of a pixel is at most its width. */
static inline void ink_pixel(uint32_t *pixel, const rim_ink *ink, float distance) {
    const float lined = ink->half + 0.5f - (distance < 0 ? -distance : distance);
    tint(pixel, ink->style.fill, 0.5f - distance);
    if (ink->half > 0) tint(pixel, ink->style.line, lined < 2 * ink->half ? lined : 2 * ink->half);
}

static void ink_pixels(raster *r, int y, int from, int to, const rim_ink *ink,
                       rim_distance distance, const void *shape) {
    if (from < r->left) from = r->left;
    if (to > r->right) to = r->right;
    if (y < r->top || y >= r->bottom) return;
    uint32_t *row = r->pixels + (ptrdiff_t)y * r->stride;
    for (int x = from; x < to; ++x)
        ink_pixel(&row[x], ink, (float)distance(shape, x + 0.5, y + 0.5));
}

/* ---- Ellipses, and circles among them -------------------------------------------------------- */

/* In its own axes x'x'/aa + y'y'/bb = 1; on the page a xx + 2 b xy + c yy = 1. */
typedef struct oval {
    evo_vec2 center, axis; /* axis: of the first radius, y down */
    double radii[2];
} oval;

/* First-order distance from the rim: s^2 + t^2 - 1 over its gradient, with s and t the coordinates
 * along the axes in radii. Both grow linearly from pixel to pixel. */
static void ink_oval(raster *r, int y, int from, int to, const rim_ink *ink, const oval *o) {
    if (from < r->left) from = r->left;
    if (to > r->right) to = r->right;
    const double right = from + 0.5 - o->center.x, down = y + 0.5 - o->center.y;
    const float p = (float)(1 / o->radii[0]), q = (float)(1 / o->radii[1]);
    const float step_s = (float)o->axis.x * p, step_t = (float)-o->axis.y * q;
    float s = (float)(right * o->axis.x + down * o->axis.y) * p;
    float t = (float)(down * o->axis.x - right * o->axis.y) * q;
    uint32_t *row = r->pixels + (ptrdiff_t)y * r->stride;
    for (int x = from; x < to; ++x, s += step_s, t += step_t) {
        const float slope = 2 * sqrtf(s * s * p * p + t * t * q * q);
        ink_pixel(&row[x], ink, slope > 0 ? (s * s + t * t - 1) / slope : -1e9f);
    }
}

/* Where a row crosses the oval whose radii are enlarged by `more`; false: nowhere. */
static bool oval_span(const oval *o, double more, double y, double span[2]) {
    const double p = o->radii[0] + more, q = o->radii[1] + more;
    if (p <= 0 || q <= 0) return false;
    const double c = o->axis.x, s = o->axis.y, pp = 1 / (p * p), qq = 1 / (q * q);
    const double a = c * c * pp + s * s * qq, b = c * s * (pp - qq), d = s * s * pp + c * c * qq;
    const double down = y - o->center.y, root = (b * b - a * d) * down * down + a;
    if (root <= 0) return false;
    const double middle = o->center.x - b * down / a, half = sqrt(root) / a;
    span[0] = middle - half;
    span[1] = middle + half;
    return true;
}

static double oval_height(const oval *o) {
    return hypot(o->radii[0] * o->axis.y, o->radii[1] * o->axis.x);
}

static void draw_oval(raster *r, const oval *o, pen_style style) {
    const rim_ink ink = ink_of(style);
    const double edge = (double)ink.half + 1, reach = oval_height(o) + edge;
    const int first = column(fmax(floor(o->center.y - reach), r->top));
    const int last = column(fmin(ceil(o->center.y + reach), r->bottom));
    for (int y = first; y < last; ++y) {
        double out[2], in[2];
        if (!oval_span(o, edge, y + 0.5, out)) continue;
        const int from = column(floor(out[0])), to = column(ceil(out[1]));
        int solid = to, end = to; /* between them there is nothing but the fill */
        if (oval_span(o, -edge, y + 0.5, in) && ceil(in[0]) < floor(in[1])) {
            solid = column(ceil(in[0]));
            end = column(floor(in[1]));
        }
        ink_oval(r, y, from, solid, &ink, o);
        fill_span(r, y, solid, end, ink.style.fill);
        ink_oval(r, y, end, to, &ink, o);
    }
}

/* ---- Lines ----------------------------------------------------------------------------------- */

typedef struct stroke {
    evo_vec2 from, direction; /* direction: of length 1 */
    double length, half;
} stroke;

static double stroke_distance(const void *shape, double x, double y) {
    const stroke *s = shape;
    const double right = x - s->from.x, down = y - s->from.y;
    const double along = right * s->direction.x + down * s->direction.y;
    const double past = along < 0 ? -along : along > s->length ? along - s->length : 0;
    const double off = fabs(right * s->direction.y - down * s->direction.x);
    return (past > 0 ? sqrt(past * past + off * off) : off) - s->half;
}

/* Clips a line to the page and 20 pixels around it, to save time. */
static bool cut_line(const raster *r, evo_vec2 *a, evo_vec2 *b) {
    const double low[2] = {r->left - 20.0, r->top - 20.0};
    const double high[2] = {r->right + 20.0, r->bottom + 20.0};
    const double from[2] = {a->x, a->y}, delta[2] = {b->x - a->x, b->y - a->y};
    double enter = 0, exit = 1;
    for (int i = 0; i < 2; ++i) {
        if (delta[i] == 0) {
            if (from[i] < low[i] || from[i] > high[i]) return false;
            continue;
        }
        const double t = (low[i] - from[i]) / delta[i], u = (high[i] - from[i]) / delta[i];
        enter = fmax(enter, fmin(t, u));
        exit = fmin(exit, fmax(t, u));
    }
    if (!(enter < exit)) return false;
    *a = pen_at(from[0] + enter * delta[0], from[1] + enter * delta[1]);
    *b = pen_at(from[0] + exit * delta[0], from[1] + exit * delta[1]);
    return true;
}

static void draw_stroke(raster *r, evo_vec2 a, evo_vec2 b, pen_colour colour, double width) {
    if (!cut_line(r, &a, &b)) return;
    const double length = hypot(b.x - a.x, b.y - a.y), thin = fmin(1, width);
    stroke s = {a, {1, 0}, length, 0.5 * fmax(1, width)};
    if (length > 0) s.direction = pen_at((b.x - a.x) / length, (b.y - a.y) / length);
    const rim_ink ink = {{.fill = pen_faint(colour, thin)}, 0};
    const double reach = s.half + 1;
    const int first = column(floor(fmin(a.y, b.y) - reach));
    const int last = column(ceil(fmax(a.y, b.y) + reach));
    for (int y = first > r->top ? first : r->top; y < last && y < r->bottom; ++y) {
        double left = fmin(a.x, b.x) - reach, right = fmax(a.x, b.x) + reach;
        if (fabs(s.direction.y) > 1e-3) { /* only the columns near the line */
            const evo_vec2 d = s.direction;
            const double middle = a.x + (y + 0.5 - a.y) * d.x / d.y;
            const double wide = reach / fabs(d.y) + fabs(d.x / d.y);
            left = fmax(left, middle - wide);
            right = fmin(right, middle + wide);
        }
        ink_pixels(r, y, column(floor(left)), column(ceil(right)), &ink, stroke_distance, &s);
    }
}

/* ---- Rings ----------------------------------------------------------------------------------- */

typedef struct band {
    evo_vec2 center;
    double inner, outer;
    bool whole;
    evo_vec2 middle; /* direction of the slice's middle, y down */
    double cosine;   /* of half the sweep */
    evo_vec2 cut; /* direction of one end, the middle turned to be x, and that end to y above 0 */
} band;

static double band_distance(const void *shape, double x, double y) {
    const band *b = shape;
    const double right = x - b->center.x, down = y - b->center.y;
    const double radius = sqrt(right * right + down * down);
    const double rim = fmax(b->inner - radius, radius - b->outer);
    if (b->whole) return rim;
    const double u = right * b->middle.x + down * b->middle.y;
    const double v = fabs(down * b->middle.x - right * b->middle.y);
    const double across = v * b->cut.x - u * b->cut.y; /* above 0: beyond the cut */
    if (u > b->cosine * radius)
        return fmax(rim, across < 0 && u * b->cut.x + v * b->cut.y > 0 ? across : -1e9);
    const double along = u * b->cut.x + v * b->cut.y;
    const double past = fmax(b->inner - along, along - b->outer);
    return past > 0 ? sqrt(past * past + across * across) : fabs(across);
}

static void draw_band(raster *r, const band *b, pen_style style) {
    const rim_ink ink = ink_of(style);
    const double edge = (double)ink.half + 1, reach = b->outer + edge;
    const int first = column(fmax(floor(b->center.y - reach), r->top));
    const int last = column(fmin(ceil(b->center.y + reach), r->bottom));
    for (int y = first; y < last; ++y) {
        const double down = y + 0.5 - b->center.y, hole = b->inner - edge;
        const double outer = sqrt(fmax(0, reach * reach - down * down));
        const double inner = hole > fabs(down) ? sqrt(hole * hole - down * down) : 0;
        const int middle = column(b->center.x);
        const int left = inner > 0 ? column(ceil(b->center.x - inner)) : middle;
        const int right = inner > 0 ? column(floor(b->center.x + inner)) : middle;
        ink_pixels(r, y, column(floor(b->center.x - outer)), left, &ink, band_distance, b);
        ink_pixels(r, y, right, column(ceil(b->center.x + outer)), &ink, band_distance, b);
    }
}

/* ---- Dashes ---------------------------------------------------------------------------------- */

static const double DASH = 4, GAP = 3; /* pixels */

/* Continues a dashed line; `done` is the length of the pattern drawn so far. */
static void dash_line(raster *r, evo_vec2 a, evo_vec2 b, pen_style style, double *done) {
    const double length = hypot(b.x - a.x, b.y - a.y);
    double at = 0;
    while (at < length) {
        const double phase = fmod(*done, DASH + GAP);
        const double next = fmin(length, at + (phase < DASH ? DASH : DASH + GAP) - phase);
        if (phase < DASH)
            draw_stroke(
                r, pen_at(a.x + (b.x - a.x) * at / length, a.y + (b.y - a.y) * at / length),
                pen_at(a.x + (b.x - a.x) * next / length, a.y + (b.y - a.y) * next / length),
                style.line, style.width);
        *done += next - at + 1e-9;
        at = next + 1e-9;
    }
}

static void dash_rim(raster *r, const oval *o, double start, double sweep, pen_style style) {
    const double largest = fmax(o->radii[0], o->radii[1]);
    const int pieces = (int)fmin(400, 8 + 0.5 * largest);
    double done = 0;
    evo_vec2 last = {0, 0};
    const double smallest = fmin(o->radii[0], o->radii[1]);
    if ((style.line & 255) == 0 || !(smallest >= 0 && largest <= 1e5)) return;
    for (int i = 0; i <= pieces; ++i) {
        const double angle = start + sweep * i / pieces;
        const double u = o->radii[0] * cos(angle), v = -o->radii[1] * sin(angle);
        const evo_vec2 next = {o->center.x + u * o->axis.x - v * o->axis.y,
                               o->center.y + u * o->axis.y + v * o->axis.x};
        if (i > 0) dash_line(r, last, next, style, &done);
        last = next;
    }
}

/* ---- The pen's functions --------------------------------------------------------------------- */

static void pen_ellipse(void *page, evo_vec2 center, double radius_x, double radius_y, double angle,
                        pen_style style) {
    raster *r = page;
    const oval o = {center, {cos(angle), -sin(angle)}, {radius_x, radius_y}};
    draw_oval(r, &o, style);
    if (style.dashed) dash_rim(r, &o, 0, PEN_TURN, style);
}

static void pen_circle(void *page, evo_vec2 center, double radius, pen_style style) {
    raster *r = page;
    const oval o = {center, {1, 0}, {radius, radius}};
    draw_oval(r, &o, style);
    if (style.dashed) dash_rim(r, &o, 0, PEN_TURN, style);
}

static void pen_ring(void *page, evo_vec2 center, double inner, double outer, double start,
                     double sweep, pen_style style) {
    raster *r = page;
    const double middle = start + sweep / 2, half = sweep / 2;
    const band b = {center,
                    inner,
                    outer,
                    sweep >= PEN_TURN,
                    {cos(middle), -sin(middle)},
                    cos(half),
                    {cos(half), sin(half)}};
    const oval rims[2] = {{center, {1, 0}, {outer, outer}}, {center, {1, 0}, {inner, inner}}};
    draw_band(r, &b, style);
    for (int i = 0; i < 2 && style.dashed; ++i) dash_rim(r, &rims[i], start, sweep, style);
}

/* Fills pixels whose centres are inside; the polygon must be convex. */
static void fill_polygon(raster *r, const evo_vec2 *points, size_t count, pen_colour colour) {
    double low = points[0].y, high = points[0].y;
    for (size_t i = 1; i < count; ++i) {
        low = fmin(low, points[i].y);
        high = fmax(high, points[i].y);
    }
    for (int y = column(fmax(floor(low), r->top)); y < column(fmin(ceil(high), r->bottom)); ++y) {
        double left = INFINITY, right = -INFINITY;
        for (size_t i = 0; i < count; ++i) {
            const evo_vec2 a = points[i], b = points[(i + 1) % count];
            if ((a.y > y + 0.5) == (b.y > y + 0.5)) continue;
            const double x = a.x + (y + 0.5 - a.y) / (b.y - a.y) * (b.x - a.x);
            left = fmin(left, x);
            right = fmax(right, x);
        }
        if (left < right)
            fill_span(r, y, column(floor(left + 0.5)), column(floor(right + 0.5)), colour);
    }
}

static void pen_path(void *page, const evo_vec2 *points, size_t count, bool closed,
                     pen_style style) {
    raster *r = page;
    const size_t lines = closed ? count : count - 1;
    double done = 0;
    if (closed && count > 2) fill_polygon(r, points, count, style.fill);
    if ((style.line & 255) == 0 || style.width <= 0) return;
    for (size_t i = 0; i < lines; ++i) {
        evo_vec2 a = points[i], b = points[(i + 1) % count];
        if (!cut_line(r, &a, &b)) continue;
        if (style.dashed)
            dash_line(r, a, b, style, &done);
        else
            draw_stroke(r, a, b, style.line, style.width);
    }
}

static void pen_clip(void *page, evo_vec2 corner, double width, double height) {
    raster *r = page;
    r->left = column(fmax(0, corner.x));
    r->top = column(fmax(0, corner.y));
    r->right = column(fmin(r->width, corner.x + width));
    r->bottom = column(fmin(r->height, corner.y + height));
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* The font of a size; the last cached one when the cache is full. */
static const raster_font *font_of(raster *r, double size) {
    for (int i = 0; i < r->font_count; ++i)
        if (r->fonts[i].size == size) return &r->fonts[i];
    if (r->font_count == RASTER_SIZES) return &r->fonts[RASTER_SIZES - 1];
    raster_make_font(&r->fonts[r->font_count], size);
    return &r->fonts[r->font_count++];
}

static int letter_of(char c) {
    return c >= RASTER_FIRST && c <= RASTER_LAST ? c - RASTER_FIRST : '?' - RASTER_FIRST;
}

double raster_text_width(raster *r, double size, const char *text) {
    const raster_font *f = font_of(r, size);
    double width = 0;
    for (; *text; ++text) width += f->advance[letter_of(*text)];
    return width;
}

static void draw_letter(raster *r, const raster_font *f, int letter, int x, int y,
                        pen_colour colour) {
    const size_t width = (size_t)f->cell_width * (RASTER_LAST - RASTER_FIRST + 1);
    for (int row = 0; row < f->cell_height; ++row) {
        const unsigned char *mask = f->masks + (size_t)row * width + letter * f->cell_width;
        const int down = y - f->base + row;
        if (down < r->top || down >= r->bottom) continue;
        uint32_t *pixels = r->pixels + (ptrdiff_t)down * r->stride;
        for (int i = 0; i < f->cell_width; ++i) {
            const int right = x - 1 + i;
            if (mask[i] > 0 && right >= r->left && right < r->right)
                tint(&pixels[right], colour, (float)mask[i] / 255.0f);
        }
    }
}

static void pen_text(void *page, evo_vec2 at, pen_align align, double size, pen_colour colour,
                     const char *text) {
    raster *r = page;
    const raster_font *f = font_of(r, size);
    double x = at.x - raster_text_width(r, size, text) * 0.5 * (double)align;
    for (; *text && f->masks; ++text) {
        draw_letter(r, f, letter_of(*text), column(floor(x + 0.5)), column(floor(at.y + 0.5)),
                    colour);
        x += f->advance[letter_of(*text)];
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

void raster_aim(raster *r, uint32_t *pixels, int width, int height, int stride) {
    const pen moves = {r,        pen_circle, pen_ellipse, pen_ring, pen_path,
                       pen_text, pen_clip,   width,       height};
    r->pen = moves;
    r->pixels = pixels;
    r->width = width;
    r->height = height;
    r->stride = stride;
    pen_unclip(&r->pen);
}

void raster_clear(raster *r, pen_colour colour) {
    for (int y = r->top; y < r->bottom; ++y) fill_span(r, y, r->left, r->right, colour);
}

void raster_free(raster *r) {
    for (int i = 0; i < r->font_count; ++i) free(r->fonts[i].masks);
    r->font_count = 0;
}
