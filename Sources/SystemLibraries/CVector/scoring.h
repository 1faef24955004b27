// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "vector.h"

// Scores of 128 texts, four at a time. Each operation is rounded by itself, so that the scores equal
// those that are computed for single texts.

typedef float vector_floats __attribute__((ext_vector_type(4)));
typedef int32_t vector_integers __attribute__((ext_vector_type(4)));

static inline __attribute__((always_inline)) vector_floats vector_floats_of(const uint32_t *numbers) {
  vector_integers integers;
  memcpy(&integers, numbers, sizeof integers);
  return __builtin_convertvector(integers, vector_floats);
}

/// Adds `weight` * *f* / (`saturation` + *f*) to each of 128 scores, where *f* is `sums[k]` / `unit`
/// / (`constant` + `slope` * `lengths[k]`). All numbers are less than 2^31.
static inline void vector_add_scores(
    const uint32_t *sums, float unit, const uint32_t *lengths, float constant, float slope, float weight, float saturation, float *scores) {
#pragma clang fp contract(off)
  for (int k = 0; k < 128; k += 4) {
    const vector_floats divisor = constant + slope * vector_floats_of(lengths + k);
    const vector_floats frequency = vector_floats_of(sums + k) / unit / divisor;
    vector_floats score;
    memcpy(&score, scores + k, sizeof score);
    score += weight * frequency / (saturation + frequency);
    memcpy(scores + k, &score, sizeof score);
  }
}

/// Adds `weight` * (`frequencies[k]` + 1) to `sums[documents[k] - first]` for the ascending documents from `documents[k]`
/// on that are less than `first` + 128. Frequencies count as at most 2^20, and sums stay at most 2^30.
///
/// Returns the index of the first document that is not less.
static inline int vector_add_frequencies(
    const uint32_t *documents, const uint32_t *frequencies, int k, int count, uint32_t first, uint32_t weight, uint32_t *sums) {
  for (; k < count; k++) {
    const uint32_t offset = documents[k] - first;
    if (offset >= 128) break;
    const uint32_t limit = 1u << 20, frequency = frequencies[k] + 1 < limit ? frequencies[k] + 1 : limit;
    const uint32_t sum = sums[offset] + frequency * weight;
    sums[offset] = sum < 1u << 30 ? sum : 1u << 30;
  }
  return k;
}

/// Adds `weight` * *f* / (`saturation` + *f*) to the scores of some of 64 texts, a bit for each, where *f* is `fields` +
/// `sums[k]` / `unit` / (`constant` + `slope` * `lengths[k]`). Leaves out those for which *f* is less than `fields` + `needed`.
/// If `begins`, their scores were 0.
///
/// Returns the others.
static inline uint64_t vector_add_some_scores(
    uint64_t texts, const uint32_t *sums, float unit, const uint32_t *lengths, float constant, float slope, float fields, float needed,
    float weight, float saturation, _Bool begins, float *scores) {
#pragma clang fp contract(off)
  uint64_t kept = texts;
  for (uint64_t rest = texts; rest != 0; rest &= rest - 1) {
    const int k = __builtin_ctzll(rest);
    const float divisor = constant + slope * (float)lengths[k], frequency = (float)sums[k] / unit;
    if (frequency < needed * divisor) {
      kept &= ~(rest & -rest);
    } else {
      const float sum = fields + frequency / divisor;
      scores[k] = (begins ? 0 : scores[k]) + weight * sum / (saturation + sum);
    }
  }
  return kept;
}

/// Those of some of 64 texts, a bit for each, whose scores are not less than `least`.
static inline uint64_t vector_some_at_least(uint64_t texts, const float *scores, float least) {
  uint64_t found = 0;
  for (uint64_t rest = texts; rest != 0; rest &= rest - 1) {
    if (scores[__builtin_ctzll(rest)] >= least) found |= rest & -rest;
  }
  return found;
}

/// A bit for each of 64 numbers that is not 0.
static inline uint64_t vector_nonzero(const uint32_t *numbers) { return ~vector_in_range(numbers, 0, 0); }

/// A bit for each of 64 numbers that is not less than `least`.
static inline uint64_t vector_at_least(const float *numbers, float least) {
  typedef float sixteen_floats __attribute__((ext_vector_type(16)));
  uint64_t bits = 0;
  for (int step = 0; step < 64; step += 16) {
    sixteen_floats vector;
    memcpy(&vector, numbers + step, sizeof vector);
    bits |= vector_bits(__builtin_convertvector(vector >= least, vector_truths)) << step;
  }
  return bits;
}

/// Adds `weight` * *f* / (`saturation` + *f*) to each of `count` scores, where *f* is `fields[k]` +
/// `texts[k]`. Where *f* is 0, adds `missing`.
static inline void vector_add_row_scores(
    const float *fields, const float *texts, int64_t count, float weight, float saturation, float missing, float *scores) {
#pragma clang fp contract(off)
  for (int64_t k = 0; k < count; k++) {
    const float frequency = fields[k] + texts[k];
    scores[k] += frequency == 0 ? missing : weight * frequency / (saturation + frequency);
  }
}
