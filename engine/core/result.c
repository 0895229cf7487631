/* result.c: one sentence for each result. */
#include "evolute/base.h"

const char *evo_result_text(evo_result result) {
    switch (result) {
    case EVO_OK:
        return "Done.";
    case EVO_ERROR_INVALID:
        return "An argument has no valid value; nothing was changed.";
    case EVO_ERROR_STALE:
        return "The handle names nothing that still exists.";
    case EVO_ERROR_MEMORY:
        return "The allocator refused memory; nothing was changed.";
    case EVO_ERROR_LIMIT:
        return "A budget or a capacity is used up, or a number is too large.";
    case EVO_ERROR_UNSUPPORTED:
        return "The call has no meaning for this world or shape.";
    case EVO_ERROR_CORRUPT:
        return "The saved bytes are damaged or of another kind.";
    case EVO_ERROR_LOCKED:
        return "The world is in the middle of a step.";
    }
    return "There is no such result.";
}
