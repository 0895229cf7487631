/* twin_lanes.h: pairs that touch twice. In: rows of two blocks, lane by lane of the same bodies.
 *
 * A body that lands on two points would rock on them if one push came after the other: there both
 * are found at once. A pair at rest is solved row by row, each push with its friction: in tall
 * piles that coupling matters more, and the rows hardly disturb each other. Out: impulses and
 * velocities, whichever other lanes there are. */

/* Both rows; each has the velocities. */
typedef struct twins {
    touching of[2];
    row_impulses before[2]; /* impulses that the bodies have got */
    row_aims aims[2];
    lanes_value belt[2];
    lanes_mask acts[2]; /* rows that have a part in it */
} twins;

typedef struct twin_impulses {
    row_impulses of[2];
} twin_impulses;

/* Loads both rows, field by field: whole ones are too much to copy. */
INLINE void twins_begin(twins *w, const contact_pass *pass, uint32_t block, bool curved) {
    const contact_rows *rows = pass->rows;
    for (int i = 0; i < 2; ++i) {
        touching *t = &w->of[i];
        t->at = &rows->blocks[block / ROW_BLOCK + (uint32_t)i];
        t->fit = &rows->fits[block / ROW_BLOCK + (uint32_t)i];
        t->fits = true;
        t->curved = curved;
        t->flats = true;
        t->ovals = rows->has[block / ROW_BLOCK + (uint32_t)i] & BLOCK_HAS_OVALS;
        t->lane = (int)(block % ROW_BLOCK);
    }
    const touching *first = &w->of[0];
    w->of[0].a = w->of[1].a = lanes_gather(pass->bodies->velocity, first->at->a + first->lane);
    w->of[0].b = w->of[1].b = lanes_gather(pass->bodies->velocity, first->at->b + first->lane);
}

/* Gives the other row the velocities of row i. */
INLINE void twins_share(twins *w, int i) {
    w->of[1 - i].a = w->of[i].a;
    w->of[1 - i].b = w->of[i].b;
}

/* Applies impulses to the velocities of both. */
INLINE void twins_apply(twins *w, int i, row_impulses added) {
    apply(&w->of[i], added.push, added.drag);
    twins_share(w, i);
}

/* Belts, and the resistance to rolling, which comes first. */
INLINE void twins_surfaces(twins *w, const contact_pass *pass, uint32_t block, int halves) {
    for (int i = 0; i < 2; ++i) {
        surface_block *surface = surface_of(pass, block + (uint32_t)i * ROW_BLOCK);
        const lanes_value push = lanes_only(~w->aims[i].fresh, w->before[i].push);
        w->belt[i] = resist_rolling(&w->of[i], surface, push, halves);
        twins_share(w, i);
    }
}

/* ---- Row by row ------------------------------------------------------------------------------ */

/* Applies what it finds. `exact`: push and friction of a row at once; else friction after it. */
INLINE twin_impulses twins_by_row(twins *w, bool exact) {
    twin_impulses found;
    for (int i = 0; i < 2; ++i) {
        touching *t = &w->of[i];
        const row_aims *aims = &w->aims[i];
        const row_impulses old = w->before[i];
        const lanes_value slip = tangent_speed(t) + aims->slip - w->belt[i];
        const lanes_value mass =
            lanes_only(w->acts[i], lanes_load(t->at->mass + t->lane) * aims->gain);
        lanes_value push = old.push - aims->leak * old.push - mass * (normal_speed(t) + aims->back);
        push = lanes_max(push, lanes_all(0));
        found.of[i] = exact ? solve_coupled(t, old, push, mass, slip)
                            : solve_round(t, old, push, slip + coupling_of(t) * (push - old.push));
        if (!exact) found.of[i].drag = lanes_only(~aims->fresh, found.of[i].drag);
        twins_apply(w, i, impulses_less(found.of[i], old));
    }
    return found;
}

/* ---- Both at once ---------------------------------------------------------------------------- */

/* Part of a yield that is let go: of a body that does not turn both rows are the same, and each
 * carries half. */
static const float TWIN_SAME = 1e-3f;

/* The velocity of row i is right[i] + own[i] push[i] + other push[1 - i]. */
typedef struct twin_pushes {
    lanes_value right[2], own[2], other;
} twin_pushes;

INLINE twin_pushes pushes_of(const twins *w) {
    const touching *t = &w->of[0], *u = &w->of[1];
    const lanes_value never = lanes_all(1e30f), one = lanes_all(1);
    twin_pushes p;
    p.other = t->a.w * (lanes_dot(t->normal, u->normal) + t->turn_a * u->turn_a)
              + t->b.w * (lanes_dot(t->normal, u->normal) + t->turn_b * u->turn_b);
    for (int i = 0; i < 2; ++i) {
        const touching *own = &w->of[i];
        const row_aims *aims = &w->aims[i];
        lanes_value yield = yield_along(own, own->turn_a, own->turn_b);
        lanes_value kept = (one - aims->leak) / aims->gain;
        p.own[i] = yield * lanes_all(1 + TWIN_SAME) / aims->gain;
        p.right[i] = normal_speed(own) + aims->back - kept * yield * w->before[i].push
                     - p.other * w->before[1 - i].push;
        p.right[i] = lanes_pick(w->acts[i], p.right[i], never);
    }
    return p;
}

/* The pushes that leave no velocity. None is below 0: where one would be, it is 0, and the other
 * alone; the first, if that does for the second, too. */
INLINE void pushes_solve(const twin_pushes *p, lanes_value push[2]) {
    const lanes_value zero = lanes_all(0), k0 = p->own[0], k1 = p->own[1], k = p->other;
    lanes_value over = over_yield(k0 * k1 - k * k);
    lanes_value first = (k * p->right[1] - k1 * p->right[0]) * over;
    lanes_value second = (k * p->right[0] - k0 * p->right[1]) * over;
    lanes_mask two = lanes_less(zero, first) & lanes_less(zero, second);
    lanes_value alone_0 = lanes_max(zero - p->right[0] * over_yield(k0), zero);
    lanes_value alone_1 = lanes_max(zero - p->right[1] * over_yield(k1), zero);
    lanes_mask enough = ~lanes_less(p->right[1] + k * alone_0, zero);
    push[0] = lanes_pick(two, first, lanes_only(enough, alone_0));
    push[1] = lanes_pick(two, second, lanes_only(~enough, alone_1));
}

/* Friction comes first, with the pushes that there are: nothing then disturbs the new ones, but
 * where these are less. */
INLINE twin_impulses twins_at_once(const twins *given) {
    twins w = *given;
    twin_impulses found;
    lanes_value push[2];
    for (int i = 0; i < 2; ++i) {
        const touching *t = &w.of[i];
        const lanes_value slip = tangent_speed(t) + w.aims[i].slip - w.belt[i];
        found.of[i] = solve_round(t, w.before[i], w.before[i].push, slip);
        twins_apply(&w, i, impulses_less(found.of[i], w.before[i]));
    }
    const twin_pushes p = pushes_of(&w);
    pushes_solve(&p, push);
    for (int i = 0; i < 2; ++i) {
        const touching *t = &w.of[i];
        lanes_value most = lanes_load(t->at->friction + t->lane) * push[i];
        found.of[i].push = push[i];
        found.of[i].drag = lanes_clamp(found.of[i].drag, lanes_all(0) - most, most);
    }
    return found;
}

/* ---- Both passes ----------------------------------------------------------------------------- */

/* Depth, as part of the fastest parting: pairs that move farther in a substep along their normals
 * are landing. */
static const float LANDING = 1.8e-3f / PUSH_SPEED;

INLINE lanes_mask twins_land(const twins *w, const contact_pass *pass) {
    const touching *t = &w->of[0], *u = &w->of[1];
    lanes_value most = lanes_all(LANDING) * lanes_load(t->at->part_most + t->lane);
    lanes_value speed = lanes_max(lanes_abs(normal_speed(t)), lanes_abs(normal_speed(u)));
    return lanes_less(most, lanes_all(pass->by.seconds) * speed);
}

/* Picks, where some lanes land, the impulses of each. */
INLINE twin_impulses twins_pick(const twins *w, lanes_mask lands, bool exact) {
    twin_impulses landing = twins_at_once(w);
    if (!lanes_bits(~lands)) return landing;
    twins rests = *w;
    twin_impulses found = twins_by_row(&rests, exact);
    for (int i = 0; i < 2; ++i) {
        found.of[i].push = lanes_pick(lands, landing.of[i].push, found.of[i].push);
        found.of[i].drag = lanes_pick(lands, landing.of[i].drag, found.of[i].drag);
    }
    return found;
}

/* Finds the impulses of a pass, and applies them. */
INLINE twin_impulses twins_solve(twins *w, const contact_pass *pass, bool exact) {
    const lanes_mask lands = twins_land(w, pass);
    twin_impulses found;
    if (!lanes_bits(lands)) {
        found = twins_by_row(w, exact);
        touching_store(&w->of[0], pass);
        return found;
    }
    found = twins_pick(w, lands, exact);
    for (int i = 0; i < 2; ++i) {
        found.of[i] = impulses_only(w->acts[i], found.of[i]);
        if (!exact) found.of[i].drag = lanes_only(~w->aims[i].fresh, found.of[i].drag);
        twins_apply(w, i, impulses_less(found.of[i], w->before[i]));
    }
    touching_store(&w->of[0], pass);
    return found;
}

INLINE void solve_twins(const contact_pass *pass, uint32_t block, bool curved) {
    const lanes_value zero = lanes_all(0);
    twins w;
    twins_begin(&w, pass, block, curved);
    for (int i = 0; i < 2; ++i) {
        load_placed(&w.of[i], pass, block + (uint32_t)i * ROW_BLOCK);
        w.before[i] = impulses_of(&w.of[i]);
        w.aims[i] = aims_of(&w.of[i], &pass->by);
        w.acts[i] = lanes_equal(zero, zero);
    }
    twins_surfaces(&w, pass, block, 1);
    const twin_impulses found = twins_solve(&w, pass, false);
    for (int i = 0; i < 2; ++i) {
        store_impulses(&w.of[i], found.of[i], found.of[i].push);
        mark_fresh(&w.of[i], pass, block + (uint32_t)i * ROW_BLOCK, w.aims[i].fresh, found.of[i]);
    }
}

/* Rows that did not push have no part in it. */
INLINE void relax_twins(const contact_pass *pass, uint32_t block) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    twins w;
    row_relaxed relaxed[2];
    const bool first = lanes_push(pass, block), second = lanes_push(pass, block + ROW_BLOCK);
    if (!first && !second) return;
    const uint8_t *has = &pass->rows->has[block / ROW_BLOCK];
    twins_begin(&w, pass, block, (has[0] | has[1]) & BLOCK_HAS_CURVED);
    for (int i = 0; i < 2; ++i) {
        relaxed[i] = relax_begin(&w.of[i], pass, block + (uint32_t)i * ROW_BLOCK);
        twins_share(&w, i);
        w.before[i] = relaxed[i].before;
        w.acts[i] = relaxed[i].acts;
        w.aims[i] =
            (row_aims){.back = zero, .gain = one, .leak = zero, .slip = zero, relaxed[i].fresh};
    }
    twins_surfaces(&w, pass, block, 2);
    const twin_impulses found = twins_solve(&w, pass, true);
    for (int i = 0; i < 2; ++i)
        relax_end(&w.of[i], pass, block + (uint32_t)i * ROW_BLOCK, &relaxed[i], found.of[i]);
}
