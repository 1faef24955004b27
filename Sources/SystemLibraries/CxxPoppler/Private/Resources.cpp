// SPDX-License-Identifier: Apache-2.0

#include "../Shared/PrivateHeaders.h"

#if HAS_PRIVATE_POPPLER

#include "Resources.h"

#include <Dict.h>

const std::shared_ptr<GfxFont> *Resources::font(const std::string &name) const {
  for (const auto &[known, font] : fonts)
    if (known == name)
      return font;
  const Object value = entry("Font", name);
  const std::shared_ptr<GfxFont> *font = value.isNull() ? nullptr : cache.font(value, table);
  fonts.emplace_back(name, font);
  return font;
}

Object Resources::entry(const char *category, const std::string &name) const {
  for (const Resources *scope = this; scope; scope = scope->parent) {
    if (!scope->dictionary.isDict())
      continue;
    const Object *entries = nullptr;
    for (const auto &[known, object] : scope->categories)
      if (known == category)
        entries = &object;
    if (!entries)
      entries = &scope->categories.emplace_back(category, scope->dictionary.dictLookup(category)).second;
    if (entries->isDict()) {
      const Object &value = entries->dictLookupNF(name.c_str());
      if (!value.isNull())
        return value.copy();
    }
  }
  return Object(objNull);
}

#endif
