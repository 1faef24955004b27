// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "packing.h"

// Operations on ascending numbers, four at a time.

/// Computes running sums of gaps: `sums[k]` = `before` + the sum of (`numbers[i]` + 1) for i from 0
/// to k, modulo 2^32. `numbers` and `sums` may be the same memory.
///
/// Returns the bitwise or of all numbers. If it is less than 2^24, up to 128 sums do not overflow
/// relative to `before`.
static inline uint32_t vector_sums(const uint32_t *numbers, uint32_t *sums, int count, uint32_t before) {
  const vector_lanes none = {0, 0, 0, 0}, steps = {1, 2, 3, 4};
  vector_lanes last = none + before, all = none;
  int k = 0;
  for (; k + 4 <= count; k += 4) {
    vector_lanes lanes = vector_load(numbers + k);
    all |= lanes;
    lanes += __builtin_shufflevector(none, lanes, 0, 4, 5, 6);
    lanes += __builtin_shufflevector(none, lanes, 0, 1, 4, 5);
    lanes += steps;
    vector_store(lanes + last, sums + k);
    last += __builtin_shufflevector(lanes, lanes, 3, 3, 3, 3);
  }
  uint32_t bits = __builtin_reduce_or(all), sum = last[0];
  for (; k < count; k++) {
    bits |= numbers[k];
    sums[k] = sum += numbers[k] + 1;
  }
  return bits;
}

/// Compares 8 numbers with `wanted`. Returns a bit for each that is equal, the first number's in
/// the lowest bit.
static inline uint32_t vector_equals(const uint32_t *numbers, uint32_t wanted) {
  typedef uint32_t eight_numbers __attribute__((ext_vector_type(8)));
  typedef _Bool eight_truths __attribute__((ext_vector_type(8)));
  eight_numbers vector;
  memcpy(&vector, numbers, sizeof vector);
  const eight_truths truths = __builtin_convertvector(vector == wanted, eight_truths);
  uint8_t bits;
  memcpy(&bits, &truths, sizeof bits);
  return bits;
}

/// Sets the bit of each of `count` ascending numbers, at least one, in a bitmap.
static inline void vector_set_bits(const uint32_t *numbers, int count, uint64_t *words) {
  if (numbers[count - 1] - numbers[0] >= 8u * (uint32_t)count) {
    for (int k = 0; k < count; k++) words[numbers[k] >> 6] |= UINT64_C(1) << (numbers[k] & 63);
    return;
  }
  // Many numbers share a word, which stays in a register.
  uint32_t word = numbers[0] >> 6;
  uint64_t bits = 0;
  for (int k = 0; k < count; k++) {
    if (numbers[k] >> 6 != word) {
      words[word] |= bits;
      bits = 0;
      word = numbers[k] >> 6;
    }
    bits |= UINT64_C(1) << (numbers[k] & 63);
  }
  words[word] |= bits;
}
