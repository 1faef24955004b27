// SPDX-License-Identifier: Apache-2.0

#include "../Shared/PrivateHeaders.h"

#if HAS_PRIVATE_POPPLER

#include "PrivateDocument.h"

#include "../Shared/Characters.h"
#include "../Shared/Document.h"
#include "../Shared/FileContents.h"
#include "Appearances.h"
#include "Attachments.h"
#include "Bookmarks.h"
#include "PageText.h"
#include "TextReader.h"

#include <Catalog.h>
#include <Dict.h>
#include <ErrorCodes.h>
#include <GlobalParams.h>
#include <PDFDoc.h>
#include <Page.h>
#include <Stream.h>
#include <UTF.h>
#include <goo/gfile.h>
#include <goo/gmem.h>

#include <fcntl.h>

#include <ipc.h>

namespace {

/// UTF-8 for a text string, which is in PDFDocEncoding or UTF-16.
std::string decoded(const std::string &string) {
  std::string text;
  Unicode *characters = nullptr;
  const int count = TextStringToUCS4(string, &characters);
  for (int index = 0; index < count; index += 1)
    appendUTF8(text, characters[index]);
  gfree(characters);
  return text;
}

class PrivateDocument final : public pdf_document {
public:
  /// Returns `false` and sets `problem` on failure.
  bool open(int descriptor, int64_t byteCount, pdf_problem &problem);

  void version(int &major, int &minor) override;
  bool isEncrypted() override { return document->isEncrypted(); }
  int pageCount() override { return document->getNumPages(); }
  bool pageSize(int number, double &width, double &height) override;
  std::string information(const char *key) override;
  std::vector<std::string> informationKeys() override;
  std::string metadata() override;
  std::vector<std::string> pageFonts(int number) override;
  void readPage(int number, std::string &text, std::vector<pdf_box> &boxes) override;
  std::string bookmarks() override;
  size_t attachmentCount() override { return attachments->count(); }
  std::string attachmentName(size_t number) override { return decoded(attachments->name(number)); }
  bool openAttachment(size_t number) override { return attachments->open(number); }
  size_t readAttachment(char *buffer, size_t count) override { return attachments->read(buffer, count); }

private:
  BaseStream *openStream(int descriptor, int64_t byteCount);
  Page *page(int number) const;
  void collectFonts(const Object &resources, int depth, std::vector<std::string> &names);

  /// The whole file, unless it is too large: Poppler's own stream reads only 256 bytes at a time.
  std::vector<char> contents;
  /// The source of a larger file.
  std::unique_ptr<GooFile> file;
  std::unique_ptr<PDFDoc> document;
  std::unique_ptr<TextReader> reader;
  std::unique_ptr<Attachments> attachments;
  /// Numbers of the resource objects already searched for fonts.
  std::set<int> visited;
};

bool PrivateDocument::open(int descriptor, int64_t byteCount, pdf_problem &problem) {
  BaseStream *stream = openStream(descriptor, byteCount);
  if (!stream) {
    problem = PDF_UNREADABLE;
    return false;
  }
  document = std::make_unique<PDFDoc>(stream);
  if (!document->isOk())
    problem = document->getErrorCode() == errEncrypted ? PDF_ENCRYPTED : PDF_DAMAGED;
  attachments = std::make_unique<Attachments>(*document);
  return document->isOk();
}

BaseStream *PrivateDocument::openStream(int descriptor, int64_t byteCount) {
  if (byteCount <= maximumContents) {
    contents.resize(static_cast<size_t>(byteCount));
    if (!readContents(descriptor, contents))
      return nullptr;
    return new MemStream(contents.data(), 0, static_cast<Goffset>(contents.size()), Object(objNull));
  }
  const int own = fcntl(descriptor, F_DUPFD_CLOEXEC, IPC_DATA_DESCRIPTORS);
  if (own < 0)
    return nullptr;
  file = GooFile::open(own);
  return new FileStream(file.get(), 0, false, byteCount, Object(objNull));
}

Page *PrivateDocument::page(int number) const {
  Page *page = document->getPage(number + 1);
  return page && page->isOk() ? page : nullptr;
}

void PrivateDocument::version(int &major, int &minor) {
  major = document->getPDFMajorVersion();
  minor = document->getPDFMinorVersion();
}

bool PrivateDocument::pageSize(int number, double &width, double &height) {
  const Page *found = page(number);
  if (!found)
    return false;
  const bool isTurned = found->getRotate() == 90 || found->getRotate() == 270;
  width = isTurned ? found->getCropHeight() : found->getCropWidth();
  height = isTurned ? found->getCropWidth() : found->getCropHeight();
  return true;
}

std::string PrivateDocument::information(const char *key) {
  const std::unique_ptr<GooString> value = document->getDocInfoStringEntry(key);
  if (!value)
    return std::string();
  const std::string &string = value->toStr();
  if (string.compare(0, 2, "\xFE\xFF") == 0 || string.compare(0, 2, "\xFF\xFE") == 0)
    return decoded(string);
  std::string text;
  // The mark of UTF-8, which version 2.0 of the format permits, says no more than the bytes.
  for (size_t index = string.compare(0, 3, "\xEF\xBB\xBF") == 0 ? 3 : 0; index < string.size(); index += 1)
    appendUndeclared(text, static_cast<unsigned char>(string[index]));
  return text;
}

std::vector<std::string> PrivateDocument::informationKeys() {
  std::vector<std::string> keys;
  const Object dictionary = document->getDocInfo();
  for (int index = 0; dictionary.isDict() && index < std::min(dictionary.dictGetLength(), 256); index += 1)
    keys.emplace_back(dictionary.dictGetKey(index));
  return keys;
}

std::string PrivateDocument::metadata() {
  std::string packet;
  const Object catalog = document->getXRef()->getCatalog();
  Object stream = catalog.isDict() ? catalog.dictLookup("Metadata") : Object(objNull);
  if (!stream.isStream())
    return packet;
  // Poppler's own function has no limit.
  stream.streamReset();
  for (int byte = stream.streamGetChar(); byte != EOF && packet.size() < maximumMetadata; byte = stream.streamGetChar())
    packet += static_cast<char>(byte);
  stream.streamClose();
  return packet;
}

/// Searches resources for fonts, including the resources of forms and patterns in them. Searches
/// each object once per document.
void PrivateDocument::collectFonts(const Object &resources, int depth, std::vector<std::string> &names) {
  if (!resources.isDict() || depth > 32)
    return;
  const Object fonts = resources.dictLookup("Font");
  for (int index = 0; fonts.isDict() && index < fonts.dictGetLength(); index += 1) {
    const Object font = fonts.dictGetVal(index);
    const Object name = font.isDict() ? font.dictLookup("BaseFont") : Object();
    if (name.isName())
      names.push_back(name.getName());
  }
  for (const char *category : {"XObject", "Pattern"}) {
    const Object objects = resources.dictLookup(category);
    for (int index = 0; objects.isDict() && index < objects.dictGetLength(); index += 1) {
      const Object &reference = objects.dictGetValNF(index);
      if (reference.isRef() && !visited.insert(reference.getRef().num).second)
        continue;
      const Object object = objects.dictGetVal(index);
      if (object.isStream())
        collectFonts(object.streamGetDict()->lookup("Resources"), depth + 1, names);
    }
  }
}

/// Searches what the page uses, including the appearances of its annotations.
std::vector<std::string> PrivateDocument::pageFonts(int number) {
  std::vector<std::string> names;
  Page *found = page(number);
  if (!found)
    return names;
  collectFonts(*found->getResourceDictObject(), 0, names);
  for (Appearance &appearance : appearances(*found))
    if (appearance.form.isStream())
      collectFonts(appearance.form.streamGetDict()->lookup("Resources"), 0, names);
  return names;
}

void PrivateDocument::readPage(int number, std::string &text, std::vector<pdf_box> &boxes) {
  PDFRectangle area(0, 0, 0, 0);
  Page *found = page(number);
  if (!found || !pageSize(number, area.x2, area.y2))
    return;
  if (!reader)
    reader = std::make_unique<TextReader>(*document);
  std::vector<Appearance> overlays = appearances(*found);
  collectText(reader->read(*found, overlays), area, text, boxes);
  // These have no boxes.
  std::string address;
  for (const Appearance &overlay : overlays) {
    if (!overlay.text.empty())
      text += (text.empty() ? "" : "\n") + decoded(overlay.text);
    // A link in several lines has an annotation for each.
    if (!overlay.address.empty() && overlay.address != address)
      text += (text.empty() ? "" : "\n") + decoded(overlay.address);
    address = overlay.address;
    attachments->add(overlay.attachment);
  }
}

std::string PrivateDocument::bookmarks() {
  std::string titles;
  forEachBookmark(*document->getCatalog()->getOutline(), [&](const std::string &title) { titles += decoded(title) + "\n"; });
  return titles;
}

} // namespace

// Also discards messages, which quote from files.
void preparePrivate() { static const GlobalParamsIniter parameters([](ErrorCategory, Goffset, const char *) {}); }

pdf_document *openPrivate(int descriptor, int64_t byteCount, pdf_problem &problem) {
  auto document = std::make_unique<PrivateDocument>();
  return document->open(descriptor, byteCount, problem) ? document.release() : nullptr;
}

#endif
