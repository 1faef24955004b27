// SPDX-License-Identifier: Apache-2.0

#include "PublicDocument.h"

#include "../Shared/Document.h"
#include "LoadedFile.h"
#include "Strings.h"
#include "WordText.h"

#include <fontconfig/fontconfig.h>
#include <iconv.h>
#include <poppler-document.h>
#include <poppler-embedded-file.h>
#include <poppler-font.h>
#include <poppler-global.h>
#include <poppler-page.h>
#include <poppler-toc.h>

#include <algorithm>
#include <memory>

namespace {

class PublicDocument final : public pdf_document {
public:
  /// Returns `false` and sets `problem` on failure.
  bool open(int descriptor, int64_t byteCount, pdf_problem &problem);

  void version(int &major, int &minor) override { document->get_pdf_version(&major, &minor); }
  bool isEncrypted() override { return document->is_encrypted(); }
  int pageCount() override { return document->pages(); }
  bool pageSize(int number, double &width, double &height) override;
  std::string information(const char *key) override { return informationText(document->info_key(key)); }
  std::vector<std::string> informationKeys() override { return document->info_keys(); }
  std::string metadata() override;
  std::vector<std::string> pageFonts(int number) override;
  void readPage(int number, std::string &text, std::vector<pdf_box> &boxes) override;
  std::string bookmarks() override;
  size_t attachmentCount() override;
  std::string attachmentName(size_t number) override;
  bool openAttachment(size_t number) override;
  size_t readAttachment(char *buffer, size_t count) override;

private:
  LoadedFile file;
  std::unique_ptr<poppler::document> document;
  /// The fonts from `nextFontPage` on. It loads each font of the document once.
  std::unique_ptr<poppler::font_iterator> fontPages;
  int nextFontPage = 0;
  /// The attached files, which belong to `document`.
  std::vector<poppler::embedded_file *> attachments;
  /// The contents of the open file, and how much of them was read.
  poppler::byte_array contents;
  size_t contentsOffset = 0;
};

bool PublicDocument::open(int descriptor, int64_t byteCount, pdf_problem &problem) {
  if (!file.load(descriptor, byteCount)) {
    problem = PDF_UNREADABLE;
    return false;
  }
  document.reset(poppler::document::load_from_raw_data(file.bytes(), file.count()));
  if (!document)
    problem = PDF_DAMAGED;
  else if (document->is_locked())
    problem = PDF_ENCRYPTED;
  return problem == PDF_NONE;
}

bool PublicDocument::pageSize(int number, double &width, double &height) {
  const std::unique_ptr<poppler::page> page(document->create_page(number));
  if (!page)
    return false;
  const poppler::rectf area = page->page_rect();
  const auto orientation = page->orientation();
  const bool isTurned = orientation == poppler::page::landscape || orientation == poppler::page::seascape;
  width = isTurned ? area.height() : area.width();
  height = isTurned ? area.width() : area.height();
  return true;
}

std::string PublicDocument::metadata() {
  const poppler::ustring packet = document->metadata();
  // Poppler takes the bytes of UTF-8 for Latin-1.
  const bool isBytes = std::all_of(packet.begin(), packet.end(), [](auto unit) { return unit < 0x100; });
  std::string bytes = isBytes ? packet.to_latin1() : utf8(packet);
  bytes.resize(std::min(bytes.size(), maximumMetadata));
  return bytes;
}

std::vector<std::string> PublicDocument::pageFonts(int number) {
  std::vector<std::string> names;
  // Poppler counts on the page to exist.
  if (!std::unique_ptr<poppler::page>(document->create_page(number)))
    return names;
  if (!fontPages || nextFontPage != number)
    fontPages.reset(document->create_font_iterator(number));
  for (const poppler::font_info &font : fontPages->next())
    names.push_back(font.name());
  nextFontPage = number + 1;
  return names;
}

void PublicDocument::readPage(int number, std::string &text, std::vector<pdf_box> &boxes) {
  const std::unique_ptr<poppler::page> page(document->create_page(number));
  if (!page || collectText(page->text_list(), text, boxes))
    return;
  text = readingOrder(page->text(poppler::rectf(), poppler::page::non_raw_non_physical_layout));
  boxes.clear();
}

std::string PublicDocument::bookmarks() {
  std::string titles;
  const std::unique_ptr<poppler::toc> tree(document->create_toc());
  std::vector<poppler::toc_item *> waiting;
  const auto addChildren = [&](const poppler::toc_item &parent) {
    const std::vector<poppler::toc_item *> children = parent.children();
    waiting.insert(waiting.end(), children.rbegin(), children.rend());
  };
  if (tree)
    addChildren(*tree->root());
  while (!waiting.empty()) {
    const poppler::toc_item &bookmark = *waiting.back();
    waiting.pop_back();
    titles += utf8(bookmark.title()) + "\n";
    addChildren(bookmark);
  }
  return titles;
}

size_t PublicDocument::attachmentCount() {
  if (attachments.empty() && document->has_embedded_files())
    attachments = document->embedded_files();
  return attachments.size();
}

std::string PublicDocument::attachmentName(size_t number) {
  // Poppler ends the name at the first zero byte, which UTF-16 has at once.
  const std::string name = number < attachmentCount() ? attachments[number]->name() : std::string();
  return name.compare(0, 2, "\xFE\xFF") == 0 ? std::string() : attachmentText(poppler::ustring::from_latin1(name));
}

bool PublicDocument::openAttachment(size_t number) {
  contentsOffset = 0;
  contents.clear();
  if (number < attachmentCount() && attachments[number]->is_valid())
    contents = attachments[number]->data();
  return !contents.empty();
}

size_t PublicDocument::readAttachment(char *buffer, size_t count) {
  const size_t step = std::min(count, contents.size() - contentsOffset);
  std::copy_n(contents.data() + contentsOffset, step, buffer);
  contentsOffset += step;
  return step;
}

/// Poppler's tables exist as long as any document does. This one keeps them.
constexpr char emptyDocument[] = "%PDF-1.0\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n"
                                 "2 0 obj <</Type /Pages /Kids [] /Count 0>> endobj\ntrailer <</Root 1 0 R>>\n";

} // namespace

void preparePublic() {
  static poppler::document *document = nullptr;
  if (document)
    return;
  // Messages quote from files.
  poppler::set_debug_error_function([](const std::string &, void *) {}, nullptr);
  document = poppler::document::load_from_raw_data(emptyDocument, sizeof emptyDocument - 1);
  // Poppler searches the system for each font that a document does not contain. An empty
  // configuration has no fonts, and fontconfig reads no files and writes no caches.
  FcConfigSetCurrent(FcConfigCreate());
  // Poppler converts each word with iconv(3). While a conversion is open, its module stays loaded.
  static const iconv_t conversions[] = {iconv_open("UTF-16LE", "UTF-8"), iconv_open("UTF-16BE", "UTF-8")};
  (void)conversions;
}

pdf_document *openPublic(int descriptor, int64_t byteCount, pdf_problem &problem) {
  auto document = std::make_unique<PublicDocument>();
  return document->open(descriptor, byteCount, problem) ? document.release() : nullptr;
}
