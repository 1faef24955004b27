// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <Object.h>

#include <map>
#include <memory>
#include <vector>

class GfxFont;
class XRef;

/// Caches the fonts of a document by the objects that define them. Loading a font means
/// decompressing and parsing its program and its character map, which takes longer than reading all
/// text of a page.
class FontCache {
public:
  /// The font that `value`, an entry of a resource dictionary, defines or refers to. `nullptr` if
  /// it is not a font. Valid until `trim`.
  const std::shared_ptr<GfxFont> *font(const Object &value, XRef &table);

  /// Limits the size of the cache. Call it between pages: it invalidates what `font` returned.
  void trim();

private:
  void shortenProgram(const Object &font, XRef &table);

  /// Maximum number of fonts. A font with a large character map takes 0.5 MB.
  static constexpr size_t most = 128;

  std::map<std::pair<int, int>, std::shared_ptr<GfxFont>> fonts;
  /// The shortened font programs. Poppler's object table refers to their memory.
  std::vector<std::vector<char>> programs;
  /// Key for fonts that are not indirect objects. Uses numbers that no object has.
  int unnamed = 0;
};
