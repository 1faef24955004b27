// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <poppler-global.h>

#include <string>

/// The characters of a string. Invalid UTF-16 becomes U+FFFD.
std::u32string utf32(const poppler::ustring &text);

/// UTF-8 for text that Poppler has decoded.
std::string utf8(const poppler::ustring &text);

/// A value of the information dictionary in UTF-8, with marks for bytes whose encoding is not declared.
///
/// Poppler decodes values that are not UTF-16 as Latin-1. They are in PDFDocEncoding, which has
/// other characters in place of control characters.
std::string informationText(const poppler::ustring &text);

/// A text in PDFDocEncoding in UTF-8.
std::string attachmentText(const poppler::ustring &text);
