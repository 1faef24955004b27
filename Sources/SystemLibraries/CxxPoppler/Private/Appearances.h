// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <Object.h>

#include <array>
#include <string>
#include <vector>

class Page;

/// What a viewer shows of an annotation: the value of a form, a note, a stamp, a comment.
struct Appearance {
  /// The stream that draws it. Null if the file has none; the viewer then draws `text`.
  Object form;
  /// The layer of the annotation. Null without one.
  Object layer;
  /// Maps the space of the form, after its own matrix, to that of the page.
  std::array<double, 6> placement = {1, 0, 0, 1, 0, 0};
  /// What a viewer shows beside the page, such as a comment, or lays out by itself. In the encodings of text strings.
  std::string text;
  /// Where a link leads to: an address, or a file. Empty for other annotations and links within the document.
  std::string address;
  /// The specification of the file that is attached here. Null without one.
  Object attachment;
};

/// The appearances of the visible annotations of `page`.
std::vector<Appearance> appearances(Page &page);
