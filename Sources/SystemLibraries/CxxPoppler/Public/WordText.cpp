// SPDX-License-Identifier: Apache-2.0

#include "WordText.h"

#include "../Shared/Characters.h"
#include "Strings.h"

#include <algorithm>

namespace {

pdf_box box(const poppler::rectf &area) { return {area.left(), area.top(), area.right(), area.bottom()}; }

/// A range along one axis.
struct Extent {
  double start, end;
};

/// The extent of a box in the direction of its text.
Extent along(const pdf_box &box, int rotation) {
  switch (rotation) {
  case 0:
    return {box.left, box.right};
  case 1:
    return {box.top, box.bottom};
  case 2:
    return {-box.right, -box.left};
  default:
    return {-box.bottom, -box.top};
  }
}

/// The extent of a box in the direction of the lines.
Extent across(const pdf_box &box, int rotation) { return along(box, rotation % 2 == 0 ? 1 : 0); }

/// Whether a word is the first of a line. Poppler does not tell where lines end.
bool startsLine(const poppler::text_box &word, const poppler::text_box &previous) {
  const int rotation = word.rotation();
  if (previous.rotation() != rotation)
    return true;
  const pdf_box wordBox = box(word.bbox());
  const pdf_box previousBox = box(previous.bbox());
  if (along(wordBox, rotation).start < along(previousBox, rotation).start)
    return true;
  const auto [wordStart, wordEnd] = across(wordBox, rotation);
  const auto [previousStart, previousEnd] = across(previousBox, rotation);
  const double shared = std::min(wordEnd, previousEnd) - std::max(wordStart, previousStart);
  return shared < std::min(wordEnd - wordStart, previousEnd - previousStart) / 2;
}

} // namespace

bool collectText(const std::vector<poppler::text_box> &words, std::string &text, std::vector<pdf_box> &boxes) {
  for (size_t index = 0; index < words.size(); index += 1) {
    const poppler::text_box &word = words[index];
    if (index > 0) {
      const pdf_box last = box(words[index - 1].bbox());
      if (startsLine(word, words[index - 1])) {
        text += '\n';
        boxes.push_back({last.right, last.bottom, last.right, last.bottom});
      } else if (words[index - 1].has_space_after()) {
        text += ' ';
        boxes.push_back({last.right, last.top, word.bbox().left(), last.bottom});
      }
    }
    const std::u32string characters = utf32(word.text());
    for (size_t offset = 0; offset < characters.size(); offset += 1) {
      if (mayRunLeft(characters[offset]))
        return false;
      appendUTF8(text, characters[offset]);
      boxes.push_back(box(word.char_bbox(offset)));
    }
  }
  return true;
}

std::string readingOrder(const poppler::ustring &text) {
  return withoutDirections(utf8(text));
}
