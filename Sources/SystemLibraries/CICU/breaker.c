// SPDX-License-Identifier: Apache-2.0

// Only the plain C API for word breaking. The C++ headers of ICU need a C++ compiler.
#define U_SHOW_CPLUSPLUS_API 0
#include "CICU.h"

#include <unicode/ubrk.h>

icu_breaker *icu_word_breaker(void) {
  icu_find_data();
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *breaker = ubrk_open(UBRK_WORD, "", 0, 0, &status);
  if (U_SUCCESS(status)) return (icu_breaker *)breaker;
  if (breaker) ubrk_close(breaker);
  return 0;
}

int icu_set_text(icu_breaker *breaker, const uint16_t *text, int32_t count) {
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText((UBreakIterator *)breaker, (const UChar *)text, count, &status);
  return U_SUCCESS(status);
}

int32_t icu_next_break(icu_breaker *breaker) { return ubrk_next((UBreakIterator *)breaker); }

void icu_close(icu_breaker *breaker) { ubrk_close((UBreakIterator *)breaker); }
