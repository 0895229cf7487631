/* table.h: the only file that includes uthash. It replaces allocation, hash and failure:
 *   - Memory comes from an evo_allocator. Where elements are added or deleted, `const evo_allocator
 *     *memory` must be in scope.
 *   - A failed allocation leaves the element out and the table valid, and sets `out_of_memory`, a
 *     bool that must be in scope where elements are added.
 *   - Keys are hashed in 64-bit words: their size must be a multiple of 8, without padding.
 * So each table has functions of its own around these macros. An added element must never move.
 * Iteration is in order of insertion, the same on every machine.
 */
#ifndef ENGINE_CORE_TABLE_H
#define ENGINE_CORE_TABLE_H

#include <string.h>

#include "core/memory.h"

#ifdef UTHASH_H
#error "include core/table.h instead of uthash.h"
#endif

static inline unsigned table_hash(const void *key, size_t size) {
    const unsigned char *bytes = (const unsigned char *)key;
    uint64_t hash = size;
    for (size_t i = 0; i + 8 <= size; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, sizeof word);
        /* Multiplying by an odd number carries low bits upward; the shift brings them down again,
         * because uthash takes its bucket from the low bits. */
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    hash *= 0xd6e8feb86659fd93u;
    return (unsigned)(hash >> 32);
}

#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((void)(element), out_of_memory = true)
#define uthash_malloc(size) memory_take(memory, size)
#define uthash_free(block, size) memory_give(memory, block, size)
#define HASH_FUNCTION(key, size, hash) ((hash) = table_hash(key, size))
#define HASH_KEYCMP(a, b, size) memcmp(a, b, size)

#include <uthash.h>

#endif
