// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <FileSpec.h>
#include <Object.h>

#include <memory>
#include <string>
#include <vector>

class PDFDoc;
class Stream;

/// The files inside a document.
class Attachments {
public:
  explicit Attachments(PDFDoc &document) : document(document) {}

  /// Adds the file of an annotation. Ignores what is no specification of a file.
  void add(const Object &specification);

  size_t count();
  /// The name, in the encodings of text strings.
  std::string name(size_t number);
  /// Begins to read a file. Returns `false` if its contents are not in the document.
  bool open(size_t number);
  /// Fills `buffer` with the next bytes of the open file. Returns their number, 0 at the end.
  size_t read(char *buffer, size_t count);

private:
  /// The specification of a file. Null if it is damaged.
  std::unique_ptr<FileSpec> file(size_t number);

  PDFDoc &document;
  std::vector<Object> ofPages;
  std::unique_ptr<FileSpec> current;
  Stream *stream = nullptr;
};
