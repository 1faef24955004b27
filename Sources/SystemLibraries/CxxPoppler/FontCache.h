#pragma once

#include <Object.h>

#include <map>
#include <memory>
#include <vector>

class GfxFont;
class XRef;

/// The fonts of a document by the objects that define them. To load one means to decompress and to read its program and its table of
/// characters: more work than all the text of a page.
class FontCache {
public:
  /// The font that `value`, an entry of a resource dictionary, defines or refers to; `nullptr` when it is no font.
  const std::shared_ptr<GfxFont> *font(const Object &value, XRef &table);

  /// Called between pages: what `font` returned before is no longer valid.
  void trim();

private:
  void shortenProgram(const Object &font, XRef &table);

  /// A font with a large table of characters takes half a megabyte.
  static constexpr size_t most = 128;

  std::map<std::pair<int, int>, std::shared_ptr<GfxFont>> fonts;
  /// Parts of embedded programs that the document's table of objects refers to.
  std::vector<std::vector<char>> programs;
  /// Fonts without an object of their own get numbers that no object has.
  int unnamed = 0;
};
