#pragma once

#include "CxxPoppler.h"

#include <CharTypes.h>

#include <string>
#include <vector>

class PDFRectangle;
class TextPage;

void appendUTF8(std::string &text, Unicode character);

/// Appends the text of a page in reading order, and the boxes of its characters. A space is from one word to the next; a line's end has
/// no width.
void collectText(TextPage &page, const PDFRectangle &area, std::string &text, std::vector<pdf_box> &boxes);
