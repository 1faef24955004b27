#pragma once

// Of ICU only the plain C parts that break words; its C++ headers are for C++.
#define U_SHOW_CPLUSPLUS_API 0
#include <unicode/ubrk.h>

// ICU's functions are macros for names that carry the library's version (`ubrk_open_72`); Swift does not see such macros.

/// Gives ICU its data where they are not part of the program. May be called any number of times, by any thread.
///
/// A static program does not contain ICU's data, which are 31 MB. It maps those of the shared library, as every dynamic program does.
void icu_find_data(void);

/// A breaker of words with ICU's rules and dictionaries; null when ICU's data are missing or lack them.
static inline UBreakIterator *icu_word_breaker(void) {
  icu_find_data();
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *breaker = ubrk_open(UBRK_WORD, "", 0, 0, &status);
  if (U_SUCCESS(status)) return breaker;
  if (breaker) ubrk_close(breaker);
  return 0;
}

/// Begins with the UTF-16 `text`, which must live until the next call. Returns whether it could.
static inline int icu_set_text(UBreakIterator *breaker, const UChar *text, int32_t count) {
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(breaker, text, count, &status);
  return U_SUCCESS(status);
}

/// The end of the next word; -1 when there is none.
static inline int32_t icu_next_break(UBreakIterator *breaker) { return ubrk_next(breaker); }

static inline void icu_close(UBreakIterator *breaker) { ubrk_close(breaker); }
