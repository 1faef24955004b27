// SPDX-License-Identifier: Apache-2.0

/// Small fonts in memory, without glyphs.
enum FontFixture {
  /// An entry of the table of names.
  struct Name {
    var platform: UInt16 = 3
    var language: UInt16 = 0x409
    let id: UInt16
    let text: String

    var encoding: UInt16 { platform == 3 ? 1 : 0 }
    var bytes: [UInt8] { platform == 1 ? Bytes.text(text) : text.utf16.flatMap { Bytes.big($0) } }
  }

  static let names = [
    Name(id: 0, text: "© 2026 Ada"), Name(id: 1, text: "Harvest Sans Light"), Name(id: 2, text: "Regular"),
    Name(id: 4, text: "Harvest Sans Light"), Name(id: 5, text: "Version 1.25;hotconv"), Name(id: 6, text: "HarvestSans-Light"),
    Name(id: 8, text: "Example Foundry"), Name(id: 9, text: "Ada Example"), Name(id: 10, text: "A typeface for labels."),
    Name(id: 13, text: "Open Font License"), Name(id: 16, text: "Harvest Sans"), Name(id: 17, text: "Light"),
    Name(language: 0x411, id: 1, text: "収穫サンス"), Name(platform: 1, language: 0, id: 1, text: "Not chosen"),
  ]

  /// A TrueType font.
  ///
  /// - Parameter offset: The offset in the file, for fonts in collections.
  static func trueType(_ names: [Name] = names, at offset: Int = 0) -> [UInt8] {
    let tables = tables(names)
    let header = Bytes.all(Bytes.big(UInt32(0x0001_0000)), Bytes.big(UInt16(tables.count), 0, 0, 0))
    var directory: [UInt8] = []
    var content: [UInt8] = []
    for (tag, table) in tables {
      let position = offset + header.count + 16 * tables.count + content.count
      directory += Bytes.all(Bytes.text(tag), Bytes.big(UInt32(0), UInt32(position), UInt32(table.count)))
      content += table + [UInt8](repeating: 0, count: (4 - table.count % 4) % 4)
    }
    return header + directory + content
  }

  /// A collection of TrueType fonts.
  static func collection(_ fonts: [[Name]]) -> [UInt8] {
    var offsets: [UInt32] = []
    var content: [UInt8] = []
    for names in fonts {
      let offset = 12 + 4 * fonts.count + content.count
      offsets.append(UInt32(offset))
      content += trueType(names, at: offset)
    }
    return Bytes.all(
      Bytes.text("ttcf"), Bytes.big(UInt32(0x0001_0000), UInt32(fonts.count)), offsets.flatMap { Bytes.big($0) }, content)
  }

  /// A font for the web, without compression.
  static func webFont(_ names: [Name] = names) -> [UInt8] {
    let tables = tables(names)
    let headerByteCount = 44 + 20 * tables.count
    var directory: [UInt8] = []
    var content: [UInt8] = []
    for (tag, table) in tables {
      let count = UInt32(table.count)
      directory += Bytes.all(Bytes.text(tag), Bytes.big(UInt32(headerByteCount + content.count), count, count, 0))
      content += table + [UInt8](repeating: 0, count: (4 - table.count % 4) % 4)
    }
    let fontByteCount = UInt32(12 + 16 * tables.count + content.count)
    return Bytes.all(
      Bytes.text("wOFF"), Bytes.big(UInt32(0x0001_0000), UInt32(headerByteCount + content.count)), Bytes.big(UInt16(tables.count), 0),
      Bytes.big(fontByteCount, 0, 0, 0, 0, 0, 0), directory, content)
  }

  /// A bitmap font of one glyph.
  static let bitmap = Bytes.text(
    """
    STARTFONT 2.1
    FONT -Example-Harvest-Bold-R-Normal--8-80-75-75-C-80-ISO10646-1
    SIZE 8 75 75
    FONTBOUNDINGBOX 8 8 0 0
    STARTPROPERTIES 8
    FOUNDRY "Example"
    FAMILY_NAME "Harvest"
    WEIGHT_NAME "Bold"
    COPYRIGHT "Public domain"
    CHARSET_REGISTRY "ISO10646"
    CHARSET_ENCODING "1"
    FONT_ASCENT 8
    FONT_DESCENT 0
    ENDPROPERTIES
    CHARS 1
    STARTCHAR A
    ENCODING 65
    SWIDTH 1000 0
    DWIDTH 8 0
    BBX 8 1 0 0
    BITMAP
    FF
    ENDCHAR
    ENDFONT

    """)

  private static func tables(_ names: [Name]) -> [(tag: String, bytes: [UInt8])] {
    let head = Bytes.all(
      Bytes.big(UInt32(0x0001_0000), 0x0001_0000, 0, 0x5F0F_3CF5), Bytes.big(UInt16(0), 1000), [UInt8](repeating: 0, count: 16),
      Bytes.big(Int16(0), 0, 1000, 1000), Bytes.big(UInt16(0), 8), Bytes.big(Int16(2), 0, 0))
    let hhea = Bytes.all(
      Bytes.big(UInt32(0x0001_0000)), Bytes.big(Int16(800), -200, 0), [UInt8](repeating: 0, count: 24), Bytes.big(UInt16(1)))
    let hmtx = Bytes.big(UInt16(1000), 0)
    let maxp = Bytes.all(Bytes.big(UInt32(0x0001_0000)), Bytes.big(UInt16(1)), [UInt8](repeating: 0, count: 26))
    return [
      ("glyf", [0, 0, 0, 0]), ("head", head), ("hhea", hhea), ("hmtx", hmtx), ("loca", [0, 0, 0, 0]), ("maxp", maxp),
      ("name", table(of: names)),
    ]
  }

  private static func table(of names: [Name]) -> [UInt8] {
    var records: [UInt8] = []
    var strings: [UInt8] = []
    for name in names {
      records += Bytes.big(
        name.platform, name.encoding, name.language, name.id, UInt16(name.bytes.count), UInt16(strings.count))
      strings += name.bytes
    }
    return Bytes.all(Bytes.big(UInt16(0), UInt16(names.count), UInt16(6 + 12 * names.count)), records, strings)
  }
}
