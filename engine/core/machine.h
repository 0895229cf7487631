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

/* The most lanes of float that this machine computes at once: 8, 4 or 1. */
int machine_lanes(void);

#endif
