/* machine.h: what compiler and processor can do. */
#ifndef ENGINE_CORE_MACHINE_H
#define ENGINE_CORE_MACHINE_H

#include <float.h>

/* The same bits everywhere need the arithmetic that the standard says. */
#ifdef __FAST_MATH__
#error "Evolute cannot be compiled with -ffast-math: it reorders sums and loses infinities."
#endif
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "Evolute needs floats and doubles that are rounded at once: on x86, -msse2 -mfpmath=sse."
#endif

/* EVOLUTE_LANES, where it is defined, is the only width besides 1 that is compiled: 16, 8, 4 or 1.
 * With 16 goes 8, in which bodies are moved and pairs found. */
#if defined(EVOLUTE_LANES) && EVOLUTE_LANES == 1
#define MACHINE_HAS(lanes) 0
#elif defined(EVOLUTE_LANES) && EVOLUTE_LANES == 16
#define MACHINE_HAS(lanes) ((lanes) == 16 || (lanes) == 8)
#elif defined(EVOLUTE_LANES)
#define MACHINE_HAS(lanes) (EVOLUTE_LANES == (lanes))
#else
#define MACHINE_HAS(lanes) 1
#endif

/* Flag: the compiler has vector types. */
#if defined(__GNUC__) && (MACHINE_HAS(4) || MACHINE_HAS(8))
#define MACHINE_VECTORS 1
#else
#define MACHINE_VECTORS 0
#endif

/* Flag: AVX2 code can be compiled, to be chosen at run time. */
#if defined(__GNUC__) && defined(__x86_64__) && MACHINE_HAS(8)
#define MACHINE_AVX2 1
#else
#define MACHINE_AVX2 0
#endif

/* Flag: 16 lanes can be compiled, to be chosen at run time. With EVOLUTE_EMULATE_16 they are twice
 * 8 of AVX2, and slower than these: so their bits are tested on machines without AVX-512. */
#if MACHINE_AVX2 && MACHINE_HAS(16)
#define MACHINE_WIDE 1
#else
#define MACHINE_WIDE 0
#endif

/* Prefetches the cache line at an address, for writing. */
#if defined(__GNUC__)
#define MACHINE_PREFETCH(address) __builtin_prefetch(address, 1)
#else
#define MACHINE_PREFETCH(address) ((void)(address))
#endif

/* Waits a little for what another thread does. */
#if defined(__GNUC__) && defined(__x86_64__)
#define MACHINE_PAUSE() __builtin_ia32_pause()
#elif defined(__GNUC__) && defined(__aarch64__)
#define MACHINE_PAUSE() __asm__ volatile("yield")
#else
#define MACHINE_PAUSE() ((void)0)
#endif

/* Marks a function that must not be inlined, because its caller would run out of registers. */
#if defined(__GNUC__)
#define MACHINE_NOINLINE static __attribute__((noinline))
#else
#define MACHINE_NOINLINE static
#endif

/* The widest SIMD width that this machine has, in floats: 16, 8, 4 or 1, and at most `most`. */
int machine_lanes(int most);

#define MACHINE_CHOICE(most, lanes, yes, no) (machine_lanes(most) == (lanes) ? (yes) : (no))
#define MACHINE_NO_CHOICE(most, lanes, yes, no) ((void)(most), (no))

#if MACHINE_WIDE
#define MACHINE_CHOICE_16 MACHINE_CHOICE
#else
#define MACHINE_CHOICE_16 MACHINE_NO_CHOICE
#endif
#if MACHINE_AVX2
#define MACHINE_CHOICE_8 MACHINE_CHOICE
#else
#define MACHINE_CHOICE_8 MACHINE_NO_CHOICE
#endif
#if MACHINE_VECTORS && MACHINE_HAS(4)
#define MACHINE_CHOICE_4 MACHINE_CHOICE
#else
#define MACHINE_CHOICE_4 MACHINE_NO_CHOICE
#endif

/* Chooses among versions for 1, 4, 8 and 16 lanes. Versions that this compiler cannot compile are
 * not evaluated, so they need not exist. */
#define MACHINE_CHOOSE(most, one, four, eight, sixteen)                                            \
    MACHINE_CHOICE_16(most, 16, sixteen,                                                           \
                      MACHINE_CHOICE_8(most, 8, eight, MACHINE_CHOICE_4(most, 4, four, one)))

#endif
