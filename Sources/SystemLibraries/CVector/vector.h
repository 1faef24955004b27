// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>
#include <string.h>

// Comparisons of many bytes or numbers at once. They return one bit per element, the first
// element's in the lowest bit. Clang's vector extensions compile this to single instructions;
// Swift's SIMD types cannot express it.

typedef uint8_t vector_bytes __attribute__((ext_vector_type(16)));
typedef uint32_t vector_numbers __attribute__((ext_vector_type(16)));
typedef _Bool vector_truths __attribute__((ext_vector_type(16)));

static inline __attribute__((always_inline)) vector_bytes vector_bytes_at(const uint8_t *bytes) {
  vector_bytes vector;
  memcpy(&vector, bytes, sizeof vector);
  return vector;
}

static inline __attribute__((always_inline)) uint64_t vector_bits(vector_truths truths) {
  uint16_t bits;
  memcpy(&bits, &truths, sizeof bits);
  return bits;
}

/// A bit for each zero among 64 bytes.
static inline uint64_t vector_zeros(const uint8_t *bytes) {
  uint64_t bits = 0;
  for (int step = 0; step < 64; step += 16)
    bits |= vector_bits(__builtin_convertvector(vector_bytes_at(bytes + step) == 0, vector_truths)) << step;
  return bits;
}

/// A bit for each of 64 offsets at which either `left` and `right` equal the wanted bytes once the
/// mask bits are set, or `bytes` has a byte outside ASCII or the byte `mark`.
static inline uint64_t vector_candidates(
    const uint8_t *bytes, const uint8_t *left, uint8_t left_mask, uint8_t left_wanted, const uint8_t *right, uint8_t right_mask,
    uint8_t right_wanted, uint8_t mark) {
  uint64_t bits = 0;
  for (int step = 0; step < 64; step += 16) {
    const __typeof__(vector_bytes_at(bytes) == 0) is_left = (vector_bytes_at(left + step) | left_mask) == left_wanted;
    const __typeof__(is_left) is_right = (vector_bytes_at(right + step) | right_mask) == right_wanted;
    const vector_bytes here = vector_bytes_at(bytes + step);
    bits |= vector_bits(__builtin_convertvector((is_left & is_right) | (here >= 0x80) | (here == mark), vector_truths)) << step;
  }
  return bits;
}

/// A bit for each of 64 numbers in the range from `least` to `least` + `span`.
static inline uint64_t vector_in_range(const uint32_t *numbers, uint32_t least, uint32_t span) {
  uint64_t bits = 0;
  for (int step = 0; step < 64; step += 16) {
    vector_numbers vector;
    memcpy(&vector, numbers + step, sizeof vector);
    bits |= vector_bits(__builtin_convertvector(vector - least <= span, vector_truths)) << step;
  }
  return bits;
}
