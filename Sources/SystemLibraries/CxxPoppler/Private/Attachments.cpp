// SPDX-License-Identifier: Apache-2.0

#include "../Shared/PrivateHeaders.h"

#if HAS_PRIVATE_POPPLER

#include "Attachments.h"

#include <Catalog.h>
#include <PDFDoc.h>
#include <Stream.h>

#include <algorithm>
#include <climits>

void Attachments::add(const Object &specification) {
  if (specification.isDict())
    ofPages.push_back(specification.copy());
}

size_t Attachments::count() { return static_cast<size_t>(std::max(0, document.getCatalog()->numEmbeddedFiles())) + ofPages.size(); }

std::unique_ptr<FileSpec> Attachments::file(size_t number) {
  if (number < ofPages.size())
    return std::make_unique<FileSpec>(&ofPages[number]);
  return number < count() ? document.getCatalog()->embeddedFile(static_cast<int>(number - ofPages.size())) : nullptr;
}

std::string Attachments::name(size_t number) {
  const std::unique_ptr<FileSpec> found = file(number);
  return found && found->getFileName() ? found->getFileName()->toStr() : std::string();
}

bool Attachments::open(size_t number) {
  current = file(number);
  EmbFile *contents = current && current->isOk() ? current->getEmbeddedFile() : nullptr;
  stream = contents ? contents->stream() : nullptr;
  if (stream)
    stream->reset();
  return stream != nullptr;
}

size_t Attachments::read(char *buffer, size_t count) {
  if (!stream)
    return 0;
  const int wanted = static_cast<int>(std::min<size_t>(count, INT_MAX));
  return static_cast<size_t>(std::max(0, stream->doGetChars(wanted, reinterpret_cast<unsigned char *>(buffer))));
}

#endif
