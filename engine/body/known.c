/* known.c: pointers of the user, listed by id: the newest first, and as they were born. */
#include "body/known.h"

#include <assert.h>

#include "core/core.h"

MACHINE_SMALL

/* Returns the life that an id has, or had, in a generation. */
static known_life life_of(known_life of) {
    of.generation = (of.generation - 1) | 1;
    return of;
}

static bool is_newer(const known_user *u, known_life life) {
    return u->generation > life.generation
           || (u->generation == life.generation && u->birth > life.birth);
}

/* Returns the link in the list of an id where a life is, or would be. */
static uint32_t *life_place(const known_list *k, known_life life) {
    uint32_t *at = &k->ids[life.id].first;
    while (*at != 0 && is_newer(&k->all[*at - 1], life)) at = &k->all[*at - 1].next;
    return at;
}

/* Returns the listed user's pointer of a life, or NULL. */
static known_user *find_life(const known_list *k, known_life life) {
    if (life.id >= k->id_capacity) return NULL;
    life = life_of(life);
    const uint32_t at = *life_place(k, life);
    if (at == 0) return NULL;
    known_user *found = &k->all[at - 1];
    return found->generation == life.generation && found->birth == life.birth ? found : NULL;
}

void known_free(known_users *k, const evo_allocator *memory) {
    for (int kind = 0; kind < KNOWN_KINDS; ++kind) {
        ARRAY_FREE(memory, k->of[kind].ids, k->of[kind].id_capacity);
        ARRAY_FREE(memory, k->of[kind].all, k->of[kind].list.capacity);
    }
}

bool known_reserve(known_users *k, const evo_allocator *memory, known_kind kind, size_t ids,
                   size_t more) {
    known_list *of = &k->of[kind];
    return !k->needed
           || (ARRAY_RESERVE_FILLED(memory, of->ids, of->id_capacity, ids, 0)
               && ARRAY_RESERVE(memory, of->all, of->list.capacity, of->list.count + more));
}

void known_change(known_users *k, known_kind kind, known_life life, void *user) {
    known_user *found = find_life(&k->of[kind], life);
    if (found) found->user = user;
}

void known_note(known_users *k, known_kind kind, known_life given, void *user) {
    known_list *of = &k->of[kind];
    const known_life life = life_of(given);
    if (!k->needed || !user) return;
    known_change(k, kind, life, user);
    if (find_life(of, life)) return;
    assert(of->list.count < of->list.capacity && "room was made");
    uint32_t *at = life_place(of, life);
    of->all[of->list.count++] = (known_user){user, life.generation, life.birth, *at};
    *at = (uint32_t)of->list.count;
}

uint32_t known_birth(known_users *k, known_kind kind, uint32_t id, uint32_t generation) {
    known_list *of = &k->of[kind];
    const bool again = id < of->id_capacity && generation <= of->ids[id].latest;
    return again ? ++of->births : 0;
}

bool known_leave(known_users *k, const evo_allocator *memory, known_kind kind, known_life life,
                 void *user) {
    k->needed = true;
    if (!known_reserve(k, memory, kind, life.id + 1, user != NULL)) return false;
    uint32_t *latest = &k->of[kind].ids[life.id].latest;
    if (*latest < life.generation) *latest = life.generation;
    known_note(k, kind, life, user);
    return true;
}

void *known_enter(known_users *k, known_kind kind, known_life life) {
    uint32_t *births = &k->of[kind].births;
    if (*births < life.birth) *births = life.birth;
    const known_user *found = find_life(&k->of[kind], life);
    return found ? found->user : NULL;
}
