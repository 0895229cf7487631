/* visitor.c: fields as bytes and as hashes. In: fields, or bytes; out: bytes, a hash, or fields
 * that are within their range. Invariant: a load reads no byte beyond the last, and reads zeros
 * once it has failed. */
#include "save/save.h"

#include <assert.h>
#include <string.h>

#include "body/shared.h"
#include "core/memory.h"
#include "shape/shape.h"

bool visit_check(visitor *v, bool sound) {
    if (visit_is(v, VISIT_LOAD) && !sound && !v->refused) v->failed = true;
    return visit_goes_on(v);
}

bool visit_room(visitor *v, bool granted) {
    v->refused |= !granted;
    return visit_goes_on(v);
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

static void mix_word(visitor *v, uint64_t word) {
    v->hash = (v->hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    v->hash ^= v->hash >> 29;
}

static void put_byte(visitor *v, unsigned byte) {
    if (v->at < v->size) v->to[v->at] = (unsigned char)byte;
    ++v->at;
}

static unsigned take_byte(visitor *v) {
    if (v->at >= v->size) v->failed = true;
    return visit_goes_on(v) ? v->from[v->at++] : 0;
}

INLINE void put_word(visitor *v, uint64_t word, size_t bytes) {
    if (v->at + bytes <= v->size) visit_put_word(v->to + v->at, word, bytes);
    v->at += bytes;
}

/* Takes `bytes` bytes as a number. */
INLINE uint64_t take_word(visitor *v, size_t bytes) {
    if (!visit_check(v, v->size - v->at >= bytes)) return 0;
    v->at += bytes;
    assert(v->at <= v->size && "no byte beyond the last is read");
    return visit_word_at(v->from + v->at - bytes, bytes);
}

/* Writes a whole number: seven bits a byte, lowest first; the top bit: more bytes follow. */
static void put_varied(visitor *v, uint64_t word) {
    for (; word >= 0x80; word >>= 7) put_byte(v, (unsigned)(word & 0x7f) | 0x80);
    put_byte(v, (unsigned)word);
}

/* Reads a whole number. There is one way to write it: the last byte is not zero. */
static uint64_t take_varied(visitor *v) {
    uint64_t word = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const uint64_t byte = take_byte(v);
        word |= (byte & 0x7f) << shift;
        if (byte >= 0x80) continue;
        visit_check(v, (shift == 0 || byte > 0) && (shift < 63 || byte == 1));
        return word;
    }
    visit_check(v, false);
    return 0;
}

uint64_t visit_checksum(const unsigned char *bytes, size_t size) {
    visitor v = {.mode = VISIT_HASH, .hash = size};
    size_t at = 0;
    for (; at + 8 <= size; at += 8) mix_word(&v, visit_word_at(bytes + at, 8));
    for (; at < size; ++at) mix_word(&v, bytes[at]);
    return v.hash;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

/* Most numbers that share a mask. */
enum { NUMBERS_MOST = 32 };

void visit_u64(visitor *v, uint64_t *word) {
    switch (v->mode) {
    case VISIT_SAVE:
        put_varied(v, *word);
        break;
    case VISIT_LOAD:
        *word = take_varied(v);
        break;
    case VISIT_HASH:
        mix_word(v, *word);
        break;
    }
}

void visit_u32(visitor *v, uint32_t *word) {
    uint64_t wide = *word;
    visit_u64(v, &wide);
    if (!visit_is(v, VISIT_LOAD)) return;
    *word = visit_check(v, wide <= UINT32_MAX) ? (uint32_t)wide : 0;
}

/* Visits the signed difference from a number near by, folded; 0: NONE. */
void visit_id(visitor *v, uint32_t *id, uint32_t from) {
    if (visit_is(v, VISIT_HASH)) {
        mix_word(v, *id);
        return;
    }
    uint64_t folded = 0;
    if (visit_is(v, VISIT_SAVE) && *id != NONE) {
        const int64_t way = (int64_t)*id - (int64_t)from;
        folded = 1 + (way < 0 ? 2 * (uint64_t)-way - 1 : 2 * (uint64_t)way);
    }
    visit_u64(v, &folded);
    if (!visit_is(v, VISIT_LOAD)) return;
    *id = NONE;
    if (!visit_check(v, folded <= UINT64_C(0x200000000)) || folded == 0) return;
    const int64_t half = (int64_t)((folded - 1) / 2);
    const int64_t at = (int64_t)from + ((folded - 1) % 2 == 1 ? -half - 1 : half);
    if (visit_check(v, at >= 0 && at < (int64_t)NONE)) *id = (uint32_t)at;
}

void visit_flags(visitor *v, bool *flags, uint32_t count) {
    uint64_t word = 0;
    for (uint32_t i = 0; i < count; ++i) word |= (uint64_t)flags[i] << i;
    visit_u64(v, &word);
    visit_check(v, word >> count == 0);
    for (uint32_t i = 0; visit_is(v, VISIT_LOAD) && i < count; ++i) flags[i] = word >> i & 1;
}

void visit_bool(visitor *v, bool *flag) {
    visit_flags(v, flag, 1);
}

void visit_tag(visitor *v, uint64_t *tag) {
    if (!visit_is(v, VISIT_HASH)) visit_u64(v, tag);
}

void visit_mark(visitor *v, uint64_t *tag, uint32_t *birth) {
    bool has[] = {*tag != 0, *birth != 0};
    if (visit_is(v, VISIT_HASH)) return;
    visit_flags(v, has, 2);
    if (has[0]) visit_u64(v, tag);
    if (has[1]) visit_u32(v, birth);
    visit_check(v, has[0] == (*tag != 0) && has[1] == (*birth != 0));
}

static uint64_t bits_of(double number) {
    uint64_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

/* Takes a double, or a float, by the bytes of its type. */
INLINE double take_double(visitor *v, size_t bytes) {
    const uint64_t word = take_word(v, bytes);
    const uint32_t low = (uint32_t)word;
    double number;
    float narrow;
    memcpy(&number, &word, sizeof number);
    memcpy(&narrow, &low, sizeof narrow);
    return bytes == sizeof narrow ? (double)narrow : number;
}

INLINE void put_number(visitor *v, double number, size_t bytes) {
    const float narrow = bytes == sizeof narrow ? (float)number : 0;
    uint32_t low;
    memcpy(&low, &narrow, sizeof low);
    put_word(v, bytes == sizeof narrow ? low : bits_of(number), bytes);
}

void visit_double(visitor *v, double *number) {
    if (visit_is(v, VISIT_SAVE)) put_number(v, *number, sizeof *number);
    if (visit_is(v, VISIT_HASH)) mix_word(v, bits_of(*number));
    if (visit_is(v, VISIT_LOAD)) *number = take_double(v, sizeof *number);
}

/* Mixes numbers one by one: a hash is asked for after each step of a record. */
static void mix_doubles(visitor *v, const double *numbers, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) mix_word(v, bits_of(numbers[i]));
}

static bool is_zero(double number) {
    return number == 0 && !signbit(number);
}

INLINE void save_numbers(visitor *v, const double *numbers, uint32_t count, size_t bytes) {
    uint32_t mask = 0;
    for (uint32_t i = 0; i < count; ++i) mask |= (uint32_t)!is_zero(numbers[i]) << i;
    put_varied(v, mask);
    for (uint32_t i = 0; i < count; ++i)
        if (mask >> i & 1) put_number(v, numbers[i], bytes);
}

/* Loads any finite numbers, or any at all, but zeros where the mask says so. */
INLINE void load_numbers(visitor *v, double *numbers, uint32_t count, size_t bytes) {
    uint32_t mask = 0;
    assert(count > 0 && count <= NUMBERS_MOST && "a mask is a word");
    visit_u32(v, &mask);
    visit_check(v, mask >> (count - 1) <= 1);
    for (uint32_t i = 0; i < count; ++i) {
        const bool is_given = mask >> i & 1;
        numbers[i] = is_given ? take_double(v, bytes) : 0;
        visit_check(v, (v->any || isfinite(numbers[i])) && is_given == !is_zero(numbers[i]));
    }
}

/* Visits a mask of the numbers that are not zero, then these numbers, in `bytes` bytes each. */
INLINE void visit_masked(visitor *v, double *numbers, uint32_t count, size_t bytes) {
    if (visit_is(v, VISIT_HASH)) mix_doubles(v, numbers, count);
    if (visit_is(v, VISIT_SAVE)) save_numbers(v, numbers, count, bytes);
    if (visit_is(v, VISIT_LOAD)) load_numbers(v, numbers, count, bytes);
}

void visit_numbers(visitor *v, double *numbers, uint32_t count) {
    visit_masked(v, numbers, count, sizeof *numbers);
}

void visit_floats(visitor *v, float *numbers, uint32_t count) {
    double wide[NUMBERS_MOST];
    for (uint32_t i = 0; i < count; ++i) wide[i] = (double)numbers[i];
    visit_masked(v, wide, count, sizeof *numbers);
    for (uint32_t i = 0; i < count && visit_is(v, VISIT_LOAD); ++i) numbers[i] = (float)wide[i];
}

void visit_count(visitor *v, uint32_t *count, uint32_t bytes_each) {
    visit_u32(v, count);
    if (!visit_is(v, VISIT_LOAD)) return;
    visit_check(v, (uint64_t)*count * bytes_each <= v->size - v->at);
    if (v->failed) *count = 0;
}

bool visit_array(visitor *v, const evo_allocator *memory, void *items, size_t *count,
                 size_t *capacity, size_t item_size, uint32_t bytes_each) {
    uint32_t listed = (uint32_t)*count;
    visit_count(v, &listed, bytes_each);
    if (!visit_loads(v)) return visit_goes_on(v);
    const bool room = array_reserve_filled(memory, items, capacity, listed, item_size, 0);
    if (room) *count = listed;
    return visit_room(v, room);
}

/* ---- Numbers that are known ------------------------------------------------------------------ */

/* Returns the place of equal numbers among the latest, or VISIT_RECENT. */
static int find_recent(const visit_recent *r, const double *numbers, int count) {
    for (int i = 0; i < VISIT_RECENT; ++i)
        if (r->counts[i] == count
            && memcmp(r->numbers[i], numbers, (size_t)count * sizeof *numbers) == 0)
            return i;
    return VISIT_RECENT;
}

static void remember(visit_recent *r, const double *numbers, int count) {
    memcpy(r->numbers[r->next], numbers, (size_t)count * sizeof *numbers);
    r->counts[r->next] = count;
    r->next = (r->next + 1) % VISIT_RECENT;
}

void visit_known(visitor *v, double *numbers, int *count, int most) {
    visit_recent *r = &v->recent;
    uint32_t place = VISIT_RECENT, length = (uint32_t)*count;
    if (visit_is(v, VISIT_HASH)) {
        mix_doubles(v, numbers, length);
        return;
    }
    if (visit_is(v, VISIT_SAVE)) place = (uint32_t)find_recent(r, numbers, *count);
    visit_u32(v, &place);
    if (!visit_check(v, place <= VISIT_RECENT)) return;
    if (place < VISIT_RECENT) {
        if (!visit_check(v, r->counts[place] > 0 && r->counts[place] <= most)) return;
        *count = r->counts[place];
        memcpy(numbers, r->numbers[place], (size_t)*count * sizeof *numbers);
        return;
    }
    visit_u32(v, &length);
    if (!visit_check(v, length > 0 && length <= (uint32_t)most)) return;
    *count = (int)length;
    visit_numbers(v, numbers, length);
    visit_check(v, visit_is(v, VISIT_SAVE) || find_recent(r, numbers, *count) == VISIT_RECENT);
    remember(r, numbers, *count);
}

/* ---- Records --------------------------------------------------------------------------------- */

void visit_vector(visitor *v, evo_vec2 *vector) {
    visit_numbers(v, &vector->x, 2);
}

void visit_handle(visitor *v, uint32_t *index, uint32_t *generation) {
    visit_u32(v, index);
    visit_u32(v, generation);
}

void visit_filter(visitor *v, evo_filter *filter) {
    if (!visit_is(v, VISIT_LOAD)) *filter = filter_stored(*filter);
    uint32_t group = (uint32_t)filter->group;
    bool plain = filter->category == 0 && filter->mask == 0 && group == 0;
    visit_bool(v, &plain);
    if (visit_is(v, VISIT_LOAD)) *filter = (evo_filter){0, 0, 0};
    if (plain) return;
    visit_u64(v, &filter->category);
    visit_u64(v, &filter->mask);
    visit_u32(v, &group);
    if (visit_is(v, VISIT_LOAD)) memcpy(&filter->group, &group, sizeof group);
    const evo_filter stored = filter_stored(*filter);
    visit_check(v, stored.category != 0 || stored.mask != 0 || stored.group != 0);
}

/* Numbers of the kind and place of a shape, before the numbers of its kind. */
enum { SHAPE_HEAD = 5 };
_Static_assert(SHAPE_HEAD + SHAPE_NUMBERS <= VISIT_RECENT_NUMBERS, "shapes are remembered");

void visit_shape(visitor *v, evo_shape *shape) {
    double numbers[VISIT_RECENT_NUMBERS] = {(double)shape->kind, shape->center.x, shape->center.y,
                                            shape->axis.x, shape->axis.y};
    int count = SHAPE_HEAD;
    if (!visit_is(v, VISIT_LOAD)) count += shape_numbers(shape, numbers + SHAPE_HEAD);
    visit_known(v, numbers, &count, SHAPE_HEAD + SHAPE_NUMBERS);
    if (!visit_is(v, VISIT_LOAD)) return;
    *shape = (evo_shape){.kind = EVO_NO_SHAPE};
    if (!visit_check(v, count > SHAPE_HEAD && numbers[0] >= EVO_CIRCLE && numbers[0] <= EVO_POLYGON
                            && numbers[0] == floor(numbers[0])))
        return;
    shape->kind = (evo_shape_kind)numbers[0];
    shape->axis = (evo_vec2){numbers[3], numbers[4]};
    visit_check(v, shape_from_numbers(shape, numbers + SHAPE_HEAD, count - SHAPE_HEAD));
    shape->center = (evo_vec2){numbers[1], numbers[2]};
}

/* Returns whether a number is a whole one of 32 bits. */
static bool is_word(double number) {
    return number >= 0 && number <= 4294967295.0 && number == floor(number);
}

void visit_material(visitor *v, evo_material *m) {
    double numbers[MATERIAL_NUMBERS];
    int count = MATERIAL_NUMBERS;
    material_numbers(m, numbers);
    visit_known(v, numbers, &count, MATERIAL_NUMBERS);
    if (!visit_is(v, VISIT_LOAD)) return;
    *m = (evo_material){numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], 0};
    if (!visit_check(v, count == MATERIAL_NUMBERS && is_word(numbers[6]) && is_word(numbers[7])))
        return;
    m->id = (uint64_t)numbers[7] << 32 | (uint64_t)numbers[6];
    visit_check(v, evo_material_check(m) == EVO_OK);
}

/* ---- Any order ------------------------------------------------------------------------------- */

uint64_t visit_part(visitor *v) {
    const uint64_t outer = v->hash;
    v->hash = UINT64_C(0xcbf29ce484222325);
    return outer;
}

void visit_part_end(visitor *v, uint64_t outer, uint64_t *sum) {
    *sum += v->hash;
    v->hash = outer;
}

void visit_sum(visitor *v, uint64_t sum) {
    if (visit_is(v, VISIT_HASH)) mix_word(v, sum);
}
