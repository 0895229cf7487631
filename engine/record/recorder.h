/* recorder.h: writes what is done to a world. A public function that changes the world hands its
 * call over (record_body_create and so on); the recorder notes it, calls the function again, which
 * then goes its way, and notes what came of it. */
#ifndef ENGINE_RECORD_RECORDER_H
#define ENGINE_RECORD_RECORDER_H

#include "record/calls.h"

typedef struct recorder recorder;

/* Begins with the whole world; NULL: *why. */
recorder *recorder_begin(evo_world *world, const evo_record_config *config,
                         const evo_allocator *memory, uint32_t callbacks, evo_result *why);

/* Writes the rest, and frees it; NULL is allowed. Returns why it ended before, or EVO_OK. */
evo_result recorder_end(recorder *r);

/* Listener to the calls of a world: a recorder, and the user, who hears of refused ones. */
typedef struct call_listener {
    evo_world *world;
    recorder *recorder; /* or NULL */
    void (*complain)(void *context, const char *call, evo_result result);
    void *context;
    bool busy; /* with a call that is made: it hears nothing */
} call_listener;

/* Returns whether calls are to be handed over. */
bool listener_hears(const call_listener *l);

/* Notes answers of callbacks, and what the world has become by other ways than calls. All do
 * nothing if there is no recorder, or it has ended. */
void recorder_note_pair(recorder *r, callback_pair pair);
void recorder_note_mix(recorder *r, callback_mix mix);
void recorder_note_state(recorder *r);

/* Make a call, record it, and tell if it is refused. */
#define RECORD_1(returns, name, a) call_##returns record_##name(call_listener *l, call_##a x);
#define RECORD_2(returns, name, a, b)                                                              \
    call_##returns record_##name(call_listener *l, call_##a x, call_##b y);
#define RECORD_3(returns, name, a, b, c)                                                           \
    call_##returns record_##name(call_listener *l, call_##a x, call_##b y, call_##c z);
#define RECORD_4(returns, name, a, b, c, d)                                                        \
    call_##returns record_##name(call_listener *l, call_##a x, call_##b y, call_##c z, call_##d w);
CALLS(RECORD_1, RECORD_2, RECORD_3, RECORD_4)
#undef RECORD_1
#undef RECORD_2
#undef RECORD_3
#undef RECORD_4

#endif
