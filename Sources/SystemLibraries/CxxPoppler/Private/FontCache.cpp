// SPDX-License-Identifier: Apache-2.0

#include "../Shared/PrivateHeaders.h"

#if HAS_PRIVATE_POPPLER

#include "FontCache.h"

#include "ContentSource.h"

#include <Dict.h>
#include <GfxFont.h>
#include <Stream.h>
#include <XRef.h>

#include <algorithm>
#include <string_view>

/// The bytes up to and including the word `eexec`, or nothing if it does not occur within the
/// limit.
static std::vector<char> readClearText(ContentSource source) {
  constexpr std::string_view endMark = "eexec";
  constexpr size_t longest = 64 << 10, piece = 4 << 10;
  std::vector<char> text;
  while (text.size() < longest) {
    const size_t start = text.size();
    text.resize(start + piece);
    const size_t count = source.read(reinterpret_cast<unsigned char *>(text.data()) + start, piece);
    if (count == 0)
      break;
    text.resize(start + count);
    const size_t offset = std::string_view(text.data(), text.size()).find(endMark, start - std::min(start, endMark.size()));
    if (offset != std::string_view::npos) {
      text.resize(offset + endMark.size());
      return text;
    }
  }
  return {};
}

/// Replaces an embedded Type 1 font program by its part in clear text.
///
/// That part has the encoding, which is all that Poppler uses to extract text. The rest are the
/// outlines, ten times as long, which it would decompress needlessly.
void FontCache::shortenProgram(const Object &font, XRef &table) {
  const Object descriptor = font.dictLookup("FontDescriptor");
  if (!descriptor.isDict())
    return;
  const Object &reference = descriptor.dictLookupNF("FontFile");
  if (!reference.isRef())
    return;
  std::vector<char> text = readClearText(ContentSource(reference.fetch(&table)));
  if (text.empty())
    return;
  const auto length = static_cast<Goffset>(text.size());
  const char *const bytes = programs.emplace_back(std::move(text)).data();
  const Object program(static_cast<Stream *>(new MemStream(bytes, 0, length, Object(new Dict(&table)))));
  table.setModifiedObject(&program, reference.getRef());
}

const std::shared_ptr<GfxFont> *FontCache::font(const Object &value, XRef &table) {
  const Ref reference = value.isRef() ? value.getRef() : Ref{--unnamed, 0};
  const auto [entry, isNew] = fonts.try_emplace({reference.num, reference.gen});
  if (isNew) {
    const Object dictionary = value.fetch(&table);
    if (dictionary.isDict()) {
      shortenProgram(dictionary, table);
      entry->second = GfxFont::makeFont(&table, "", reference, dictionary.getDict());
    }
    if (entry->second && !entry->second->isOk())
      entry->second = nullptr;
  }
  return entry->second ? &entry->second : nullptr;
}

void FontCache::trim() {
  if (fonts.size() > most)
    fonts.clear();
}

#endif
