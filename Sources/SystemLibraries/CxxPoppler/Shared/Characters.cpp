// SPDX-License-Identifier: Apache-2.0

#include "Characters.h"

#include "CxxPoppler.h"

void appendUTF8(std::string &text, uint32_t character) {
  if (character < 0x80) {
    text += static_cast<char>(character);
    return;
  }
  if (character > 0x10FFFF)
    return;
  const int more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
  constexpr unsigned char marks[] = {0, 0xC0, 0xE0, 0xF0};
  text += static_cast<char>(marks[more] | (character >> (6 * more)));
  for (int index = more - 1; index >= 0; index -= 1)
    text += static_cast<char>(0x80 | ((character >> (6 * index)) & 0x3F));
}

uint32_t fromDocumentEncoding(uint32_t byte) {
  constexpr uint32_t accents[] = {0x02D8, 0x02C7, 0x02C6, 0x02D9, 0x02DD, 0x02DB, 0x02DA, 0x02DC};
  return byte >= 0x18 && byte < 0x20 ? accents[byte - 0x18] : byte;
}

void appendUndeclared(std::string &text, uint32_t byte) {
  appendUTF8(text, byte < 0x80 ? fromDocumentEncoding(byte) : PDF_UNDECLARED_BYTE + byte);
}

std::string withoutDirections(const std::string &text) {
  std::string result;
  for (size_t index = 0; index < text.size(); index += 1) {
    char character = text[index];
    // U+202A to U+202E.
    if (text.compare(index, 2, "\xE2\x80") == 0 && index + 2 < text.size() && text[index + 2] >= '\xAA' && text[index + 2] <= '\xAE') {
      character = ' ';
      index += 2;
    }
    if (character != ' ' || (!result.empty() && result.back() != ' ' && result.back() != '\n'))
      result += character;
  }
  result.erase(result.find_last_not_of(" \n\f") + 1);
  return result;
}

bool mayRunLeft(uint32_t character) {
  return character >= 0x0590
         && (character < 0x0900 || character == 0x200F || character == 0x202B || character == 0x202E
             || (character >= 0xFB18 && character < 0xFF00));
}
