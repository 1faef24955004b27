// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "CxxPoppler.h"

#include <string>
#include <vector>

class PDFRectangle;
class TextPage;

/// Appends the text of a page in reading order, and the boxes of its characters. The box of a space
/// reaches from one word to the next. The box of a line end has no width.
void collectText(TextPage &page, const PDFRectangle &area, std::string &text, std::vector<pdf_box> &boxes);
