// SPDX-License-Identifier: Apache-2.0

// Inlining saves the static tools a second library, and short inputs the cost of a call.
#define XXH_INLINE_ALL
#include <xxhash.h>

// With XXH_INLINE_ALL the library's names are macros, which Swift does not import.
static inline XXH64_hash_t xxh3_64(const void *bytes, size_t count) { return XXH3_64bits(bytes, count); }

static inline XXH128_hash_t xxh3_128(const void *bytes, size_t count) { return XXH3_128bits(bytes, count); }
