/* target.c: the entry of libFuzzer; FUZZ_TARGET names the fuzzer. */
#include "fuzz.h"

#ifdef FUZZ_TARGET
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    FUZZ_TARGET(bytes, count);
    return 0;
}
#endif
