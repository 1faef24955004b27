// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>

// This header includes none of ICU's. Foundation contains another version of ICU, and the compiler
// refuses a program that imports both: their types have the same names and different values.

/// A word breaker of ICU.
typedef struct icu_breaker icu_breaker;

/// Gives ICU its data if the program does not contain them. Thread-safe; may be called repeatedly.
///
/// A static program does not contain ICU's data, which take 31 MB. Instead it maps the shared
/// library that contains them, as every dynamic program does.
void icu_find_data(void);

/// The Debian package of the shared library that contains ICU's data, such as `libicu72`.
const char *icu_data_package(void);

/// Opens a word breaker with ICU's rules and dictionaries. Returns NULL if ICU's data are missing
/// or incomplete. Close it with `icu_close`.
icu_breaker *icu_word_breaker(void);

/// Sets the UTF-16 text to break. `text` must stay valid until the next call or until the breaker
/// is closed. Returns 0 on failure.
int icu_set_text(icu_breaker *breaker, const uint16_t *text, int32_t count);

/// The end of the next word as an index into the text, or -1 at the end.
int32_t icu_next_break(icu_breaker *breaker);

void icu_close(icu_breaker *breaker);
