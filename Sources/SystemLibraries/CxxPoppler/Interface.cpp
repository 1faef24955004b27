// SPDX-License-Identifier: Apache-2.0

#include "InformationDate.h"
#include "Private/PrivateDocument.h"
#include "Public/PublicDocument.h"
#include "Shared/Document.h"
#include "Shared/PrivateHeaders.h"

namespace {

pdf_string string(const std::string &text) { return {text.data(), text.size()}; }

/// Removes the tag of a font subset: `BAAAAA+`.
std::string withoutTag(std::string name) {
  size_t capitals = 0;
  while (capitals < name.size() && name[capitals] >= 'A' && name[capitals] <= 'Z')
    capitals += 1;
  return capitals < name.size() && name[capitals] == '+' ? name.substr(capitals + 1) : name;
}

} // namespace

bool pdf_has_interface(pdf_interface interface) {
  return interface == PDF_PRIVATE_INTERFACE ? HAS_PRIVATE_POPPLER : true;
}

void pdf_prepare(pdf_interface interface) {
  if (interface == PDF_PUBLIC_INTERFACE)
    return preparePublic();
#if HAS_PRIVATE_POPPLER
  preparePrivate();
#endif
}

pdf_document *pdf_open(int descriptor, int64_t byte_count, pdf_interface interface, pdf_problem *problem) {
  pdf_prepare(interface);
  *problem = PDF_NONE;
  if (interface == PDF_PUBLIC_INTERFACE)
    return openPublic(descriptor, byte_count, *problem);
#if HAS_PRIVATE_POPPLER
  return openPrivate(descriptor, byte_count, *problem);
#else
  __builtin_trap();
#endif
}

void pdf_close(pdf_document *document) { delete document; }

void pdf_version(pdf_document *document, int *major, int *minor) { document->version(*major, *minor); }

bool pdf_is_encrypted(pdf_document *document) { return document->isEncrypted(); }

pdf_string pdf_information(pdf_document *document, const char *key) {
  document->text = document->information(key);
  return string(document->text);
}

bool pdf_information_date(pdf_document *document, const char *key, int64_t *seconds) {
  return parseInformationDate(document->information(key), *seconds);
}

pdf_string pdf_information_key(pdf_document *document, size_t number) {
  if (number == 0)
    document->keys = document->informationKeys();
  return number < document->keys.size() ? string(document->keys[number]) : pdf_string{nullptr, 0};
}

pdf_string pdf_metadata(pdf_document *document) {
  document->text = document->metadata();
  return string(document->text);
}

int pdf_page_count(pdf_document *document) { return document->pageCount(); }

bool pdf_page_size(pdf_document *document, int page, double *width, double *height) {
  return document->pageSize(page, *width, *height);
}

pdf_string pdf_page_font_name(pdf_document *document, int page, size_t number) {
  if (document->fontPage != page) {
    document->fontPage = page;
    document->fonts.clear();
    for (std::string &font : document->pageFonts(page)) {
      std::string name = withoutTag(std::move(font));
      if (!name.empty() && document->allFonts.insert(name).second)
        document->fonts.push_back(std::move(name));
    }
  }
  return number < document->fonts.size() ? string(document->fonts[number]) : pdf_string{nullptr, 0};
}

pdf_text pdf_page_text(pdf_document *document, int page) {
  document->text.clear();
  document->boxes.clear();
  document->readPage(page, document->text, document->boxes);
  return {string(document->text), document->boxes.data(), document->boxes.size()};
}

pdf_string pdf_bookmarks(pdf_document *document) {
  document->text = document->bookmarks();
  return string(document->text);
}

size_t pdf_attachment_count(pdf_document *document) { return document->attachmentCount(); }

pdf_string pdf_attachment_name(pdf_document *document, size_t number) {
  document->text = document->attachmentName(number);
  return string(document->text);
}

bool pdf_open_attachment(pdf_document *document, size_t number) { return document->openAttachment(number); }

size_t pdf_read_attachment(pdf_document *document, void *buffer, size_t count) {
  return document->readAttachment(static_cast<char *>(buffer), count);
}
