#pragma once

// Only the plain C API for word breaking. The C++ headers of ICU need a C++ compiler.
#define U_SHOW_CPLUSPLUS_API 0
#include <unicode/ubrk.h>

// ICU's functions are macros for names with the library's version (`ubrk_open_72`). Swift does not
// import such macros, so these functions wrap them.

/// Gives ICU its data if the program does not contain them. Thread-safe; may be called repeatedly.
///
/// A static program does not contain ICU's data, which take 31 MB. Instead it maps the shared
/// library that contains them, as every dynamic program does.
void icu_find_data(void);

/// Opens a word breaker with ICU's rules and dictionaries. Returns NULL if ICU's data are missing
/// or incomplete. Close it with `icu_close`.
static inline UBreakIterator *icu_word_breaker(void) {
  icu_find_data();
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *breaker = ubrk_open(UBRK_WORD, "", 0, 0, &status);
  if (U_SUCCESS(status)) return breaker;
  if (breaker) ubrk_close(breaker);
  return 0;
}

/// Sets the UTF-16 text to break. `text` must stay valid until the next call or until the breaker
/// is closed. Returns 0 on failure.
static inline int icu_set_text(UBreakIterator *breaker, const UChar *text, int32_t count) {
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(breaker, text, count, &status);
  return U_SUCCESS(status);
}

/// The end of the next word as an index into the text, or -1 at the end.
static inline int32_t icu_next_break(UBreakIterator *breaker) { return ubrk_next(breaker); }

static inline void icu_close(UBreakIterator *breaker) { ubrk_close(breaker); }
