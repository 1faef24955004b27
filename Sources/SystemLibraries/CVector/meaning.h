// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>
#include <string.h>

// Sums and inner products of vectors of 128 signed bytes.

typedef int8_t vector_signed_bytes __attribute__((ext_vector_type(16)));

typedef float vector_sixteen_floats __attribute__((ext_vector_type(16)));

/// `numbers[k]` = `factor` * `components[k]`, for 128 components.
static inline void vector_scaled_components(const int8_t *components, float factor, float *numbers) {
  for (int k = 0; k < 128; k += 16) {
    vector_signed_bytes bytes;
    memcpy(&bytes, components + k, sizeof bytes);
    const vector_sixteen_floats scaled = factor * __builtin_convertvector(bytes, vector_sixteen_floats);
    memcpy(numbers + k, &scaled, sizeof scaled);
  }
}

/// Adds `factor` * `numbers[k]` to each of 128 sums. Each operation is rounded by itself.
static inline void vector_add_numbers(const float *numbers, float factor, float *sums) {
#pragma clang fp contract(off)
  for (int k = 0; k < 128; k += 16) {
    vector_sixteen_floats sum, added;
    memcpy(&added, numbers + k, sizeof added);
    memcpy(&sum, sums + k, sizeof sum);
    sum += factor * added;
    memcpy(sums + k, &sum, sizeof sum);
  }
}

#if defined(__SSE2__)
/// The inner product of 128 components, given as 16-bit numbers, with 128 bytes.
static inline __attribute__((always_inline)) int32_t vector_product(const int16_t *components, const int8_t *bytes) {
  // The builtin that multiplies words and adds neighbours; clang does not find it by itself.
  typedef int16_t words __attribute__((vector_size(16)));
  typedef int32_t numbers __attribute__((vector_size(16)));
  typedef int8_t eight_bytes __attribute__((vector_size(8)));
  numbers sum = {0, 0, 0, 0};
  for (int k = 0; k < 128; k += 8) {
    eight_bytes row;
    words wanted;
    memcpy(&row, bytes + k, sizeof row);
    memcpy(&wanted, components + k, sizeof wanted);
    sum += (numbers)__builtin_ia32_pmaddwd128(__builtin_convertvector(row, words), wanted);
  }
  return sum[0] + sum[1] + sum[2] + sum[3];
}
#else
static inline __attribute__((always_inline)) int32_t vector_product(const int16_t *components, const int8_t *bytes) {
  typedef int16_t sixteen_words __attribute__((ext_vector_type(16)));
  typedef int32_t sixteen_numbers __attribute__((ext_vector_type(16)));
  sixteen_numbers sum = 0;
  for (int k = 0; k < 128; k += 16) {
    vector_signed_bytes row;
    sixteen_words wanted;
    memcpy(&row, bytes + k, sizeof row);
    memcpy(&wanted, components + k, sizeof wanted);
    sum += __builtin_convertvector(row, sixteen_numbers) * __builtin_convertvector(wanted, sixteen_numbers);
  }
  return __builtin_reduce_add(sum);
}
#endif

/// The inner products of 128 components with the first 128 bytes of each of `count` rows.
///
/// `stride` is the number of bytes from one row to the next.
static inline void vector_products(const int16_t *components, const int8_t *rows, int64_t stride, int64_t count, int32_t *products) {
  for (int64_t row = 0; row < count; row++) products[row] = vector_product(components, rows + stride * row);
}
