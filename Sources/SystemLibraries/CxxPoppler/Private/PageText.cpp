// SPDX-License-Identifier: Apache-2.0

#include "../Shared/PrivateHeaders.h"

#if HAS_PRIVATE_POPPLER

#include "PageText.h"

#include "../Shared/Characters.h"

#include <Page.h>
#include <TextOutputDev.h>
#include <goo/gmem.h>

#include <memory>

namespace {

/// The words of a page, line by line. Frees them, which Poppler leaves to the caller.
class Lines {
public:
  Lines(TextPage &page, const PDFRectangle &area) : lines(page.getSelectionWords(&area, selectionStyleGlyph, &count)) {}

  ~Lines() {
    for (int index = 0; index < count; index += 1) {
      for (TextWordSelection *word : *lines[index])
        delete word;
      delete lines[index];
    }
    gfree(lines);
  }

  Lines(const Lines &) = delete;
  Lines &operator=(const Lines &) = delete;

  std::vector<TextWordSelection *> **begin() const { return lines; }
  std::vector<TextWordSelection *> **end() const { return lines + count; }

private:
  int count = 0;
  std::vector<TextWordSelection *> **lines;
};

void appendWord(const TextWordSelection &selection, std::string &text, std::vector<pdf_box> &boxes, bool &hasTurns) {
  const TextWord &word = *selection.getWord();
  for (int index = selection.getBegin(); index < selection.getEnd(); index += 1) {
    const Unicode character = *word.getChar(index);
    hasTurns = hasTurns || mayRunLeft(character);
    appendUTF8(text, character);
    pdf_box box;
    word.getCharBBox(index, &box.left, &box.top, &box.right, &box.bottom);
    boxes.push_back(box);
  }
}

void appendPiece(void *text, const char *piece, int count) {
  static_cast<std::string *>(text)->append(piece, static_cast<size_t>(count));
}

} // namespace

void collectText(TextPage &page, const PDFRectangle &area, std::string &text, std::vector<pdf_box> &boxes) {
  const Lines lines(page, area);
  bool hasTurns = false;
  for (const auto *line : lines) {
    pdf_box last = {};
    for (size_t index = 0; index < line->size(); index += 1) {
      const TextWordSelection &selection = *(*line)[index];
      appendWord(selection, text, boxes, hasTurns);
      const TextWord &word = *selection.getWord();
      word.getBBox(&last.left, &last.top, &last.right, &last.bottom);
      if (word.hasSpaceAfter() && index + 1 < line->size()) {
        pdf_box next;
        (*line)[index + 1]->getWord()->getBBox(&next.left, &next.top, &next.right, &next.bottom);
        text += ' ';
        boxes.push_back({last.right, last.top, next.left, last.bottom});
      }
    }
    if (line != *(lines.end() - 1)) {
      text += '\n';
      boxes.push_back({last.right, last.bottom, last.right, last.bottom});
    }
  }
  // Poppler stores the characters of a word from left to right. Its dump has them in reading order, which is not that of the boxes.
  // A selection, which has it too, leaves out the first and the last lines of such a page.
  if (hasTurns) {
    std::string dumped;
    page.dump(&dumped, appendPiece, false, eolUnix, false);
    text = withoutDirections(dumped);
    boxes.clear();
  }
}

#endif
