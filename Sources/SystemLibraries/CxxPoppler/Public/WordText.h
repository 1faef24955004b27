// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "CxxPoppler.h"

#include <poppler-page.h>

#include <string>
#include <vector>

/// Appends the words of a page, and the boxes of its characters.
///
/// Returns `false` if a word may run from right to left: Poppler's lists have the words of a line,
/// and their characters, from left to right.
bool collectText(const std::vector<poppler::text_box> &words, std::string &text, std::vector<pdf_box> &boxes);

/// The text of a page as Poppler prints it, without white space at its end.
std::string readingOrder(const poppler::ustring &text);
