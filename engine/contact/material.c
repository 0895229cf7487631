/* material.c: how two colliders' materials make a contact's. */
#include "contact/hollow.h"
#include "contact/states.h"
#include "core/mix.h"

static const collider_template *side_template(const graph *g, const contact *c, int side) {
    return graph_template(g, g->colliders.records[c->collider[side]].made);
}

/* As lanes know it. */
static double mix(double (*rule)(double, double), float a, float b, double otherwise, double most) {
    return (double)(float)mix_numbers(rule, (double)a, (double)b, otherwise, most);
}

double contact_friction(const graph *g, const contact *c) {
    float a = side_template(g, c, 0)->surface.friction,
          b = side_template(g, c, 1)->surface.friction;
    double mean = (double)sqrtf(a * b);
    double most = MIX_FRICTION_MOST;
    return mix(g->config->mix_friction, a, b, least_of(mean, most), most);
}

double contact_restitution(const graph *g, const contact *c) {
    float a = side_template(g, c, 0)->surface.restitution;
    float b = side_template(g, c, 1)->surface.restitution;
    return mix(g->config->mix_restitution, a, b, (double)(a > b ? a : b), MIX_RESTITUTION_MOST);
}

double contact_tangential(const graph *g, const contact *c) {
    const evo_material *a = &side_template(g, c, 0)->key.material;
    const evo_material *b = &side_template(g, c, 1)->key.material;
    return mix_tangential(a->tangential_restitution, b->tangential_restitution);
}

bool contact_bounces(const graph *g, const contact *c) {
    return contact_restitution(g, c) > 0 || contact_tangential(g, c) != 0;
}

/* Whatever the surfaces are. */
static bool all_need_extras(const graph *g) {
    return g->config->mix_restitution || g->config->impact_speed < INFINITY;
}

bool contact_needs_extra(const graph *g, const contact *c) {
    bool plain = side_template(g, c, 0)->plain_surface && side_template(g, c, 1)->plain_surface;
    return !plain || all_need_extras(g) || hollow_may_hold(g, c);
}

bool contacts_may_need_extras(const graph *g) {
    return g->templates.rough > 0 || all_need_extras(g);
}
