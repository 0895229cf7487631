/* faces_lanes.h: pairs of faces that touch at both ends of what they share. In: blocks of such
 * pairs; out: impulses and velocities.
 *
 * Both touches have one normal, that of the plane, which turns with its body. The second is as far
 * from the first as `way` says, which turns with the other body:
 *
 *     gap_2 = gap + n . way,   its arms are those of the first, and `across` along the plane.
 *
 * Both forces act on one line along the plane: friction is one impulse, solved after the pushes,
 * which are found at once. */

/* A pair: `at` has the arms of the first touch. */
typedef struct faces {
    touching at;
    second_block *second;
    lanes_value across; /* in lengths */
    lanes_value turn_2a, turn_2b;
} faces;

/* Impulses of both touches, and of friction. */
typedef struct face_impulses {
    lanes_value push[2], drag;
} face_impulses;

INLINE face_impulses face_impulses_of(const faces *f) {
    const touching *t = &f->at;
    face_impulses i = {{lanes_load(t->at->push + t->lane), lanes_load(f->second->push + t->lane)},
                       lanes_load(t->at->drag + t->lane)};
    return i;
}

INLINE face_impulses face_impulses_less(const face_impulses *i, const face_impulses *j) {
    face_impulses less = {{i->push[0] - j->push[0], i->push[1] - j->push[1]}, i->drag - j->drag};
    return less;
}

INLINE faces faces_at(const contact_pass *pass, uint32_t i) {
    const contact_rows *rows = pass->rows;
    const uint32_t block = i / ROW_BLOCK;
    faces f = {.at = {.at = &rows->blocks[block],
                      .fit = contact_fits(rows, block),
                      .fits = true,
                      .flats = true,
                      .lane = (int)(i % ROW_BLOCK)},
               .second = contact_seconds(rows, block)};
    touching *t = &f.at;
    t->a = lanes_gather(pass->bodies->velocity, t->at->a + t->lane);
    t->b = lanes_gather(pass->bodies->velocity, t->at->b + t->lane);
    find_held(t, pass->bodies);
    return f;
}

/* ---- Placing --------------------------------------------------------------------------------- */

INLINE void set_second_arms(faces *f) {
    const touching *t = &f->at;
    f->turn_2a = t->turn_a + f->across * lanes_load(t->fit->over_a + t->lane);
    f->turn_2b = t->turn_b + f->across * lanes_load(t->fit->over_b + t->lane);
}

INLINE void load_faces(faces *f) {
    load_arms(&f->at);
    f->across = lanes_load(f->second->across + f->at.lane);
    set_second_arms(f);
}

/* Places both touches by how their bodies have moved; sets their gaps. */
INLINE void place_faces(faces *f, const rows_moved *m, lanes_value gap[2]) {
    touching *t = &f->at;
    const lanes_value of_a = lanes_load(t->fit->plane_a + t->lane);
    const lanes_value of_b = lanes_load(t->fit->plane_b + t->lane);
    const lanes_vec begun = {lanes_load(f->second->way_x + t->lane),
                             lanes_load(f->second->way_y + t->lane)};
    const lanes_angle turn = {of_b * m->turn_a.sine + of_a * m->turn_b.sine,
                              of_b * m->turn_a.less + of_a * m->turn_b.less};
    const lanes_vec by = turned_by(turn, begun), way = {begun.x + by.x, begun.y + by.y};
    gap[0] = place_fits(t, m);
    gap[1] = gap[0] + lanes_dot(way, t->normal);
    f->across = lanes_load(f->second->side + t->lane) * lanes_cross(way, t->normal);
    set_second_arms(f);
}

INLINE void store_faces(const faces *f, const lanes_value gap[2]) {
    const touching *t = &f->at;
    store_placed(t, gap[0]);
    lanes_store(f->second->gap + t->lane, gap[1]);
    lanes_store(f->second->across + t->lane, f->across);
    lanes_store(f->second->mass + t->lane,
                over_yield(yield_along(t, t->normal, f->turn_2a, f->turn_2b)));
}

/* Loads a pair as placed, or places it where its bodies are now. */
INLINE void load_placed_faces(faces *f, const contact_pass *pass, uint32_t i) {
    uint8_t *is_placed = &pass->rows->placed[i / ROW_BLOCK];
    if ((*is_placed & lane_bits(&f->at)) == lane_bits(&f->at)) {
        load_faces(f);
        return;
    }
    lanes_value gap[2];
    const rows_moved m = moved_now(&f->at, pass->bodies);
    place_faces(f, &m, gap);
    store_faces(f, gap);
    set_bits(is_placed, &f->at, ALL_LANES);
}

/* ---- Solving --------------------------------------------------------------------------------- */

/* Adds impulses to rows of velocities. */
INLINE void add_face_impulses(const faces *f, lanes_row *a, lanes_row *b, const face_impulses *i) {
    const touching *t = &f->at;
    const lanes_value push = i->push[0] + i->push[1];
    const lanes_vec both = {push * t->normal.x - i->drag * t->normal.y,
                            push * t->normal.y + i->drag * t->normal.x};
    move_by(t, a, b, both);
    a->z -= t->a.w * (i->push[0] * t->turn_a + i->push[1] * f->turn_2a + i->drag * t->slip_a);
    b->z += t->b.w * (i->push[0] * t->turn_b + i->push[1] * f->turn_2b + i->drag * t->slip_b);
}

/* Both bodies in the frame of the normal, as the touches are solved. */
typedef struct faces_speed {
    lanes_value along, across, spin_a, spin_b;
} faces_speed;

INLINE faces_speed speed_of_faces(const touching *t) {
    faces_speed s = {t->normal.x * (t->b.x - t->a.x) + t->normal.y * (t->b.y - t->a.y),
                     t->normal.x * (t->b.y - t->a.y) - t->normal.y * (t->b.x - t->a.x), t->a.z,
                     t->b.z};
    return s;
}

/* Aims of a pass. */
typedef struct faces_aims {
    row_aims of[2];
    lanes_value mass[2]; /* effective masses; 0 of touches that have no part in it */
    lanes_value rubs[2]; /* pushes of impacts that have friction, at most */
    lanes_value slip;    /* what the slip is more */
} faces_aims;

INLINE lanes_value face_speed(const faces *f, const faces_speed *s, int i) {
    const touching *t = &f->at;
    return i == 0 ? s->along + (t->turn_b * s->spin_b - t->turn_a * s->spin_a)
                  : s->along + (f->turn_2b * s->spin_b - f->turn_2a * s->spin_a);
}

/* How a unit impulse moves both bodies apart along a unit vector, and along the normal's other
 * axis, without turning. */
INLINE lanes_value moved_along(const touching *t, lanes_vec unit) {
    return t->a.w * part_along(t->held_a, unit) + t->b.w * part_along(t->held_b, unit);
}

INLINE lanes_value moved_across(const touching *t) {
    return t->a.w * part_across(t->held_a, t->normal) + t->b.w * part_across(t->held_b, t->normal);
}

/* Friction with the pushes that there are. */
INLINE void solve_drag(const faces *f, faces_speed *s, face_impulses *found, lanes_value push,
                       lanes_value more) {
    const touching *t = &f->at;
    const lanes_value slip = s->across + more + (t->slip_b * s->spin_b - t->slip_a * s->spin_a);
    const lanes_value before = found->drag;
    const lanes_value drag = before - lanes_load(t->at->slip_mass + t->lane) * slip;
    found->drag = drag_within(t, drag, push);
    const lanes_value added = found->drag - before;
    s->across += moved_along(t, lanes_left(t->normal)) * added;
    if (some_held(t)) s->along += moved_across(t) * added;
    s->spin_a -= t->a.w * added * t->slip_a;
    s->spin_b += t->b.w * added * t->slip_b;
}

INLINE void add_push(const faces *f, faces_speed *s, int i, lanes_value added) {
    const touching *t = &f->at;
    s->along += moved_along(t, t->normal) * added;
    if (some_held(t)) s->across += moved_across(t) * added;
    s->spin_a -= t->a.w * added * (i == 0 ? t->turn_a : f->turn_2a);
    s->spin_b += t->b.w * added * (i == 0 ? t->turn_b : f->turn_2b);
}

/* The push of a touch that has friction: that of an impact has none before the bodies move. */
INLINE lanes_value rubbing_of(const faces_aims *aims, const face_impulses *i, int k) {
    const lanes_value most = lanes_min(lanes_max(aims->rubs[k], lanes_all(0)), i->push[k]);
    return lanes_pick(aims->of[k].fresh, most, i->push[k]);
}

INLINE lanes_value rubbing(const faces_aims *aims, const face_impulses *i) {
    return rubbing_of(aims, i, 0) + rubbing_of(aims, i, 1);
}

/* Part of a yield that changes of a push have more: of a body that does not turn both touches are
 * the same, and each gets half of a change. Of the whole push it would leak, and stacks creep. */
static const float FACES_SAME = 1e-3f;

/* The velocity of touch i is right[i] + own[i] push[i] + other push[1 - i]. */
typedef struct faces_pushes {
    lanes_value right[2], own[2], other;
} faces_pushes;

INLINE faces_pushes pushes_of(const faces *f, const faces_aims *aims, const faces_speed *s,
                              const face_impulses *before) {
    const touching *t = &f->at;
    const lanes_value never = lanes_all(1e30f), zero = lanes_all(0);
    const lanes_value part_a = part_along(t->held_a, t->normal);
    const lanes_value part_b = part_along(t->held_b, t->normal);
    faces_pushes p;
    p.other =
        t->a.w * (part_a + t->turn_a * f->turn_2a) + t->b.w * (part_b + t->turn_b * f->turn_2b);
    for (int i = 0; i < 2; ++i) {
        const row_aims *of = &aims->of[i];
        const lanes_value yield = yield_along(t, t->normal, i == 0 ? t->turn_a : f->turn_2a,
                                              i == 0 ? t->turn_b : f->turn_2b);
        const lanes_value kept = (lanes_all(1 + FACES_SAME) - of->leak) / of->gain;
        p.own[i] = yield * lanes_all(1 + FACES_SAME) / of->gain;
        p.right[i] = face_speed(f, s, i) + of->back - kept * yield * before->push[i]
                     - p.other * before->push[1 - i];
        p.right[i] = lanes_pick(lanes_less(zero, aims->mass[i]), p.right[i], never);
    }
    return p;
}

/* The pushes that leave no velocity. None is below 0: where one would be, it is 0, and the other
 * alone; the first, if that does for the second, too. */
INLINE void pushes_solve(const faces_pushes *p, lanes_value push[2]) {
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

/* Both pushes at once. One after the other they turn a face to and fro, and stacks sway. */
INLINE void solve_pushes(const faces *f, const faces_aims *aims, faces_speed *s,
                         face_impulses *found) {
    const face_impulses old = *found;
    const faces_pushes p = pushes_of(f, aims, s, &old);
    pushes_solve(&p, found->push);
    for (int i = 0; i < 2; ++i) {
        found->push[i] = lanes_only(lanes_less(lanes_all(0), aims->mass[i]), found->push[i]);
        add_push(f, s, i, found->push[i] - old.push[i]);
    }
}

/* Friction comes after the pushes, which bound it; in the second half these come again, for what
 * friction turned. */
INLINE face_impulses faces_solve(const faces *f, const faces_aims *aims,
                                 const face_impulses *before, int half) {
    faces_speed s = speed_of_faces(&f->at);
    face_impulses found = *before;
    solve_pushes(f, aims, &s, &found);
    solve_drag(f, &s, &found, rubbing(aims, &found), aims->slip);
    if (half == 1) return found;
    solve_pushes(f, aims, &s, &found);
    found.drag = drag_within(&f->at, found.drag, rubbing(aims, &found));
    return found;
}

/* ---- Both halves ----------------------------------------------------------------------------- */

/* Adds impulses to what bodies have without rows: they are not given again. */
INLINE void give_faces_once(const faces *f, const contact_pass *pass, const face_impulses *i) {
    const touching *t = &f->at;
    float *base = pass->bodies->base;
    lanes_row a = lanes_gather(base, t->at->a + t->lane);
    lanes_row b = lanes_gather(base, t->at->b + t->lane);
    add_face_impulses(f, &a, &b, i);
    rows_store(base, t, &a, &b);
}

INLINE void store_face_impulses(const faces *f, const face_impulses *half) {
    const touching *t = &f->at;
    const row_impulses first = {half->push[0], half->drag};
    lanes_store(f->second->push + t->lane, half->push[1]);
    store_impulses(t, first);
}

/* Adds impulses of both halves to those of the step. */
INLINE void add_faces_to_step(const faces *f, const face_impulses *sum) {
    const row_impulses first = {sum->push[0], sum->drag};
    add_to_step(&f->at, first);
    lanes_add_to(f->second->pushed + f->at.lane, sum->push[1]);
}

/* Both touches of a pair that turn it are one impact where impacts go on. */
INLINE void join_impacts(const contact_numbers *by, lanes_mask fresh[2]) {
    if (by->weightless) fresh[0] = fresh[1] = fresh[0] | fresh[1];
}

/* Aims of the first half. Touches that are marked remain impacts. */
INLINE faces_aims aims_of_faces(const faces *f, const contact_numbers *by,
                                const face_impulses *warm, const lanes_mask marked[2]) {
    const touching *t = &f->at;
    const lanes_value zero = lanes_all(0), half = lanes_all(0.5f * by->seconds);
    const rows_speed speed = speed_now(t);
    const faces_speed s = speed_of_faces(t);
    const row_spring spring = spring_of(t, &by->faces);
    const lanes_value gap[2] = {lanes_load(t->at->gap + t->lane),
                                lanes_load(f->second->gap + t->lane)};
    const lanes_value turning = speed.spin_b - speed.spin_a;
    lanes_value bend = bend_of(t, &speed, gap[0], by);
    faces_aims aims = {.rubs = {warm->push[0], warm->push[1]}, .slip = slip_ahead(t, &speed, by)};
    lanes_mask fresh[2];
    for (int i = 0; i < 2; ++i) {
        const lanes_mask first = lanes_less(zero, gap[i]) & lanes_equal(warm->push[i], zero);
        aims.mass[i] = lanes_load((i == 0 ? t->at->mass : f->second->mass) + t->lane);
        aims.of[i] = aims_for(t, by, &spring, gap[i], bend);
        fresh[i] =
            marked[i] | impacts_of(by, first, face_speed(f, &s, i), aims.mass[i], warm->push[i]);
        bend = bend
               - lanes_only(turns_slowly(&speed, lanes_all(by->seconds)),
                            half * turning * turning * (gap[1] - gap[0]));
    }
    join_impacts(by, fresh);
    for (int i = 0; i < 2; ++i) set_impacts(&aims.of[i], fresh[i], gap[i]);
    return aims;
}

INLINE lanes_mask some_face_impulse(const face_impulses *i) {
    const lanes_value zero = lanes_all(0);
    return ~(lanes_equal(i->push[0], zero) & lanes_equal(i->push[1], zero)
             & lanes_equal(i->drag, zero));
}

INLINE void mark_face_impacts(const faces *f, const contact_pass *pass, uint32_t i,
                              const lanes_mask fresh[2], const face_impulses *before,
                              const face_impulses *found) {
    if (!lanes_bits(fresh[0] | fresh[1])) return;
    const touching *t = &f->at;
    face_impulses more = {.drag = lanes_all(0)};
    for (int k = 0; k < 2; ++k) {
        float *once = (k == 0 ? t->at->once : f->second->once) + t->lane;
        uint8_t *byte = fresh_of(pass, i, k);
        more.push[k] =
            add_once(once, fresh[k], marked_impacts(t, byte), before->push[k], found->push[k]);
        mark_fresh(byte, t, fresh[k], lanes_load(once));
    }
    give_faces_once(f, pass, &more);
}

/* Pairs of which an impact changes notably. */
INLINE lanes_mask face_impacts_changed(const faces_aims *aims, const face_impulses *before,
                                       const face_impulses *found) {
    return impacts_changed(aims->of[0].fresh, before->push[0], found->push[0])
           | impacts_changed(aims->of[1].fresh, before->push[1], found->push[1]);
}

/* Makes impacts of touches that meet fast, and bounce; returns pairs that have some. */
INLINE lanes_mask meet_faces(const contact_pass *pass, const faces *f, bounce_block *b,
                             const face_impulses *warm, faces_aims *aims) {
    const touching *t = &f->at;
    const lanes_value zero = lanes_all(0);
    const touching met = touching_by(t, pass->bodies->met);
    const touching kick = touching_by(t, pass->bodies->drive);
    const faces_speed then = speed_of_faces(&met), more = speed_of_faces(&kick);
    const float *gaps[2] = {t->at->gap + t->lane, f->second->gap + t->lane};
    lanes_mask some = lanes_less(zero, zero);
    for (int k = 0; k < 2; ++k) {
        const bounce_meeting m = {warm->push[k], zero - face_speed(f, &then, k),
                                  zero - face_speed(f, &more, k), lanes_load(gaps[k])};
        const lanes_mask fast = bounce_meet(pass, b, k, t->lane, &m);
        set_impacts(&aims->of[k], aims->of[k].fresh | fast, m.gap);
        some = some | fast;
    }
    return some;
}

INLINE void solve_faces(const contact_pass *pass, uint32_t i) {
    const lanes_mask none = lanes_less(lanes_all(0), lanes_all(0)), unmarked[2] = {none, none};
    faces f = faces_at(pass, i);
    touching *t = &f.at;
    load_placed_faces(&f, pass, i);
    const face_impulses before = face_impulses_of(&f);
    const lanes_mask had = some_face_impulse(&before) | some_roll(pass, i);
    faces_aims aims = aims_of_faces(&f, &pass->by, &before, unmarked);
    bounce_block *bounce = bounces_of(pass, i);
    lanes_mask met = none;
    if (bounce) met = meet_faces(pass, &f, bounce, &before, &aims);
    aims.slip -= resist_rolling(t, surface_of(pass, i), rubbing(&aims, &before), 1);
    const face_impulses found = faces_solve(&f, &aims, &before, 1);
    if (!lanes_bits(some_face_impulse(&found) | had)) return;
    const face_impulses added = face_impulses_less(&found, &before);
    const lanes_mask fresh[2] = {aims.of[0].fresh, aims.of[1].fresh};
    add_face_impulses(&f, &t->a, &t->b, &added);
    touching_store(t, pass);
    store_face_impulses(&f, &found);
    mark_face_impacts(&f, pass, i, fresh, &before, &found);
    mark_struck(t, pass, face_impacts_changed(&aims, &before, &found));
    if (bounce)
        mark_bounced(t, pass, met & lanes_less(lanes_all(0), found.push[0] + found.push[1]));
}

INLINE void pass_on_faces(const contact_pass *pass, uint32_t i) {
    faces f = faces_at(pass, i);
    touching *t = &f.at;
    const lanes_mask struck = some_struck(t, pass);
    if (!lanes_bits(struck)) return;
    load_placed_faces(&f, pass, i);
    const face_impulses before = face_impulses_of(&f);
    const lanes_mask marked[2] = {marked_impacts(t, fresh_of(pass, i, 0)),
                                  marked_impacts(t, fresh_of(pass, i, 1))};
    faces_aims aims = aims_of_faces(&f, &pass->by, &before, marked);
    for (int k = 0; k < 2; ++k) aims.of[k].fresh = aims.of[k].fresh & struck;
    face_impulses found = faces_solve(&f, &aims, &before, 1);
    const lanes_mask changed = face_impacts_changed(&aims, &before, &found);
    if (!lanes_bits(changed)) return;
    for (int k = 0; k < 2; ++k) found.push[k] = lanes_pick(changed, found.push[k], before.push[k]);
    found.drag = drag_within(t, before.drag, found.push[0] + found.push[1]);
    found.drag = lanes_pick(changed, found.drag, before.drag);
    const face_impulses added = face_impulses_less(&found, &before);
    const lanes_mask fresh[2] = {changed, changed};
    add_face_impulses(&f, &t->a, &t->b, &added);
    touching_store(t, pass);
    store_face_impulses(&f, &found);
    mark_face_impacts(&f, pass, i, fresh, &before, &found);
    mark_struck(t, pass, changed);
}

/* Places a pair anew, and turns the impulses that its bodies were given again to its new arms. */
INLINE void replace_faces(faces *f, const contact_pass *pass, uint32_t i,
                          const face_impulses *again) {
    touching *t = &f->at;
    lanes_value gap[2];
    const rows_moved m = moved_now(t, pass->bodies);
    place_faces(f, &m, gap);
    const lanes_mask pushes = lanes_less(lanes_all(0), lanes_load(t->at->push + t->lane)
                                                           + lanes_load(f->second->push + t->lane));
    note_deep(pass, t, i, pushes, gap[0], t->at->gap);
    note_deep(pass, t, i, pushes, gap[1], f->second->gap);
    faces old = *f;
    load_faces(&old);
    faces turned = *f;
    turned.at.normal.x = t->normal.x - old.at.normal.x;
    turned.at.normal.y = t->normal.y - old.at.normal.y;
    turned.at.turn_a = t->turn_a - old.at.turn_a;
    turned.at.turn_b = t->turn_b - old.at.turn_b;
    turned.at.slip_a = t->slip_a - old.at.slip_a;
    turned.at.slip_b = t->slip_b - old.at.slip_b;
    turned.turn_2a = f->turn_2a - old.turn_2a;
    turned.turn_2b = f->turn_2b - old.turn_2b;
    add_face_impulses(&turned, &t->a, &t->b, again);
    store_faces(f, gap);
}

INLINE bool faces_act(const contact_pass *pass, uint32_t i) {
    const uint32_t block = i / ROW_BLOCK, lane = i % ROW_BLOCK;
    const lanes_value push = lanes_load(pass->rows->blocks[block].push + lane)
                             + lanes_load(contact_seconds(pass->rows, block)->push + lane);
    return lanes_act(pass, i, push);
}

/* Takes impacts that are over with this half from what is given again. */
INLINE void end_face_impacts(const faces *f, const contact_pass *pass, const lanes_mask over[2],
                             const face_impulses *again, lanes_mask rubbed, face_impulses *half) {
    const face_impulses more = face_impulses_less(half, again);
    const face_impulses once = {
        {lanes_only(over[0], more.push[0]), lanes_only(over[1], more.push[1])},
        lanes_only((over[0] | over[1]) & ~rubbed, more.drag)};
    give_faces_once(f, pass, &once);
    *half = face_impulses_less(half, &once);
}

/* Touches that did not push have no part in it. */
INLINE void relax_faces(const contact_pass *pass, uint32_t i) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1), all = lanes_all(1e30f);
    if (!faces_act(pass, i)) return;
    faces f = faces_at(pass, i);
    touching *t = &f.at;
    const face_impulses given = face_impulses_of(&f);
    face_impulses again = given;
    const lanes_value gap[2] = {lanes_load(t->at->gap + t->lane),
                                lanes_load(f.second->gap + t->lane)};
    lanes_mask fresh[2], over[2];
    for (int k = 0; k < 2; ++k) {
        fresh[k] = marked_impacts(t, fresh_of(pass, i, k));
        again.push[k] -=
            lanes_only(fresh[k], lanes_load((k == 0 ? t->at->once : f.second->once) + t->lane));
    }
    replace_faces(&f, pass, i, &again);
    faces_aims aims = {.rubs = {all, all}, .slip = zero};
    face_impulses before;
    for (int k = 0; k < 2; ++k) {
        const lanes_mask acts = lanes_less(zero, given.push[k]);
        aims.of[k] = (row_aims){zero, one, zero, zero, lanes_less(zero, zero)};
        aims.mass[k] =
            lanes_only(acts, lanes_load((k == 0 ? t->at->mass : f.second->mass) + t->lane));
        before.push[k] = given.push[k] + again.push[k];
    }
    before.drag = given.drag + again.drag;
    aims.slip -= resist_rolling(t, surface_of(pass, i), before.push[0] + before.push[1], 2);
    const face_impulses sum = faces_solve(&f, &aims, &before, 2);
    const face_impulses added = face_impulses_less(&sum, &before);
    add_face_impulses(&f, &t->a, &t->b, &added);
    touching_store(t, pass);
    face_impulses half = face_impulses_less(&sum, &given);
    for (int k = 0; k < 2; ++k)
        over[k] = impacts_over(&pass->by, fresh[k], gap[k], half.push[k], given.push[k]);
    join_impacts(&pass->by, over);
    bounce_block *bounce = bounces_of(pass, i);
    for (int k = 0; k < 2 && bounce; ++k)
        bounce_compressed(pass, t, bounce, k, sum.push[k], aims.mass[k]);
    if (lanes_bits(over[0] | over[1]))
        end_face_impacts(&f, pass, over, &again, ~lanes_equal(given.drag, zero), &half);
    if (lanes_bits(fresh[0] | fresh[1])) {
        set_bits(fresh_of(pass, i, 0), t, 0);
        set_bits(fresh_of(pass, i, 1), t, 0);
    }
    store_face_impulses(&f, &half);
    add_faces_to_step(&f, &sum);
}

INLINE void warm_faces(const contact_pass *pass, uint32_t i) {
    faces f = faces_at(pass, i);
    load_placed_faces(&f, pass, i);
    const face_impulses warm = face_impulses_of(&f);
    add_face_impulses(&f, &f.at.a, &f.at.b, &warm);
    touching_store(&f.at, pass);
}

/* ---- Bounces --------------------------------------------------------------------------------- */

INLINE void give_faces_now(faces *f, const contact_pass *pass, const face_impulses *i) {
    touching *t = &f->at;
    add_face_impulses(f, &t->a, &t->b, i);
    touching_store(t, pass);
    give_faces_once(f, pass, i);
}

INLINE void take_back_faces(const contact_pass *pass, uint32_t i, bounce_block *b) {
    const int lane = (int)(i % ROW_BLOCK);
    const lanes_value zero = lanes_all(0);
    if (!some_impact(b, 0, lane) && !some_impact(b, 1, lane)) return;
    faces f = faces_at(pass, i);
    load_placed_faces(&f, pass, i);
    for (int k = 0; k < 2; ++k) {
        const faces_speed s = speed_of_faces(&f.at);
        const lanes_value mass = lanes_load((k == 0 ? f.at.at->mass : f.second->mass) + lane);
        const lanes_value back = taken_back(b, k, lane, face_speed(&f, &s, k), mass);
        lanes_store(b->impact[k] + lane, lanes_load(b->impact[k] + lane) - back);
        face_impulses give = {{zero, zero}, zero};
        give.push[k] = zero - back;
        give_faces_now(&f, pass, &give);
        add_faces_to_step(&f, &give);
    }
}

INLINE void bounce_faces(const contact_pass *pass, uint32_t i, bounce_block *b) {
    const int lane = (int)(i % ROW_BLOCK);
    if (!some_impact(b, 0, lane) && !some_impact(b, 1, lane)) return;
    faces f = faces_at(pass, i);
    const touching *t = &f.at;
    load_placed_faces(&f, pass, i);
    face_impulses give = {{given_back(b, 0, lane), given_back(b, 1, lane)}, lanes_all(0)};
    faces_speed s = speed_of_faces(t);
    for (int k = 0; k < 2; ++k) add_push(&f, &s, k, give.push[k]);
    solve_drag(&f, &s, &give, give.push[0] + give.push[1], lanes_all(0));
    give_faces_now(&f, pass, &give);
    add_faces_to_step(&f, &give);
}
