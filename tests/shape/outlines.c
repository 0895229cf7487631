/* outlines.c: outlines cut into convex parts: they cover the outline, do not overlap, and are
 * nearly as few as a search finds; what is no outline is refused. Rounded boxes, and corners of
 * shapes. */
#include <math.h>
#include <string.h>

#include "suites.h"
#include "support/random.h"

static const double PI = 3.14159265358979323846;
static const evo_pose HERE = {{0, 0}, 0};

enum { MOST = EVO_OUTLINE_POINTS, PARTS = MOST };

/* ---- Outlines -------------------------------------------------------------------------------- */

typedef struct outline {
    int count;
    evo_vec2 points[MOST];
} outline;

static double cross_at(evo_vec2 a, evo_vec2 b, evo_vec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static double area_of(const outline *o) {
    double twice = 0;
    for (int i = 1; i + 1 < o->count; ++i)
        twice += cross_at(o->points[0], o->points[i], o->points[i + 1]);
    return 0.5 * fabs(twice);
}

static bool cross(evo_vec2 a, evo_vec2 b, evo_vec2 c, evo_vec2 d) {
    return cross_at(a, b, c) * cross_at(a, b, d) < 0 && cross_at(c, d, a) * cross_at(c, d, b) < 0;
}

static void reverse(outline *o, int from, int to) {
    for (; from < to; ++from, --to) {
        const evo_vec2 p = o->points[from];
        o->points[from] = o->points[to];
        o->points[to] = p;
    }
}

/* Exchanges two edges that cross until none do, which makes the outline shorter each time. */
static void uncross(outline *o) {
    const int count = o->count;
    for (bool done = false; !done;) {
        done = true;
        for (int i = 0; i < count; ++i)
            for (int k = i + 2; k < count; ++k)
                if (cross(o->points[i], o->points[i + 1], o->points[k],
                          o->points[(k + 1) % count])) {
                    reverse(o, i + 1, k);
                    done = false;
                }
    }
}

static void make_wild(outline *o, int count) {
    o->count = count;
    for (int i = 0; i < count; ++i) o->points[i] = random_vector(1);
    uncross(o);
}

/* A star: reflex points that nearly all see each other. */
static void make_star(outline *o, int count) {
    o->count = count;
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * PI * i / count, radius = i % 2 ? random_between(0.6, 0.7) : 1;
        o->points[i] = (evo_vec2){radius * cos(angle), radius * sin(angle)};
    }
}

/* Spikes that look up at a bow: reflex points that see all of it, left and right. */
static void make_spikes(outline *o, int count) {
    o->count = count;
    const int spikes = count / 4, bow = count - 2 * spikes;
    for (int i = 0; i < 2 * spikes; ++i)
        o->points[i] = (evo_vec2){2.0 * i / (2 * spikes - 1) - 1, i % 2 ? -0.5 : 0};
    for (int i = 0; i < bow; ++i) {
        const double angle = PI * (i + 0.5) / bow;
        o->points[2 * spikes + i] = (evo_vec2){1.1 * cos(angle), 0.3 + sin(angle)};
    }
}

/* A spiral corridor. */
static void make_spiral(outline *o, int count) {
    o->count = count - count % 2;
    for (int i = 0; i < o->count / 2; ++i) {
        const double angle = 0.3 * i, radius = 1 + 0.3 * angle;
        const evo_vec2 to = {cos(angle), sin(angle)};
        o->points[i] = (evo_vec2){(radius + 1) * to.x, (radius + 1) * to.y};
        o->points[o->count - 1 - i] = (evo_vec2){radius * to.x, radius * to.y};
    }
}

/* A skyline of whole numbers: many points on the same lines, above and below the middle. */
static void make_skyline(outline *o, int count) {
    const int columns = count / 4;
    o->count = 4 * columns;
    for (int i = 0; i < columns; ++i) {
        const double top = floor(random_between(1, 4)), bottom = -floor(random_between(1, 4));
        o->points[2 * i] = (evo_vec2){i, bottom};
        o->points[2 * i + 1] = (evo_vec2){i + 1, bottom};
        o->points[4 * columns - 1 - 2 * i] = (evo_vec2){i, top};
        o->points[4 * columns - 2 - 2 * i] = (evo_vec2){i + 1, top};
    }
}

/* A regular one: convex, and as large as it can be. */
static void make_round(outline *o, int count) {
    o->count = count;
    for (int i = 0; i < count; ++i)
        o->points[i] = (evo_vec2){cos(2 * PI * i / count), sin(2 * PI * i / count)};
}

typedef void make_outline(outline *o, int count);
static make_outline *const KINDS[] = {make_wild,   make_star,    make_spikes,
                                      make_spiral, make_skyline, make_round};
enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

/* Moves, turns and scales it, and turns it round half of the time. */
static void place(outline *o) {
    const double angle = random_between(0, 2 * PI), scale = random_scale(1e-3, 1e3);
    const evo_vec2 to = random_vector(10 * scale);
    const double c = scale * cos(angle), s = scale * sin(angle);
    for (int i = 0; i < o->count; ++i) {
        const evo_vec2 p = o->points[i];
        o->points[i] = (evo_vec2){to.x + c * p.x - s * p.y, to.y + s * p.x + c * p.y};
    }
    if (random_between(0, 1) < 0.5) reverse(o, 0, o->count - 1);
}

/* Repeats points, and adds some between neighbours. */
static void add_idle(outline *o, int most) {
    while (o->count < most) {
        const int at = (int)random_between(0, o->count);
        const evo_vec2 a = o->points[at], b = o->points[(at + 1) % o->count];
        const double part = random_between(-1, 1);
        for (int i = o->count++; i > at; --i) o->points[i] = o->points[i - 1];
        o->points[at + 1] = part < 0
                                ? o->points[at]
                                : (evo_vec2){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
    }
}

/* ---- Laws ------------------------------------------------------------------------------------ */

static double area_of_parts(const evo_shape *parts, size_t count) {
    double area = 0;
    for (size_t i = 0; i < count; ++i) area += evo_shape_area(&parts[i]);
    return area;
}

/* Counts the parts that have a point within. */
static int count_around(const evo_shape *parts, size_t count, evo_vec2 point) {
    int found = 0;
    for (size_t i = 0; i < count; ++i) found += evo_shape_contains(&parts[i], HERE, point);
    return found;
}

static bool is_within(const outline *o, evo_vec2 p) {
    bool within = false;
    for (int i = 0; i < o->count; ++i) {
        const evo_vec2 a = o->points[i], b = o->points[(i + 1) % o->count];
        const bool left = cross_at(a, b, p) > 0;
        if ((a.y <= p.y) != (b.y <= p.y) && left == (b.y > a.y)) within = !within;
    }
    return within;
}

static evo_bounds bounds_of(const outline *o) {
    evo_bounds box = {o->points[0], o->points[0]};
    for (int i = 0; i < o->count; ++i) {
        const evo_vec2 p = o->points[i];
        box.min = (evo_vec2){fmin(box.min.x, p.x), fmin(box.min.y, p.y)};
        box.max = (evo_vec2){fmax(box.max.x, p.x), fmax(box.max.y, p.y)};
    }
    return box;
}

/* Each point is in one part if it is in the outline, else in none; the parts' areas add up. */
static void check_cover(const outline *o, const evo_shape *parts, size_t count) {
    const evo_bounds box = bounds_of(o);
    const double width = box.max.x - box.min.x, height = box.max.y - box.min.y;
    const double sum = area_of_parts(parts, count), area = area_of(o);
    ck_assert_msg(fabs(sum - area) <= 1e-12 * (area + width * height), "area %.17g of %.17g", sum,
                  area);
    for (int i = 0; i < 100; ++i) {
        const evo_vec2 p = {random_between(box.min.x, box.max.x),
                            random_between(box.min.y, box.max.y)};
        const int around = count_around(parts, count, p);
        ck_assert_msg(around == is_within(o, p), "(%g, %g) is in %d parts", p.x, p.y, around);
    }
}

/* Parts are valid, and their corners are points of the outline. */
static void check_parts(const outline *o, const evo_shape *parts, size_t count) {
    const evo_bounds box = bounds_of(o);
    const double near = 1e-12 * (box.max.x - box.min.x + box.max.y - box.min.y);
    for (size_t i = 0; i < count; ++i) {
        evo_vec2 corners[EVO_POLYGON_POINTS];
        ck_assert_int_eq(evo_shape_check(&parts[i]), EVO_OK);
        const int most = evo_shape_corners(&parts[i], HERE, corners);
        ck_assert_int_ge(most, 3);
        for (int k = 0; k < most; ++k) {
            double least = INFINITY;
            for (int j = 0; j < o->count; ++j)
                least = fmin(least,
                             hypot(corners[k].x - o->points[j].x, corners[k].y - o->points[j].y));
            ck_assert_double_le(least, near);
        }
    }
}

static size_t check_cut(const outline *o) {
    static evo_shape parts[PARTS];
    const size_t count = evo_polygon_parts(o->points, (size_t)o->count, parts, PARTS);
    ck_assert_uint_gt(count, 0);
    ck_assert_uint_le(count, (size_t)o->count - 2);
    check_parts(o, parts, count);
    check_cover(o, parts, count);
    return count;
}

static void run_kinds(int rounds, int most) {
    for (int round = 0; round < rounds; ++round)
        for (int kind = 0; kind < KIND_COUNT; ++kind) {
            outline o;
            KINDS[kind](&o, (int)random_scale(8, most + 1));
            place(&o);
            const size_t plain = check_cut(&o);
            add_idle(&o, o.count + (MOST - o.count) / 4);
            ck_assert_uint_le(check_cut(&o), plain);
        }
}

START_TEST(parts_cover_the_outline) {
    random_seed((uint64_t)_i);
    run_kinds(6, 60);
}
END_TEST

START_TEST(parts_cover_large_outlines) {
    random_seed((uint64_t)_i + 1000);
    run_kinds(4, MOST);
}
END_TEST

/* ---- The least number ------------------------------------------------------------------------ */

enum { SEARCHED = 12 };

/* Outlines of few points, counterclockwise, and what a search knows of them. */
typedef struct searched {
    outline o;
    bool sees[SEARCHED][SEARCHED];
    unsigned char least[1 << SEARCHED]; /* least numbers of parts, by sets of corners; 0: unknown */
} searched;

/* Returns the sign of a turn; 0: straight on. */
static int turn_of(const searched *s, int a, int b, int c) {
    const double turn = cross_at(s->o.points[a], s->o.points[b], s->o.points[c]);
    return (turn > 1e-9) - (turn < -1e-9);
}

/* Whether points of the way between two others are all within, and none of them is a corner. */
static bool do_see(const searched *s, int a, int b) {
    const evo_vec2 p = s->o.points[a], q = s->o.points[b];
    for (int k = 0; k < s->o.count; ++k) {
        const int next = (k + 1) % s->o.count;
        const evo_vec2 r = s->o.points[k];
        const double place = (r.x - p.x) * (q.x - p.x) + (r.y - p.y) * (q.y - p.y);
        const double whole = (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y);
        if (k != a && k != b && turn_of(s, a, b, k) == 0 && place > 0 && place < whole)
            return false;
        if (k == a || k == b || next == a || next == b) continue;
        if (cross(p, q, r, s->o.points[next])) return false;
    }
    return is_within(&s->o, (evo_vec2){0.5 * (p.x + q.x), 0.5 * (p.y + q.y)});
}

static void find_sight(searched *s) {
    memset(s->least, 0, sizeof s->least);
    for (int a = 0; a < s->o.count; ++a)
        for (int b = 0; b < a; ++b) s->sees[a][b] = s->sees[b][a] = do_see(s, a, b);
}

/* Returns whether the corners of a set make a convex part of few enough. */
static bool is_part(const searched *s, const int *of, int count) {
    int corners = 0;
    for (int i = 0; i < count; ++i) {
        const int turn = turn_of(s, of[i], of[(i + 1) % count], of[(i + 2) % count]);
        if (turn < 0) return false;
        corners += turn;
    }
    return corners >= 3 && corners <= EVO_POLYGON_POINTS;
}

/* Tries all cuts. */
static int search(searched *s, unsigned set) {
    int of[SEARCHED], count = 0, least = SEARCHED * SEARCHED;
    if (s->least[set] > 0) return s->least[set];
    for (int i = 0; i < s->o.count; ++i)
        if (set >> i & 1) of[count++] = i;
    if (count < 3) return least;
    if (is_part(s, of, count)) least = 1;
    for (int i = 0; i < count && least > 1; ++i)
        for (int k = i + 2; k < count; ++k) {
            if ((i == 0 && k + 1 == count) || !s->sees[of[i]][of[k]]) continue;
            const unsigned until = (2u << of[k]) - 1, from = ~((1u << of[i]) - 1);
            const unsigned one = set & until & from;
            const unsigned other = (set & ~one) | 1u << of[i] | 1u << of[k];
            const int parts = search(s, one) + search(s, other);
            if (parts < least) least = parts;
        }
    return s->least[set] = (unsigned char)least;
}

/* Parts to the least number: of one outline, as Hertel and Mehlhorn proved, and of many. */
static const int WORST = 4;
static const double USUAL = 1.5;

/* Skylines have points on lines, where the cuts of the search may have straight corners. */
static void compare(make_outline *make, int rounds) {
    static searched s;
    static evo_shape parts[SEARCHED];
    int sum = 0, sum_least = 0;
    for (int round = 0; round < rounds; ++round) {
        make(&s.o, (int)random_between(4, SEARCHED + 1));
        if (make == make_skyline) make(&s.o, SEARCHED);
        find_sight(&s);
        const size_t made = evo_polygon_parts(s.o.points, (size_t)s.o.count, parts, SEARCHED);
        const int least = search(&s, (1u << s.o.count) - 1);
        ck_assert_msg((int)made >= least && (int)made <= WORST * least,
                      "%d parts, and %d are the least", (int)made, least);
        sum += (int)made;
        sum_least += least;
    }
    ck_assert_double_le(sum, USUAL * sum_least);
}

/* The search takes outlines that go counterclockwise. */
static void turn_left(outline *o) {
    double twice = 0;
    for (int i = 1; i + 1 < o->count; ++i)
        twice += cross_at(o->points[0], o->points[i], o->points[i + 1]);
    if (twice < 0) reverse(o, 0, o->count - 1);
}

/* Points of a grid, many of them on lines; what touches itself is made anew. */
static bool touches_itself(const outline *o) {
    for (int i = 0; i < o->count; ++i)
        for (int k = 0; k < o->count; ++k) {
            const evo_vec2 p = o->points[k], a = o->points[i], b = o->points[(i + 1) % o->count];
            const double place = (p.x - a.x) * (p.x - b.x) + (p.y - a.y) * (p.y - b.y);
            if (k == i || k == (i + 1) % o->count) continue;
            if (cross_at(a, b, p) == 0 && place <= 0) return true;
        }
    return false;
}

static void make_grid(outline *o, int count) {
    do {
        o->count = count;
        for (int i = 0; i < count; ++i) {
            const evo_vec2 p = random_vector(3);
            o->points[i] = (evo_vec2){floor(p.x), floor(p.y)};
        }
        uncross(o);
    } while (touches_itself(o));
    turn_left(o);
}

static void make_left(outline *o, int count) {
    make_wild(o, count);
    turn_left(o);
}

START_TEST(parts_are_few) {
    random_seed((uint64_t)_i);
    compare(make_left, 150);
    compare(make_star, 20);
    compare(make_skyline, 50);
    compare(make_grid, 100);
    compare(make_round, 5);
}
END_TEST

/* ---- Known outlines -------------------------------------------------------------------------- */

typedef struct known {
    size_t parts;
    int count;
    evo_vec2 points[12];
} known;

START_TEST(known_outlines_are_cut_well) {
    const known all[] = {
        {1, 3, {{0, 0}, {1, 0}, {0, 1}}},
        {1, 4, {{0, 0}, {0, 1}, {1, 1}, {1, 0}}},
        {2, 6, {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}},
        /* A T, whose bar has points on one side. */
        {2, 8, {{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}, {-1, 2}, {-1, 1}, {0, 1}}},
        /* A bar with three teeth. */
        {4,
         12,
         {{0, 1},
          {0, 0},
          {1, 0},
          {1, 1},
          {2, 1},
          {2, 0},
          {3, 0},
          {3, 1},
          {4, 1},
          {4, 0},
          {5, 0},
          {5, 2}}},
        /* A plus. */
        {3,
         12,
         {{1, 0},
          {2, 0},
          {2, 1},
          {3, 1},
          {3, 2},
          {2, 2},
          {2, 3},
          {1, 3},
          {1, 2},
          {0, 2},
          {0, 1},
          {1, 1}}},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
        outline o = {.count = all[i].count};
        memcpy(o.points, all[i].points, sizeof all[i].points);
        const size_t made = check_cut(&o);
        ck_assert_msg(made == all[i].parts, "outline %d: %d parts", (int)i, (int)made);
    }
}
END_TEST

/* Points nearly on a line are corners, to which the area is kept, or none. */
START_TEST(fine_corners_keep_their_area) {
    for (int i = 0; i < 300; ++i) {
        const double depth = random_scale(1e-16, 1e-2) * (i % 2 ? 1 : -1);
        const outline o = {5, {{0, 0}, {0.5, depth}, {1, 0}, {1, 1}, {0, 1}}};
        check_cut(&o);
    }
}
END_TEST

START_TEST(parts_beyond_the_capacity_are_counted) {
    outline o;
    evo_shape parts[MOST], few[MOST];
    random_seed(3);
    make_star(&o, 60);
    const size_t count = evo_polygon_parts(o.points, 60, parts, MOST);
    ck_assert_uint_eq(evo_polygon_parts(o.points, 60, NULL, 9), count);
    memset(few, 77, sizeof few);
    const evo_shape before = few[3];
    ck_assert_uint_eq(evo_polygon_parts(o.points, 60, few, 3), count);
    ck_assert_mem_eq(few, parts, 3 * sizeof *few);
    ck_assert_mem_eq(&few[3], &before, sizeof before);
}
END_TEST

/* ---- What is refused ------------------------------------------------------------------------- */

static void refuse(const outline *o, const char *what) {
    evo_shape parts[4], before;
    memset(parts, 77, sizeof parts);
    before = parts[0];
    const size_t made = evo_polygon_parts(o->points, (size_t)o->count, parts, 4);
    ck_assert_msg(made == 0, "%s: %d parts", what, (int)made);
    ck_assert_mem_eq(&parts[0], &before, sizeof before);
}

START_TEST(what_is_no_outline_is_refused) {
    const outline bow = {4, {{0, 0}, {1, 1}, {1, 0}, {0, 1}}};
    const outline pinched = {6, {{0, 0}, {1, 1}, {2, 0}, {2, 2}, {1, 1}, {0, 2}}};
    const outline resting = {5, {{0, 0}, {2, 0}, {2, 1}, {1, 0}, {0, 1}}};
    const outline spike = {5, {{0, 0}, {1, 0}, {3, 0}, {1, 0}, {0, 1}}};
    const outline line = {4, {{0, 0}, {1, 1}, {2, 2}, {3, 3}}};
    const outline one = {4, {{1, 1}, {1, 1}, {1, 1}, {1, 1}}};
    const outline two = {2, {{0, 0}, {1, 1}}};
    const outline no_number = {4, {{0, 0}, {1, 0}, {1, NAN}, {0, 1}}};
    const outline infinite = {4, {{0, 0}, {1, 0}, {INFINITY, 1}, {0, 1}}};
    const outline large = {3, {{0, 0}, {2e30, 0}, {0, 1}}};
    const outline huge = {4, {{-1e30, 0}, {0, -1e30}, {1e30, 0}, {0, 1e30}}};
    const outline small = {3, {{0, 0}, {1e-31, 0}, {0, 1e-31}}};
    const outline twice = {6, {{0, 0}, {1, 0}, {0, 1}, {0, 0}, {1, 0}, {0, 1}}};
    const outline thin = {4, {{0, 0}, {1, 0}, {1, 1e-13}, {0, 1e-13}}};
    refuse(&bow, "a bow");
    refuse(&pinched, "pinched");
    refuse(&resting, "a point on an edge");
    refuse(&spike, "a spike");
    refuse(&line, "a line");
    refuse(&one, "one point");
    refuse(&two, "two points");
    refuse(&no_number, "NaN");
    refuse(&infinite, "infinite");
    refuse(&large, "too large");
    refuse(&huge, "huge");
    refuse(&small, "too small");
    refuse(&twice, "twice round");
    refuse(&thin, "too thin");
    ck_assert_uint_eq(evo_polygon_parts(NULL, 4, NULL, 0), 0);
    ck_assert_uint_eq(evo_polygon_parts(two.points, 0, NULL, 0), 0);
    static evo_vec2 many[MOST + 1];
    outline o;
    make_round(&o, MOST);
    memcpy(many, o.points, sizeof o.points);
    many[MOST] = many[0];
    ck_assert_uint_eq(evo_polygon_parts(many, MOST + 1, NULL, 0), 0);
    ck_assert_uint_eq(evo_polygon_parts(many, MOST, NULL, 0), (MOST - 3) / 6 + 1);
}
END_TEST

/* Two edges that cross, somewhere in an outline. */
START_TEST(crossed_outlines_are_refused) {
    random_seed(11);
    for (int round = 0; round < 200; ++round) {
        outline o;
        KINDS[round % KIND_COUNT](&o, (int)random_scale(8, 60));
        const int i = (int)random_between(0, o.count - 3), k = i + 2;
        reverse(&o, i + 1, k);
        if (!cross(o.points[i], o.points[i + 1], o.points[k], o.points[(k + 1) % o.count]))
            continue;
        place(&o);
        refuse(&o, "crossed");
    }
}
END_TEST

/* Any points, on few lines and anywhere, give parts that are valid and as large, or none. */
START_TEST(any_points_are_answered) {
    random_seed((uint64_t)_i);
    for (int round = 0; round < 3000; ++round) {
        static evo_shape parts[PARTS];
        outline o;
        o.count = (int)random_between(3, 9);
        const double step = round % 3 ? 1 : 0, fine = random_scale(1e-16, 1e-6);
        for (int i = 0; i < o.count; ++i) {
            const evo_vec2 p = random_vector(2), off = random_vector(fine);
            o.points[i] = step > 0 ? (evo_vec2){floor(p.x) + off.x, floor(p.y) + off.y} : p;
        }
        const size_t count = evo_polygon_parts(o.points, (size_t)o.count, parts, PARTS);
        if (count == 0) continue;
        check_parts(&o, parts, count);
        ck_assert_double_eq_tol(area_of_parts(parts, count), area_of(&o), 1e-10);
    }
}
END_TEST

/* ---- Boxes and corners ----------------------------------------------------------------------- */

START_TEST(rounded_boxes_have_their_size) {
    random_seed(5);
    for (int i = 0; i < 300; ++i) {
        const double x = random_scale(1e-3, 1e3), y = random_scale(1e-3, 1e3);
        const double least = fmin(x, y), radius = i % 3 ? random_between(0, least) : least;
        const evo_shape box = evo_rounded_box(x, i % 9 ? y : least, radius);
        const double height = i % 9 ? y : least;
        const evo_bounds bounds = evo_shape_bounds(&box, HERE);
        ck_assert_int_eq(evo_shape_check(&box), EVO_OK);
        ck_assert_double_eq_tol(bounds.max.x, x, 1e-12 * x);
        ck_assert_double_eq_tol(bounds.min.y, -height, 1e-12 * height);
        const double area = 4 * x * height - (4 - PI) * radius * radius;
        ck_assert_double_eq_tol(evo_shape_area(&box), area, 1e-12 * x * height * 4);
    }
    const evo_shape disk = evo_rounded_box(2, 2, 2), bar = evo_rounded_box(1, 3, 1);
    const evo_shape plain = evo_rounded_box(1, 2, 0), box = evo_box(1, 2);
    ck_assert(disk.kind == EVO_CIRCLE && bar.kind == EVO_CAPSULE);
    ck_assert_mem_eq(&plain, &box, sizeof box);
}
END_TEST

START_TEST(bad_rounded_boxes_are_refused) {
    const double sizes[][3] = {{1, 2, 1.5}, {1, 2, -0.1}, {0, 1, 0},          {-1, 1, 0},
                               {1, 1, 1.1}, {-1, -1, -1}, {NAN, 1, 0},        {1, NAN, 0},
                               {1, 1, NAN}, {0, 0, 0},    {INFINITY, 1, 0.1}, {1e31, 1e31, 1},
                               {-1, 2, -1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        const evo_shape box = evo_rounded_box(sizes[i][0], sizes[i][1], sizes[i][2]);
        ck_assert_msg(evo_shape_check(&box) == EVO_ERROR_INVALID, "box %d", (int)i);
    }
}
END_TEST

static void check_corners(const evo_shape *shape, int count, const evo_vec2 *expected) {
    const evo_pose at = {{3, -2}, PI / 2};
    evo_vec2 corners[EVO_POLYGON_POINTS];
    ck_assert_int_eq(evo_shape_corners(shape, at, corners), count);
    for (int i = 0; i < count; ++i) {
        ck_assert_double_eq_tol(corners[i].x, 3 - expected[i].y, 1e-12);
        ck_assert_double_eq_tol(corners[i].y, -2 + expected[i].x, 1e-12);
    }
}

START_TEST(shapes_have_corners) {
    const evo_vec2 square[] = {{-1, -2}, {1, -2}, {1, 2}, {-1, 2}};
    const evo_vec2 rounded[] = {{-0.5, -1.5}, {0.5, -1.5}, {0.5, 1.5}, {-0.5, 1.5}};
    const evo_vec2 ends[] = {{1, 2}, {-3, 5}};
    const evo_shape box = evo_box(1, 2), round_box = evo_rounded_box(1, 2, 0.5);
    const evo_shape line = evo_segment(ends[0], ends[1]);
    const evo_shape bar = evo_capsule(ends[0], ends[1], 0.5);
    const evo_shape round[] = {evo_circle(1), evo_ellipse(1, 2), evo_ring(1, 0.5, 0, 1),
                               {0},           evo_circle(-1),    evo_box(-1, 1)};
    check_corners(&box, 4, square);
    check_corners(&round_box, 4, rounded);
    check_corners(&line, 2, ends);
    check_corners(&bar, 2, ends);
    for (size_t i = 0; i < sizeof round / sizeof round[0]; ++i) check_corners(&round[i], 0, NULL);
    ck_assert_int_eq(evo_shape_corners(NULL, HERE, (evo_vec2[EVO_POLYGON_POINTS]){{0, 0}}), 0);
    ck_assert_int_eq(evo_shape_corners(&box, HERE, NULL), 0);
    evo_vec2 corners[EVO_POLYGON_POINTS];
    ck_assert_int_eq(evo_shape_corners(&box, (evo_pose){{NAN, 0}, 0}, corners), 0);
}
END_TEST

Suite *suite_outlines(void) {
    Suite *suite = suite_create("outlines");
    TCase *parts = tcase_create("parts");
    tcase_add_loop_test(parts, parts_cover_the_outline, 0, 4);
    tcase_add_loop_test(parts, parts_are_few, 0, 4);
    tcase_add_test(parts, known_outlines_are_cut_well);
    tcase_add_test(parts, fine_corners_keep_their_area);
    tcase_add_test(parts, parts_beyond_the_capacity_are_counted);
    suite_add_tcase(suite, parts);
    TCase *deep = tcase_create("deep");
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 300);
    tcase_add_loop_test(deep, parts_cover_large_outlines, 0, 20);
    tcase_add_loop_test(deep, parts_are_few, 100, 200);
    suite_add_tcase(suite, deep);
    TCase *refused = tcase_create("refused");
    tcase_add_test(refused, what_is_no_outline_is_refused);
    tcase_add_test(refused, crossed_outlines_are_refused);
    tcase_add_loop_test(refused, any_points_are_answered, 0, 4);
    suite_add_tcase(suite, refused);
    TCase *boxes = tcase_create("boxes");
    tcase_add_test(boxes, rounded_boxes_have_their_size);
    tcase_add_test(boxes, bad_rounded_boxes_are_refused);
    tcase_add_test(boxes, shapes_have_corners);
    suite_add_tcase(suite, boxes);
    return suite;
}
