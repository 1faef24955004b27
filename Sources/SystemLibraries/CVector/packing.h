// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>
#include <string.h>

// Packs 128 numbers in four lanes: number k belongs to lane k % 4 and row k / 4. Each lane packs
// its 32 numbers contiguously, the first one in the lowest bits. The 32-bit words of the lanes are
// interleaved, 16 bytes for each bit of width. Thus four numbers are shifted at once ("SIMD-BP128",
// Lemire and Boytsov, Decoding billions of integers per second through vectorization, 2015). The
// width is a compile-time constant, which makes all shifts constants.

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the lanes' words are stored as they lie in memory");

typedef uint32_t vector_lanes __attribute__((ext_vector_type(4)));

static inline __attribute__((always_inline)) vector_lanes vector_load(const void *bytes) {
  vector_lanes lanes;
  memcpy(&lanes, bytes, sizeof lanes);
  return lanes;
}

static inline __attribute__((always_inline)) void vector_store(vector_lanes lanes, void *bytes) { memcpy(bytes, &lanes, sizeof lanes); }

static inline __attribute__((always_inline)) void vector_unpack_width(const uint8_t *packed, uint32_t *numbers, const int width) {
  const uint32_t mask = UINT32_MAX >> (32 - width);
#pragma clang loop unroll(full)
  for (int row = 0; row < 32; row++) {
    const int word = row * width / 32, shift = row * width % 32;
    vector_lanes lanes = vector_load(packed + 16 * word) >> shift;
    if (shift + width > 32) lanes |= vector_load(packed + 16 * (word + 1)) << (32 - shift);
    vector_store(lanes & mask, numbers + 4 * row);
  }
}

static inline __attribute__((always_inline)) void vector_pack_width(const uint32_t *numbers, uint8_t *packed, const int width) {
  const uint32_t mask = UINT32_MAX >> (32 - width);
  vector_lanes pending = {0, 0, 0, 0};
#pragma clang loop unroll(full)
  for (int row = 0; row < 32; row++) {
    const int word = row * width / 32, shift = row * width % 32;
    const vector_lanes lanes = vector_load(numbers + 4 * row) & mask;
    pending |= lanes << shift;
    if (shift + width < 32) continue;
    vector_store(pending, packed + 16 * word);
    // Keep the bits of the row that did not fit into the word.
    pending = shift + width > 32 ? lanes >> (32 - shift) : lanes ^ lanes;
  }
}

#define VECTOR_FOR_WIDTH(width, work) \
  switch (width) { \
  case 1: work(1); break; case 2: work(2); break; case 3: work(3); break; case 4: work(4); break; \
  case 5: work(5); break; case 6: work(6); break; case 7: work(7); break; case 8: work(8); break; \
  case 9: work(9); break; case 10: work(10); break; case 11: work(11); break; case 12: work(12); break; \
  case 13: work(13); break; case 14: work(14); break; case 15: work(15); break; case 16: work(16); break; \
  case 17: work(17); break; case 18: work(18); break; case 19: work(19); break; case 20: work(20); break; \
  case 21: work(21); break; case 22: work(22); break; case 23: work(23); break; case 24: work(24); break; \
  case 25: work(25); break; case 26: work(26); break; case 27: work(27); break; case 28: work(28); break; \
  case 29: work(29); break; case 30: work(30); break; case 31: work(31); break; case 32: work(32); break; \
  }

/// Unpacks 128 numbers from 16 * `width` bytes. `width` must be 1 to 32.
static inline void vector_unpack(const uint8_t *packed, uint32_t *numbers, int width) {
#define VECTOR_UNPACK(width) vector_unpack_width(packed, numbers, width)
  VECTOR_FOR_WIDTH(width, VECTOR_UNPACK)
#undef VECTOR_UNPACK
}

/// Packs the low `width` bits of 128 numbers into 16 * `width` bytes. `width` must be 1 to 32.
static inline void vector_pack(const uint32_t *numbers, uint8_t *packed, int width) {
#define VECTOR_PACK(width) vector_pack_width(numbers, packed, width)
  VECTOR_FOR_WIDTH(width, VECTOR_PACK)
#undef VECTOR_PACK
}

#undef VECTOR_FOR_WIDTH
