#include "CxxPoppler.h"
#include "PageText.h"
#include "TextReader.h"

#include <Catalog.h>
#include <DateInfo.h>
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
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <set>
#include <string>
#include <vector>

struct pdf_document {
  /// The whole file, unless it is too large: Poppler's own stream reads only 256 bytes at a time.
  std::vector<char> contents;
  /// The source of a larger file.
  std::unique_ptr<GooFile> file;
  std::unique_ptr<PDFDoc> document;
  std::unique_ptr<TextReader> reader;

  /// The results of the last call, which own the memory that was returned.
  std::string text;
  std::vector<pdf_box> boxes;

  /// Numbers of the resource objects already searched for fonts, and names of the fonts found.
  std::set<int> visited;
  std::set<std::string> fontNames;
  int fontPage = -1;
  std::vector<std::string> pageFonts;
};

namespace {

/// Larger files are not read into memory.
constexpr off_t largestContents = 32 << 20;

bool readContents(int descriptor, std::vector<char> &contents) {
  size_t count = 0;
  while (count < contents.size()) {
    const ssize_t step = pread(descriptor, contents.data() + count, contents.size() - count, static_cast<off_t>(count));
    if (step < 0 && errno == EINTR)
      continue;
    if (step < 0)
      return false;
    if (step == 0)
      break;
    count += static_cast<size_t>(step);
  }
  contents.resize(count);
  return true;
}

BaseStream *openStream(pdf_document &document, int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0)
    return nullptr;
  if (status.st_size <= largestContents) {
    document.contents.resize(static_cast<size_t>(status.st_size));
    if (!readContents(descriptor, document.contents))
      return nullptr;
    return new MemStream(document.contents.data(), 0, static_cast<Goffset>(document.contents.size()), Object(objNull));
  }
  const int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (own < 0)
    return nullptr;
  document.file = GooFile::open(own);
  return new FileStream(document.file.get(), 0, false, status.st_size, Object(objNull));
}

pdf_string string(const std::string &text) { return {text.data(), text.size()}; }

Page *page(pdf_document *document, int number) {
  Page *page = document->document->getPage(number + 1);
  return page && page->isOk() ? page : nullptr;
}

std::string fontName(const Object &font) {
  Object name = font.dictLookup("BaseFont");
  if (!name.isName())
    return std::string();
  std::string text = name.getName();
  // Removes the tag of a font subset: `BAAAAA+`.
  size_t capitals = 0;
  while (capitals < text.size() && text[capitals] >= 'A' && text[capitals] <= 'Z')
    capitals += 1;
  return capitals < text.size() && text[capitals] == '+' ? text.substr(capitals + 1) : text;
}

/// Searches resources for fonts, including the resources of forms and patterns in them. Searches
/// each object once per document.
void collectFonts(pdf_document &document, const Object &resources, int depth) {
  if (!resources.isDict() || depth > 32)
    return;
  const Object fonts = resources.dictLookup("Font");
  for (int index = 0; fonts.isDict() && index < fonts.dictGetLength(); index += 1) {
    const Object font = fonts.dictGetVal(index);
    if (!font.isDict())
      continue;
    std::string name = fontName(font);
    if (!name.empty() && document.fontNames.insert(name).second)
      document.pageFonts.push_back(std::move(name));
  }
  for (const char *category : {"XObject", "Pattern"}) {
    const Object objects = resources.dictLookup(category);
    for (int index = 0; objects.isDict() && index < objects.dictGetLength(); index += 1) {
      const Object &reference = objects.dictGetValNF(index);
      if (reference.isRef() && !document.visited.insert(reference.getRef().num).second)
        continue;
      const Object object = objects.dictGetVal(index);
      if (object.isStream())
        collectFonts(document, object.streamGetDict()->lookup("Resources"), depth + 1);
    }
  }
}

/// Searches what a page uses, including the appearances of its annotations.
void collectFonts(pdf_document &document, Page &page) {
  collectFonts(document, *page.getResourceDictObject(), 0);
  const Object annotations = page.getAnnotsObject();
  for (int index = 0; annotations.isArray() && index < annotations.arrayGetLength(); index += 1) {
    const Object annotation = annotations.arrayGet(index);
    const Object appearances = annotation.isDict() ? annotation.dictLookup("AP") : Object();
    Object appearance = appearances.isDict() ? appearances.dictLookup("N") : Object();
    if (appearance.isDict()) {
      const Object state = annotation.dictLookup("AS");
      appearance = state.isName() ? appearance.dictLookup(state.getName()) : Object();
    }
    if (appearance.isStream())
      collectFonts(document, appearance.streamGetDict()->lookup("Resources"), 0);
  }
}

} // namespace

// Also discards messages, which quote from files.
void pdf_prepare() { static const GlobalParamsIniter parameters([](ErrorCategory, Goffset, const char *) {}); }

pdf_document *pdf_open(int descriptor, pdf_problem *problem) {
  pdf_prepare();
  auto result = std::make_unique<pdf_document>();
  BaseStream *stream = openStream(*result, descriptor);
  if (!stream) {
    *problem = PDF_UNREADABLE;
    return nullptr;
  }
  result->document = std::make_unique<PDFDoc>(stream);
  if (!result->document->isOk()) {
    *problem = result->document->getErrorCode() == errEncrypted ? PDF_ENCRYPTED : PDF_DAMAGED;
    return nullptr;
  }
  *problem = PDF_NONE;
  return result.release();
}

void pdf_close(pdf_document *document) { delete document; }

void pdf_version(pdf_document *document, int *major, int *minor) {
  *major = document->document->getPDFMajorVersion();
  *minor = document->document->getPDFMinorVersion();
}

bool pdf_is_encrypted(pdf_document *document) { return document->document->isEncrypted(); }

pdf_string pdf_information(pdf_document *document, const char *key) {
  document->text.clear();
  const std::unique_ptr<GooString> value = document->document->getDocInfoStringEntry(key);
  if (!value)
    return {nullptr, 0};
  Unicode *characters = nullptr;
  const int count = TextStringToUCS4(value->toStr(), &characters);
  for (int index = 0; index < count; index += 1)
    appendUTF8(document->text, characters[index]);
  gfree(characters);
  return string(document->text);
}

bool pdf_information_date(pdf_document *document, const char *key, int64_t *seconds) {
  const std::unique_ptr<GooString> value = document->document->getDocInfoStringEntry(key);
  int zoneHours = 0, zoneMinutes = 0;
  char zone = 0;
  tm date = {};
  if (!value
      || !parseDateString(
          value.get(), &date.tm_year, &date.tm_mon, &date.tm_mday, &date.tm_hour, &date.tm_min, &date.tm_sec, &zone, &zoneHours, &zoneMinutes))
    return false;
  if (date.tm_year < 1 || date.tm_year > 9999)
    return false;
  date.tm_year -= 1900;
  date.tm_mon -= 1;
  // `timegm` normalizes dates, for example April 31 to May 1. A date that it changes does not
  // exist.
  const tm wanted = date;
  *seconds = timegm(&date);
  if (date.tm_mon != wanted.tm_mon || date.tm_mday != wanted.tm_mday || date.tm_hour != wanted.tm_hour || date.tm_min != wanted.tm_min
      || date.tm_sec != wanted.tm_sec)
    return false;
  const int64_t offset = 3600 * static_cast<int64_t>(zoneHours) + 60 * zoneMinutes;
  if (zone == '+')
    *seconds -= offset;
  else if (zone == '-')
    *seconds += offset;
  return true;
}

int pdf_page_count(pdf_document *document) { return document->document->getNumPages(); }

bool pdf_page_size(pdf_document *document, int number, double *width, double *height) {
  Page *found = page(document, number);
  if (!found)
    return false;
  const bool isTurned = found->getRotate() == 90 || found->getRotate() == 270;
  *width = isTurned ? found->getCropHeight() : found->getCropWidth();
  *height = isTurned ? found->getCropWidth() : found->getCropHeight();
  return true;
}

pdf_string pdf_page_font_name(pdf_document *document, int number, size_t index) {
  if (document->fontPage != number) {
    document->fontPage = number;
    document->pageFonts.clear();
    if (Page *found = page(document, number))
      collectFonts(*document, *found);
  }
  return index < document->pageFonts.size() ? string(document->pageFonts[index]) : pdf_string{nullptr, 0};
}

pdf_text pdf_page_text(pdf_document *document, int number) {
  document->text.clear();
  document->boxes.clear();
  PDFRectangle area(0, 0, 0, 0);
  Page *found = page(document, number);
  if (!found || !pdf_page_size(document, number, &area.x2, &area.y2))
    return {{nullptr, 0}, nullptr, 0};
  if (!document->reader)
    document->reader = std::make_unique<TextReader>(*document->document);
  collectText(document->reader->read(*found), area, document->text, document->boxes);
  return {string(document->text), document->boxes.data(), document->boxes.size()};
}
