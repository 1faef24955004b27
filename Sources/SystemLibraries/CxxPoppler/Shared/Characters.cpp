// SPDX-License-Identifier: Apache-2.0

#include "Characters.h"

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

bool mayRunLeft(uint32_t character) {
  return character >= 0x0590
         && (character < 0x0900 || character == 0x200F || character == 0x202B || character == 0x202E
             || (character >= 0xFB18 && character < 0xFF00));
}
