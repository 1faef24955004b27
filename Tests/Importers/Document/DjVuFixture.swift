// SPDX-License-Identifier: Apache-2.0

/// Small DjVu documents in memory.
enum DjVuFixture {
  /// A document of one page.
  static func page(_ chunks: [UInt8]...) -> [UInt8] { file(form("DJVU", chunks)) }

  /// A document of several parts in one file.
  static func bundle(_ parts: [UInt8]..., flags: UInt8 = 0x81) -> [UInt8] {
    file(form("DJVM", [Bytes.bigChunk("DIRM", [flags] + Bytes.big(UInt16(parts.count)))] + parts))
  }

  /// A chunk of chunks.
  static func form(_ type: String, _ chunks: [[UInt8]]) -> [UInt8] { Bytes.bigChunk("FORM", Bytes.text(type) + chunks.flatMap { $0 }) }

  private static func file(_ form: [UInt8]) -> [UInt8] { Bytes.text("AT&T") + form }

  /// The dimensions of a page in pixels, at 300 pixels to the inch.
  static func information(width: UInt16 = 1275, height: UInt16 = 1650, isTurned: Bool = false) -> [UInt8] {
    Bytes.bigChunk("INFO", Bytes.all(Bytes.big(width, height), [26, 0], Bytes.little(UInt16(300)), [22, isTurned ? 6 : 1]))
  }

  /// The text of a page in one zone.
  static func text(_ text: String) -> [UInt8] {
    let count = UInt32(text.utf8.count)
    let zone = Bytes.all(
      [1, 1], Bytes.big(UInt16(0x8000), 0x8000, 0x8064, 0x8064, 0x8000), Array(Bytes.big(count).dropFirst()), [0, 0, 0])
    return Bytes.bigChunk("TXTa", Bytes.all(Array(Bytes.big(count).dropFirst()), Bytes.text(text), zone))
  }

  /// “Turnips and pars-” and “nips grow slowly.” in two lines, packed.
  static let packedText = Bytes.bigChunk(
    "TXTz",
    [
      0xFF, 0xFF, 0xC6, 0x89, 0x26, 0xD8, 0xFE, 0x75, 0x9D, 0x35, 0xEA, 0xEA, 0xE3, 0x83, 0xAC, 0x13, 0xA8, 0xFA, 0x5C, 0xAB, 0x87, 0xE8,
      0x7D, 0x3E, 0x5E, 0xDA, 0x80, 0x4A, 0xB0, 0xE0, 0xDB, 0xF7, 0x48, 0xA7, 0xE0, 0xFB, 0xEF, 0x31, 0xF4, 0x0C, 0xB6, 0x04, 0xE3, 0x90,
      0xE5, 0xC3, 0xF4, 0x04, 0x4E,
    ])

  /// A list of files: what pages share, two pages, their thumbnails, and a page with a title.
  static let list = file(
    form(
      "DJVM",
      [
        Bytes.bigChunk(
          "DIRM",
          [
            1, 0, 5, 0xFF, 0xFF, 0xB8, 0xBF, 0x87, 0x13, 0xB3, 0x41, 0xE0, 0x5E, 0x2B, 0xE2, 0x05, 0x91, 0x1A, 0xD3, 0xAC, 0x34, 0xA6, 0x8F,
            0x55, 0x92, 0xC0, 0xA6, 0xA3, 0x32, 0x5D, 0x1B, 0x97, 0x4B, 0xC5, 0x6C, 0xEA, 0xD0, 0x6D, 0x26, 0x05, 0x89, 0x51, 0xA7, 0xA4,
            0xC3, 0xD2, 0xD8, 0x93, 0x17, 0xE5, 0x15, 0x47, 0x3F,
          ])
      ]))

  static func annotations(_ text: String) -> [UInt8] { Bytes.bigChunk("ANTa", Bytes.text(text)) }
}
