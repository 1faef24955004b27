// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>

/// Appends a character in UTF-8. Appends nothing for a number that is not a character.
void appendUTF8(std::string &text, uint32_t character);

/// Appends a character of a text whose encoding is not declared: a byte beyond ASCII is marked.
void appendUndeclared(std::string &text, uint32_t byte);

/// The character for a byte below 0x80 in PDFDocEncoding.
uint32_t fromDocumentEncoding(uint32_t byte);

/// The text of a page with words from right to left, without the marks of directions, and without white space at its end.
///
/// Poppler puts a word of the other direction between marks, with the space before it inside and none after it.
std::string withoutDirections(const std::string &text);

/// Whether a character may belong to a right-to-left script, or sets a direction.
bool mayRunLeft(uint32_t character);
