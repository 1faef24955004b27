// Inlined: the static tools then need no second library, and short inputs cost no call.
#define XXH_INLINE_ALL
#include <xxhash.h>

// The library's names are macros in this mode, which Swift does not see.
static inline XXH64_hash_t xxh3_64(const void *bytes, size_t count) { return XXH3_64bits(bytes, count); }
