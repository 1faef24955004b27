// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "FontCache.h"

#include <string>
#include <vector>

/// Resolves the names in a content stream: first in its own resources, then in those of the stream
/// that uses it.
class Resources {
public:
  /// - `dictionary` may be null for a stream without resources of its own.
  Resources(Object &&dictionary, const Resources *parent, XRef &table, FontCache &cache)
      : dictionary(std::move(dictionary)), parent(parent), table(table), cache(cache) {}

  /// The font called `name`, or `nullptr` if there is none.
  const std::shared_ptr<GfxFont> *font(const std::string &name) const;

  /// The entry under `category`, without following a reference. Null if there is none.
  Object entry(const char *category, const std::string &name) const;

private:
  Object dictionary;
  const Resources *parent;
  XRef &table;
  FontCache &cache;

  mutable std::vector<std::pair<std::string, Object>> categories;
  mutable std::vector<std::pair<std::string, const std::shared_ptr<GfxFont> *>> fonts;
};
