#pragma once

#include "packing.h"

// Ascending numbers, four at a time.

/// Adds up distances, each of which is less by one than how far a number is behind the one before it: `sums[k]` becomes `before` and the `numbers`
/// from 0 to k, each with one more, modulo 2^32. Both may be the same memory.
///
/// Returns the union of the numbers' bits: while it is below 2^24 the sums of 128 are less than 2^32 more than `before`.
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

/// The places from 0 to 7 of numbers that are `wanted`, the first one's in the lowest bit.
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
