/* machine.h: what the processor can do. */
#ifndef ENGINE_CORE_MACHINE_H
#define ENGINE_CORE_MACHINE_H

/* Whether the compiler has vectors as types. */
#if defined(__GNUC__)
#define MACHINE_VECTORS 1
#else
#define MACHINE_VECTORS 0
#endif

/* Whether code for AVX2 can be compiled, to be chosen when the program runs. */
#if defined(__GNUC__) && defined(__x86_64__)
#define MACHINE_AVX2 1
#else
#define MACHINE_AVX2 0
#endif

/* Asks for the cache line at an address, for later. */
#if defined(__GNUC__)
#define MACHINE_PREFETCH(address) __builtin_prefetch(address, 1)
#else
#define MACHINE_PREFETCH(address) ((void)(address))
#endif

/* For a function that must not become part of its caller: they would share too few registers. */
#if defined(__GNUC__)
#define MACHINE_NOINLINE static __attribute__((noinline))
#else
#define MACHINE_NOINLINE static
#endif

/* How many lanes of float to compute at once, where `most` are allowed: 8, 4 or 1. */
int machine_lanes(int most);

/* Of the same thing made for 1, 4 and 8 lanes, what this machine should use. What it could not have
 * compiled is not named. */
#if MACHINE_AVX2
#define MACHINE_CHOOSE(most, one, four, eight)                                                     \
    (machine_lanes(most) == 8 ? (eight) : machine_lanes(most) == 4 ? (four) : (one))
#elif MACHINE_VECTORS
#define MACHINE_CHOOSE(most, one, four, eight) (machine_lanes(most) == 4 ? (four) : (one))
#else
#define MACHINE_CHOOSE(most, one, four, eight) ((void)(most), (one))
#endif

#endif
