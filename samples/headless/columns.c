#include "headless/columns.h"

#include <math.h>
#include <string.h>

#include "headless/overlap.h"

static double value_time(const moment *at) {
    return sample_time(at->now);
}

static double value_awake(const moment *at) {
    return (double)at->now->counts.awake;
}

static double value_contacts(const moment *at) {
    return (double)at->now->counts.contacts;
}

static double value_kinetic(const moment *at) {
    return at->now->kinetic;
}

static double value_potential(const moment *at) {
    return at->now->potential;
}

static double value_energy(const moment *at) {
    return sample_energy(at->now);
}

static double value_momentum_x(const moment *at) {
    return at->now->momentum.x;
}

static double value_momentum_y(const moment *at) {
    return at->now->momentum.y;
}

static double value_angular(const moment *at) {
    return at->now->angular;
}

static double value_impacts(const moment *at) {
    return (double)at->now->counts.impacts;
}

static double value_events(const moment *at) {
    return (double)at->now->counts.events;
}

static double value_overlap(const moment *at) {
    overlap found;
    return overlap_measure(at->stage, &found) ? found.deepest : NAN;
}

static double value_temperature(const moment *at) {
    return sample_temperature(at->stage, at->now);
}

static double value_pressure(const moment *at) {
    return gas_between(at->stage, at->before, at->now).pressure;
}

static double value_compressibility(const moment *at) {
    return gas_between(at->stage, at->before, at->now).compressibility;
}

static double value_rate(const moment *at) {
    return gas_between(at->stage, at->before, at->now).rate;
}

static const column ALL[] = {
    {"time", "s", "of the world", value_time, false},
    {"awake", "", "bodies that do not sleep", value_awake, false},
    {"contacts", "", "pairs that touch", value_contacts, false},
    {"kinetic_energy", "J", "of all bodies", value_kinetic, false},
    {"potential_energy", "J", "in gravity, from height 0", value_potential, false},
    {"energy", "J", "the sum of the two", value_energy, false},
    {"momentum_x", "kg m/s", "of all bodies", value_momentum_x, false},
    {"momentum_y", "kg m/s", "of all bodies", value_momentum_y, false},
    {"angular_momentum", "kg m2/s", "about the origin", value_angular, false},
    {"impacts", "", "so far", value_impacts, false},
    {"events", "", "so far, in worlds of exact time", value_events, false},
    {"overlap", "m", "the deepest of all; takes its time", value_overlap, true},
    {"temperature", "J", "kT: kinetic energy by degree of freedom, twice", value_temperature,
     false},
    {"pressure", "N/m", "since the row before, in worlds of exact time", value_pressure, false},
    {"compressibility", "", "pressure times area, by number and kT", value_compressibility, false},
    {"collision_rate", "1/s", "of each body, since the row before", value_rate, false},
};

const column *column_at(size_t number) {
    return number < sizeof ALL / sizeof *ALL ? &ALL[number] : NULL;
}

const column *column_find(const char *name, size_t length) {
    for (size_t i = 0; column_at(i); ++i)
        if (strlen(ALL[i].name) == length && strncmp(ALL[i].name, name, length) == 0)
            return &ALL[i];
    return NULL;
}
