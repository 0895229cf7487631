#!/usr/bin/env python3
"""Writes the engine as two files, evolute.h and evolute.c, for programs that embed it.

    engine/amalgamate.py build

In: include/evolute/*.h and engine/*/*.[ch]. Headers come once, in the order in which they are
included; then each .c file; those of lanes with all fragments (.inc.h) that they include. Names
that are private to one file, and others have too, get the name of that file behind them. Everything
is there for each number of lanes: which of them are compiled, core/core.h says.
"""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^#include "([^"]+)"[^\n]*\n', re.M)
SYSTEM = re.compile(r'^#include <([^>]+)>[^\n]*\n', re.M)
# Headers that must stay where they are: they depend on the machine, or are asked for by a macro.
ON_THE_SPOT = ('uthash.h', 'immintrin.h', 'emmintrin.h', 'arm_neon.h', 'wasm_simd128.h', 'windows.h', 'pthread.h',
               'sched.h', 'unistd.h')

HEAD = '''/* evolute.c: the Evolute physics engine %s in one file, made from its sources; see evolute.h. It
 * needs cglm and uthash to be compiled, and these flags for the same bits everywhere:
 *     -std=c11 -O3 -ffp-contract=off -fno-tree-vectorize -fno-tree-slp-vectorize -fno-math-errno
 * NDEBUG: asserts never end a program. It is C++17, too, with extensions of gcc and clang (designated
 * initialisers, compound literals): other compilers take it as C.
 *
 * EVOLUTE_LANES: how many floats are computed at once: 16 (AVX-512), 8 (AVX2), 4 or 1. Without it
 * all are compiled that the compiler knows, whatever its flags, and each world has the most that its
 * machine has; with it only so many and 1, in less time. All give the same bits.
 *
 * EVOLUTE_NO_THREADS: without threads.h's pool, which needs -pthread on some systems. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* how many cores there are for a process */
#endif
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wpedantic" /* vector types, which only these compilers see */
#endif
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wunused-function"
#endif
#if defined(__cplusplus) && defined(__GNUC__)
/* Initialisers and choices between numbers and constants of enums, as C has them. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wmissing-braces"
#pragma GCC diagnostic ignored "-Wenum-compare"
#pragma GCC diagnostic ignored "-Wextra"
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc99-designator"
#else
/* Vectors that intrinsics of AVX-512 leave unset, as all their lanes are computed. */
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif
#ifdef __cplusplus
#define _Static_assert static_assert
#define _Alignas alignas
#define CGLM_USE_ANONYMOUS_STRUCT 1
#endif
'''

# Those of C++ cannot be copied with a world.
ATOMICS = '''#ifdef __cplusplus
typedef struct atomic_flag {
    bool set;
} atomic_flag;

#define _Atomic(type) type
typedef bool atomic_bool;
typedef unsigned atomic_uint;
typedef uint_least64_t atomic_uint_least64_t;
enum {
    memory_order_relaxed = __ATOMIC_RELAXED,
    memory_order_acquire = __ATOMIC_ACQUIRE,
    memory_order_release = __ATOMIC_RELEASE,
    memory_order_acq_rel = __ATOMIC_ACQ_REL
};
#define atomic_flag_test_and_set_explicit(flag, order) __atomic_test_and_set(&(flag)->set, order)
#define atomic_flag_clear_explicit(flag, order) __atomic_clear(&(flag)->set, order)
#define atomic_flag_clear(flag) __atomic_clear(&(flag)->set, __ATOMIC_SEQ_CST)
#define atomic_load(at) __atomic_load_n(at, __ATOMIC_SEQ_CST)
#define atomic_load_explicit(at, order) __atomic_load_n(at, order)
#define atomic_store_explicit(at, to, order) __atomic_store_n(at, to, order)
#define atomic_fetch_add_explicit(at, by, order) __atomic_fetch_add(at, by, order)
#define atomic_compare_exchange_weak_explicit(at, seen, to, order, otherwise) \
    __atomic_compare_exchange_n(at, seen, to, true, order, otherwise)
#define atomic_compare_exchange_strong_explicit(at, seen, to, order, otherwise) \
    __atomic_compare_exchange_n(at, seen, to, false, order, otherwise)
#else
#include <stdatomic.h>
#endif
'''


# Around files that ask for another optimisation.
PUSH, POP = (f'''#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC {what}_options
#endif
''' for what in ('push', 'pop'))


def read(name):
    return (TOP / name).read_text()


def path_of(name):
    for root in ('engine', 'include'):
        if (TOP / root / name).exists():
            return f'{root}/{name}'
    if (TOP / 'include/evolute' / name).exists():
        return f'include/evolute/{name}'
    sys.exit(f'amalgamate: {name} is not to be found')


def without_comments(text):
    return re.sub(r'/\*.*?\*/', ' ', text, flags=re.S)


def included(text):
    return [path_of(name) for name in INCLUDE.findall(without_comments(text))]


def depends_on_lanes(name):
    """Whether a header is another one for each number of lanes."""
    return name.endswith('.inc.h')


def names_of(text):
    """Names that a file defines for itself: functions, constants, types, tags and macros."""
    text = without_comments(text)
    found = set()
    starts = r'^(?:static|MACHINE_NOINLINE|MACHINE_RARE|INLINE|_Thread_local)\b[^;{=(]*?\b(\w+)\s*(?:\(|=|\[|;)'
    for pattern in (starts, r'^\} (\w+);', r'^#define (\w+)', r'^typedef [^;{]*?\b(\w+)\s*;',
                    r'^(?:typedef )?(?:struct|union|enum) (\w+) \{',
                    r'^typedef \w+ (\w+) __attribute__', r'^typedef [^;{]*\(\*(\w+)\)', r'^\} (\w+)\[\w*\] =', r'^OP\([^,]*, (\w+),'):
        found.update(re.findall(pattern, text, re.M))
    for constants in re.findall(r'^static const \w+ (.*?);', text, re.M | re.S):
        found.update(re.findall(r'(?<![.\w])(\w+)(?:\[\w*\])? =', constants))
    for members in re.findall(r'^(?:typedef )?enum(?: \w+)? \{(.*?)\}', text, re.M | re.S):
        found.update(re.findall(r'(?:^|,)\s*(\w+)', members))
    return found - {'LANES', 'INLINE'}


def declared_in(text):
    """Functions and other things that a header declares for all."""
    return set(re.findall(r'^(?!static|INLINE|#|typedef)\w[\w ]*?[ *](\w+)(?:\(|\[|;|,)',
                          without_comments(text), re.M))


def functions_of(text):
    return set(re.findall(r'^[a-zA-Z_][^;{=\n]*?\b(\w+)\s*\([^;]*?\)\s*\{', without_comments(text),
                          re.M))


def renamed(text, names, functions, tag):
    """Renames what is not a member. A function's name before a semicolon is a member's, too."""
    if not names:
        return text
    words = re.compile(r'(?<!\w)(?<!\.)(?<!->)(' + '|'.join(sorted(names)) + r')\b(?=(\s*;)?)')

    def change(match):
        before = match.string[:match.start()].rstrip()[-1:]
        member = match.group(2) is not None and (before.isalnum() or before in '_*')
        return match.group(0) if member and match.group(1) in functions else f'{match.group(1)}_{tag}'

    return words.sub(change, text)


def body(text, systems):
    """A file without what it includes; system headers are collected."""
    def keep(match):
        if match.group(1) in ON_THE_SPOT:
            return match.group(0)
        systems.setdefault(match.group(1))
        return ''
    return SYSTEM.sub(keep, INCLUDE.sub('', text))


def void_functions(texts):
    """Functions that return void *."""
    return {name for text in texts
            for name in re.findall(r'^(?:static )?(?:inline )?void \*(\w+)\(', text, re.M)}


def in_cpp(text, functions):
    """What C++ wants to be told: the type of a pointer that is set to one to void; that the type of a
    member of the same name is a struct."""
    def cast(match):
        space, kind, rest = match.groups()
        if kind in ('return', 'else', 'typedef'):
            return match.group(0)
        return f'{space}{kind} ' + re.sub(r'(\*\w+ = )', rf'\1({kind} *)', rest)

    value = r'(?:\w+|(?:' + '|'.join(sorted(functions)) + r')\([^;]*?\))'
    one = rf'\*\w+ = {value}'
    text = re.sub(rf'^(\s+)((?:const |unsigned )*\w+) ({one}(?:, {one})*;)', cast, text, flags=re.M)
    return re.sub(r'^(\s+(?:const )?)(\w+)( \*?\2[;,])', r'\1struct \2\3', text, flags=re.M)


def public_header():
    order, systems = [], {}

    def visit(name):
        for other in included(read(name)):
            visit(other)
        if name not in order:
            order.append(name)

    visit('include/evolute/evolute.h')
    visit('include/evolute/world.h')
    parts = [body(read(name), systems) for name in order]
    return order, ''.join(f'#include <{name}>\n' for name in systems) + '\n' + '\n'.join(parts)


class Writer:
    def __init__(self, public):
        self.done = set(public)
        self.systems = {}
        self.headers, self.sources = [], []
        files = sorted(str(p.relative_to(TOP)) for p in TOP.glob('engine/*/*.c'))
        self.files = files
        owners = {}
        headers = sorted(str(p.relative_to(TOP)) for p in TOP.glob('engine/*/*.h'))
        self.pointers = void_functions(map(read, files + headers))
        for name in files + headers:
            text = read(name)
            words = names_of(text) if name in files or not depends_on_lanes(name) else set()
            for word in words | (declared_in(text) if name.endswith('.h') else set()):
                owners.setdefault(word, set()).add(name)
        self.shared = {word for word, names in owners.items() if len(names) > 1}

    def known_to(self, text, done):
        """Names that the headers around a file define or declare."""
        names = set()
        for name in included(text):
            if name not in done and not depends_on_lanes(name):
                inner = read(name)
                done.add(name)
                names |= names_of(inner) | declared_in(inner) | self.known_to(inner, done)
        return names

    def visit_header(self, name):
        """Adds a header that does not depend on lanes, and what it includes."""
        if name in self.done or depends_on_lanes(name):
            return
        self.done.add(name)
        for other in included(read(name)):
            self.visit_header(other)
        self.headers.append(in_cpp(body(read(name), self.systems), self.pointers))

    def with_lanes(self, text, done):
        """A file with the headers of lanes where it includes them, each once."""
        def expand(match):
            name = path_of(match.group(1))
            if name in done or not depends_on_lanes(name):
                return match.group(0) if name not in done else ''
            done.add(name)
            return self.with_lanes(read(name), done)
        return INCLUDE.sub(expand, text)

    def visit_lane_headers(self, text, done):
        for name in included(text):
            if name in done:
                continue
            done.add(name)
            if depends_on_lanes(name):
                self.visit_lane_headers(read(name), done)
            else:
                self.visit_header(name)

    def visit_source(self, name):
        text = read(name)
        tag = name[len('engine/'):-2].replace('/', '_')
        self.visit_lane_headers(text, set())
        own = (names_of(text) & self.shared) - self.known_to(text, set())
        functions = functions_of(text)
        expanded = self.with_lanes(text, set())
        if expanded != text:
            text = expanded
            own |= names_of(text)
            functions |= functions_of(text)
        text = in_cpp(body(text, self.systems), self.pointers)
        text = renamed(text, own, functions, tag)
        macros = sorted(set(re.findall(r'^#define (\w+)', text, re.M)))
        text += ''.join(f'#undef {macro}\n' for macro in macros)
        if 'INLINE' in macros:
            text += '#define INLINE INLINE_ALWAYS\n'
        if re.search(r'^MACHINE_(SMALL|PLAIN)$', text, re.M):
            text = f'{PUSH}{text}{POP}'
        self.sources.append(f'/* ---- {name[len("engine/"):]} ---- */\n\n{text}\n')

    def write(self):
        for name in self.files:
            self.visit_source(name)
        systems = ''.join(f'#include <{name}>\n' for name in self.systems if name != 'stdatomic.h')
        return systems + ATOMICS + '\n'.join(self.headers) + '\n' + ''.join(self.sources)


def version():
    numbers = re.findall(r'^#define EVO_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)', read(
        'include/evolute/base.h'), re.M)
    return '.'.join(numbers)


def main():
    to = pathlib.Path(sys.argv[1])
    order, header = public_header()
    to.mkdir(parents=True, exist_ok=True)
    (to / 'evolute.h').write_text(header)
    source = Writer(order).write()
    (to / 'evolute.c').write_text(HEAD % version() + '#include "evolute.h"\n' + source)


main()
