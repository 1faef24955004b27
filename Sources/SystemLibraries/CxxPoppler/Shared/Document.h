// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "CxxPoppler.h"

#include <set>
#include <string>
#include <vector>

/// A document and the results of the last call, which own the memory that was returned.
struct pdf_document {
  virtual ~pdf_document() = default;

  virtual void version(int &major, int &minor) = 0;
  virtual bool isEncrypted() = 0;
  virtual int pageCount() = 0;
  virtual bool pageSize(int page, double &width, double &height) = 0;

  /// The text under `key` in the information dictionary, in UTF-8.
  virtual std::string information(const char *key) = 0;

  /// The keys of the information dictionary.
  virtual std::vector<std::string> informationKeys() = 0;

  /// The packet of XMP, as far as it fits into `maximumMetadata`.
  virtual std::string metadata() = 0;
  static constexpr size_t maximumMetadata = 1 << 20;

  /// The names of the fonts of a page. They may have tags of subsets and occur repeatedly.
  virtual std::vector<std::string> pageFonts(int page) = 0;

  /// Appends the text of a page in reading order, and the boxes of its characters. The box of a
  /// space reaches from one word to the next. The box of a line end has no width. Appends no boxes
  /// if text runs from right to left.
  virtual void readPage(int page, std::string &text, std::vector<pdf_box> &boxes) = 0;

  /// The titles of the bookmarks, each followed by a newline.
  virtual std::string bookmarks() = 0;

  /// The files that are attached to the document, and to the pages whose text was read.
  virtual size_t attachmentCount() = 0;
  virtual std::string attachmentName(size_t number) = 0;
  virtual bool openAttachment(size_t number) = 0;
  virtual size_t readAttachment(char *buffer, size_t count) = 0;

  std::string text;
  std::vector<pdf_box> boxes;
  std::vector<std::string> keys;

  /// The fonts of `fontPage` that no page before has, and all fonts so far.
  int fontPage = -1;
  std::vector<std::string> fonts;
  std::set<std::string> allFonts;
};
