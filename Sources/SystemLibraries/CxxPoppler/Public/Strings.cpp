// SPDX-License-Identifier: Apache-2.0

#include "Strings.h"

#include "../Shared/Characters.h"

#include <algorithm>

namespace {

constexpr char32_t replacement = 0xFFFD;

/// PDFDocEncoding from 0x80 on.
constexpr char32_t marks[] = {0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x0192, 0x2044, 0x2039, 0x203A, 0x2212,
                              0x2030, 0x201E, 0x201C, 0x201D, 0x2018, 0x2019, 0x201A, 0x2122, 0xFB01, 0xFB02, 0x0141,
                              0x0152, 0x0160, 0x0178, 0x017D, 0x0131, 0x0142, 0x0153, 0x0161, 0x017E, replacement};

char32_t fromWholeDocumentEncoding(char32_t character) {
  return character >= 0x80 && character < 0xA0 ? marks[character - 0x80] : fromDocumentEncoding(character);
}

bool isHigh(char32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool isLow(char32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

} // namespace

std::u32string utf32(const poppler::ustring &text) {
  std::u32string characters;
  for (size_t index = 0; index < text.size(); index += 1) {
    const char32_t unit = text[index];
    if (isHigh(unit) && index + 1 < text.size() && isLow(text[index + 1])) {
      index += 1;
      characters += 0x10000 + ((unit - 0xD800) << 10) + (text[index] - 0xDC00);
    } else {
      characters += isHigh(unit) || isLow(unit) ? replacement : unit;
    }
  }
  return characters;
}

std::string utf8(const poppler::ustring &text) {
  std::string result;
  for (const char32_t character : utf32(text))
    appendUTF8(result, character);
  return result;
}

std::string attachmentText(const poppler::ustring &text) {
  std::string result;
  for (const char32_t character : utf32(text))
    appendUTF8(result, fromWholeDocumentEncoding(character));
  return result;
}

std::string informationText(const poppler::ustring &text) {
  const std::u32string characters = utf32(text);
  // Poppler leaves the bytes of other encodings than UTF-16 as they are.
  const bool areBytes = std::all_of(characters.begin(), characters.end(), [](char32_t character) { return character < 0x100; });
  std::string result;
  for (const char32_t character : characters)
    // A no-break space is that of UTF-16, which nothing else tells from bytes.
    if (areBytes && character != 0xA0)
      appendUndeclared(result, character);
    else
      appendUTF8(result, fromWholeDocumentEncoding(character));
  return result;
}
