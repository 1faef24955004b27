#pragma once

#include <stdint.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

// Comparisons of 64 bytes at once that give a bit for each, the first byte's in the lowest bit. x86 has an instruction for that; Swift's vectors
// have no word for it.

/// The zeros among 64 bytes.
static inline uint64_t vector_zeros(const uint8_t *bytes) {
  uint64_t bits = 0;
#ifdef __SSE2__
  for (int step = 0; step < 64; step += 16) {
    __m128i zeros = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(bytes + step)), _mm_setzero_si128());
    bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(zeros) << step;
  }
#else
  for (int step = 0; step < 64; step++) bits |= (uint64_t)(bytes[step] == 0) << step;
#endif
  return bits;
}

/// The places from 0 to 63 where `left` and `right` have the bytes that are wanted, once the bits of the masks are set, or `bytes` has one
/// outside ASCII.
static inline uint64_t vector_candidates(
    const uint8_t *bytes, const uint8_t *left, uint8_t left_mask, uint8_t left_wanted, const uint8_t *right, uint8_t right_mask,
    uint8_t right_wanted) {
  uint64_t bits = 0;
#ifdef __SSE2__
  __m128i left_masks = _mm_set1_epi8((char)left_mask), left_bytes = _mm_set1_epi8((char)left_wanted);
  __m128i right_masks = _mm_set1_epi8((char)right_mask), right_bytes = _mm_set1_epi8((char)right_wanted);
  for (int step = 0; step < 64; step += 16) {
    __m128i is_left = _mm_cmpeq_epi8(_mm_or_si128(_mm_loadu_si128((const __m128i *)(left + step)), left_masks), left_bytes);
    __m128i is_right = _mm_cmpeq_epi8(_mm_or_si128(_mm_loadu_si128((const __m128i *)(right + step)), right_masks), right_bytes);
    __m128i found = _mm_or_si128(_mm_and_si128(is_left, is_right), _mm_loadu_si128((const __m128i *)(bytes + step)));
    // The highest bit of each byte.
    bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(found) << step;
  }
#else
  for (int step = 0; step < 64; step++) {
    int is_both = (left[step] | left_mask) == left_wanted && (right[step] | right_mask) == right_wanted;
    bits |= (uint64_t)(is_both || bytes[step] >= 0x80) << step;
  }
#endif
  return bits;
}
