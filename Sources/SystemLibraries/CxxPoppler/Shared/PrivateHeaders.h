// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <poppler-version.h>

// Poppler's private headers differ between versions. `Private` is written for this one. With any
// other version, and without the headers, it is left out.
#if !defined(SEARCHLIGHT_PUBLIC_POPPLER) && __has_include(<PDFDoc.h>) && POPPLER_VERSION_MAJOR == 22 && POPPLER_VERSION_MINOR == 12
#define HAS_PRIVATE_POPPLER 1
#else
#define HAS_PRIVATE_POPPLER 0
#endif
