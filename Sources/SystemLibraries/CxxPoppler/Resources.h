#pragma once

#include "FontCache.h"

#include <string>
#include <vector>

/// What the names in a content stream mean: its own resources, then those of the stream that it is part of.
class Resources {
public:
  /// - `dictionary` may be null, for a stream without resources of its own.
  Resources(Object &&dictionary, const Resources *parent, XRef &table, FontCache &cache)
      : dictionary(std::move(dictionary)), parent(parent), table(table), cache(cache) {}

  /// `nullptr` when the name means no font.
  const std::shared_ptr<GfxFont> *font(const std::string &name) const;

  /// The entry in the dictionary under `category`, not followed if it is a reference; null when there is none.
  Object entry(const char *category, const std::string &name) const;

private:
  Object dictionary;
  const Resources *parent;
  XRef &table;
  FontCache &cache;

  mutable std::vector<std::pair<std::string, Object>> categories;
  mutable std::vector<std::pair<std::string, const std::shared_ptr<GfxFont> *>> fonts;
};
