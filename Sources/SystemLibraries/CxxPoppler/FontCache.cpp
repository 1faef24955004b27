#include "FontCache.h"

#include <GfxFont.h>

const std::shared_ptr<GfxFont> *FontCache::font(const Object &value, XRef &table) {
  const Ref reference = value.isRef() ? value.getRef() : Ref{--unnamed, 0};
  const auto [place, isNew] = fonts.try_emplace({reference.num, reference.gen});
  if (isNew) {
    const Object dictionary = value.fetch(&table);
    if (dictionary.isDict())
      place->second = GfxFont::makeFont(&table, "", reference, dictionary.getDict());
    if (place->second && !place->second->isOk())
      place->second = nullptr;
  }
  return place->second ? &place->second : nullptr;
}

void FontCache::trim() {
  if (fonts.size() > most)
    fonts.clear();
}
