// SPDX-License-Identifier: Apache-2.0

internal import CFreeType
internal import ImporterSupport

/// FreeType. To set up its modules takes as long as to read a font.
@safe final class FontLibrary {
  let raw: FT_Library

  init() throws(ImportError) {
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else {
      throw .outOfMemory("FT_Init_FreeType")
    }
    unsafe raw = library
  }

  deinit { unsafe FT_Done_FreeType(raw) }
}
