/* threads.c: a pool that waits for steps. In: a task, and how many shall do it; out: it is done, or
 * was never begun. Invariant: between two steps every thread waits. EVOLUTE_NO_THREADS: one worker,
 * as where there are no threads. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* how many cores there are for a process */
#endif
#include "evolute/threads.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/crew.h"

#if defined(EVOLUTE_NO_THREADS) || defined(__wasm__)
#define POOL_NONE 1
#elif defined(_WIN32)
#define POOL_WINDOWS 1
#define NOMINMAX
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#undef far
#undef near
#else
#define POOL_POSIX 1
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>
#endif

/* ---- The machine's own ----------------------------------------------------------------------- */

#if POOL_POSIX

typedef pthread_t pool_thread;
typedef pthread_mutex_t pool_lock;
typedef pthread_cond_t pool_signal;

#if defined(__linux__)

enum { PATH_MOST = 1024 };

/* Reads the numbers in a file of a control group, or 0: "max" is none. */
static void read_numbers(const char *group, const char *name, long *first, long *second) {
    char path[PATH_MOST + 64], text[64];
    (void)snprintf(path, sizeof path, "%s/%s", group, name);
    FILE *file = fopen(path, "r");
    *first = *second = 0;
    if (!file) return;
    char *at = fgets(text, sizeof text, file);
    if (at) *first = strtol(at, &at, 10);
    if (at) *second = strtol(at, NULL, 10);
    (void)fclose(file);
}

/* The cores that the quota of a group lets it use, of either version, or CREW_MOST. */
static int quota_of(const char *group) {
    long quota, period, unused;
    read_numbers(group, "cpu.max", &quota, &period);
    if (period == 0) {
        read_numbers(group, "cpu.cfs_quota_us", &quota, &unused);
        read_numbers(group, "cpu.cfs_period_us", &period, &unused);
    }
    if (quota <= 0 || period <= 0 || quota / period >= CREW_MOST) return CREW_MOST;
    return (int)((quota + period - 1) / period);
}

/* The same of the groups of this process, and of those that they are in: a line of theirs is
 * "number:controllers:path". In a container the path may be that of outside. */
static int count_quota(void) {
    char line[PATH_MOST], group[PATH_MOST + 32];
    int least = CREW_MOST;
    FILE *file = fopen("/proc/self/cgroup", "r");
    while (file && fgets(line, sizeof line, file)) {
        char *kind = strchr(line, ':'), *path = kind ? strchr(kind + 1, ':') : NULL;
        if (!path) continue;
        *kind++ = *path++ = 0;
        path[strcspn(path, "\n")] = 0;
        if (*kind && strncmp(kind, "cpu", 3) != 0) continue;
        const int root = snprintf(group, sizeof group, "/sys/fs/cgroup/%s", kind);
        (void)snprintf(group + root, sizeof group - (size_t)root, "%s", path);
        for (char *end = group + strlen(group); end >= group + root; --end) {
            if (*end && *end != '/') continue;
            *end = 0;
            const int quota = quota_of(group);
            least = quota < least ? quota : least;
        }
    }
    if (file) (void)fclose(file);
    return least;
}

static int count_cores(void) {
    const int most = count_quota();
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return most;
    return CPU_COUNT(&set) < most ? CPU_COUNT(&set) : most;
}

#else

static int count_cores(void) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (int)cores : 1;
}

#endif

static double seconds_now(void *context) {
    struct timespec now = {0, 0};
    (void)context;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#define lock_init(l) pthread_mutex_init(l, NULL)
#define lock_free(l) pthread_mutex_destroy(l)
#define lock_take(l) pthread_mutex_lock(l)
#define lock_give(l) pthread_mutex_unlock(l)
#define signal_init(s) pthread_cond_init(s, NULL)
#define signal_free(s) pthread_cond_destroy(s)
#define signal_wait(s, l) pthread_cond_wait(s, l)
#define signal_one(s) pthread_cond_signal(s)
#define signal_all(s) pthread_cond_broadcast(s)
#define THREAD_RESULT void *
#define thread_start(t, run, data) (pthread_create(t, NULL, run, data) == 0)
#define thread_join(t) pthread_join(t, NULL)

#elif POOL_WINDOWS

typedef HANDLE pool_thread;
typedef SRWLOCK pool_lock;
typedef CONDITION_VARIABLE pool_signal;

static int count_cores(void) {
    DWORD_PTR process = 0, system = 0;
    int count = 0;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &process, &system)) return 1;
    for (; process != 0; process &= process - 1) ++count;
    return count > 0 ? count : 1;
}

static double seconds_now(void *context) {
    LARGE_INTEGER now, frequency;
    (void)context;
    (void)QueryPerformanceCounter(&now);
    (void)QueryPerformanceFrequency(&frequency);
    return (double)now.QuadPart / (double)frequency.QuadPart;
}

#define lock_init(l) InitializeSRWLock(l)
#define lock_free(l) ((void)(l))
#define lock_take(l) AcquireSRWLockExclusive(l)
#define lock_give(l) ReleaseSRWLockExclusive(l)
#define signal_init(s) InitializeConditionVariable(s)
#define signal_free(s) ((void)(s))
#define signal_wait(s, l) SleepConditionVariableSRW(s, l, INFINITE, 0)
#define signal_one(s) WakeConditionVariable(s)
#define signal_all(s) WakeAllConditionVariable(s)
#define THREAD_RESULT DWORD WINAPI
#define thread_start(t, run, data) ((*(t) = CreateThread(NULL, 0, run, data, 0, NULL)) != NULL)
#define thread_join(t) (WaitForSingleObject(t, INFINITE), CloseHandle(t))

#endif

/* ---- The pool -------------------------------------------------------------------------------- */

#if !POOL_NONE

struct evo_threads {
    pool_lock lock;
    pool_signal work, rest; /* there are tasks to begin, or an end; a task ended */
    evo_task task;
    void *data;
    int next, last; /* numbers of tasks that have not begun */
    int running;
    atomic_uint changes; /* of all this, for who watches */
    bool ends;
    int workers, started;
    pool_thread threads[CREW_MOST];
};

/* Pauses for which a thread watches before it sleeps, as steps often follow each other at once, and
 * until it lets others have its core. */
enum { WATCH_MOST = 1000, WATCH_ALONE = 100 };

static void note_change(evo_threads *t) {
    atomic_fetch_add_explicit(&t->changes, 1, memory_order_release);
}

/* Watches for a change, with the lock given; returns whether there was one. */
static bool watch(evo_threads *t) {
    const unsigned seen = atomic_load_explicit(&t->changes, memory_order_relaxed);
    unsigned now = seen;
    lock_give(&t->lock);
    for (uint32_t i = 0; i < WATCH_MOST && now == seen;) {
        crew_wait(&i, WATCH_ALONE);
        now = atomic_load_explicit(&t->changes, memory_order_acquire);
    }
    lock_take(&t->lock);
    return atomic_load_explicit(&t->changes, memory_order_relaxed) != seen;
}

/* Takes one task after the other, and waits between them. */
static THREAD_RESULT serve(void *argument) {
    evo_threads *t = argument;
    lock_take(&t->lock);
    while (!t->ends) {
        if (t->next > t->last) {
            if (!watch(t)) signal_wait(&t->work, &t->lock);
            continue;
        }
        const int number = t->next++;
        assert(number > 0 && number < t->workers && "the thread that steps is worker 0");
        const evo_task task = t->task;
        void *data = t->data;
        ++t->running;
        lock_give(&t->lock);
        task(data, number);
        lock_take(&t->lock);
        note_change(t);
        if (--t->running == 0) signal_all(&t->rest);
    }
    lock_give(&t->lock);
    return 0;
}

static void start_tasks(void *context, evo_task task, void *data, int count) {
    evo_threads *t = context;
    lock_take(&t->lock);
    assert(t->running == 0 && t->next > t->last && "between two steps every thread waits");
    t->task = task;
    t->data = data;
    t->next = 1;
    t->last = count;
    note_change(t);
    for (int i = 0; i < count; ++i) signal_one(&t->work); /* who is not needed sleeps on */
    lock_give(&t->lock);
}

/* Withdraws what has not begun, and waits for the rest. */
static void finish(void *context) {
    evo_threads *t = context;
    lock_take(&t->lock);
    t->next = t->last + 1;
    while (t->running > 0)
        if (!watch(t)) signal_wait(&t->rest, &t->lock);
    lock_give(&t->lock);
}

evo_threads *evo_threads_create(int workers) {
    if (workers < 0) return NULL;
    if (workers == 0) workers = count_cores();
    evo_threads *t = (evo_threads *)calloc(1, sizeof *t);
    if (!t) return NULL;
    t->workers = workers < CREW_MOST ? workers : CREW_MOST;
    t->next = 1;
    lock_init(&t->lock);
    signal_init(&t->work);
    signal_init(&t->rest);
    while (t->started + 1 < t->workers && thread_start(&t->threads[t->started], serve, t))
        ++t->started;
    if (t->started + 1 == t->workers) return t;
    evo_threads_destroy(t);
    return NULL;
}

void evo_threads_destroy(evo_threads *t) {
    if (!t) return;
    lock_take(&t->lock);
    t->ends = true;
    note_change(t);
    signal_all(&t->work);
    lock_give(&t->lock);
    for (int i = 0; i < t->started; ++i) thread_join(t->threads[i]);
    signal_free(&t->rest);
    signal_free(&t->work);
    lock_free(&t->lock);
    free(t);
}

int evo_threads_count(const evo_threads *t) {
    return t ? t->workers : 0;
}

evo_tasks evo_threads_tasks(evo_threads *t) {
    const evo_tasks none = {0};
    return t ? (evo_tasks){t->workers, start_tasks, finish, t, seconds_now} : none;
}

#else

/* No threads here: one worker, which steps. */
struct evo_threads {
    int workers;
};

evo_threads *evo_threads_create(int workers) {
    evo_threads *t = workers < 0 ? NULL : (evo_threads *)calloc(1, sizeof *t);
    if (t) t->workers = 1;
    return t;
}

void evo_threads_destroy(evo_threads *t) {
    free(t);
}

int evo_threads_count(const evo_threads *t) {
    return t ? 1 : 0;
}

evo_tasks evo_threads_tasks(evo_threads *t) {
    (void)t;
    return (evo_tasks){0};
}

#endif
