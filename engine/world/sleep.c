#include "world/world.h"

bool sleep_wake(evo_world *world, body_card *card) {
    (void)world;
    card->awake = true;
    return true;
}

evo_result sleep_wake_neighbours(evo_world *world, body_card *card) {
    (void)world;
    (void)card;
    return EVO_OK;
}

bool sleep_send(evo_world *world, body_card *card) {
    (void)world;
    (void)card;
    return true;
}

bool sleep_update(evo_world *world) {
    (void)world;
    return true;
}
