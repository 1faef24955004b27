// SPDX-License-Identifier: Apache-2.0

import SearchWindow
import Testing

struct ThumbnailTests {
  private let source = ThumbnailSource(url: "file:///home/ada/a%20b.pdf", modified: 1_700_000_000)

  @Test func `thumbnails are in folders of their sizes`() {
    let paths = source.paths(in: "/cache", digest: "0123")
    #expect(paths.first == "/cache/thumbnails/x-large/0123.png")
    #expect(paths.contains("/cache/thumbnails/normal/0123.png"))
    #expect(paths.count == 4)
  }

  @Test(
    arguments: [
      ("file:///home/ada/a%20b.pdf", "1700000000", true), ("file:///home/ada/a%20b.pdf", "1700000000.25", true),
      ("file:///home/ada/a%20b.pdf", "1700000001", false), ("file:///home/ada/other.pdf", "1700000000", false),
      ("file:///home/ada/a%20b.pdf", "", false), ("file:///home/ada/a%20b.pdf", nil, false), (nil, "1700000000", false),
    ] as [(String?, String?, Bool)])
  func `a thumbnail is that of the file as it is now`(url: String?, time: String?, matches: Bool) {
    let texts = ["Thumb::URI": url, "Thumb::MTime": time].compactMapValues(\.self)
    #expect(source.matches { texts[$0] } == matches)
  }

  // MARK: Texts

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func chunk(_ type: String, _ data: String) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: data.utf8.count >> (24 - 8 * $0)) } + Array(type.utf8) + Array(data.utf8) + [0, 0, 0, 0]
  }

  @Test func `texts are found before and behind the pixels`() throws {
    let begin =
      Self.signature + Self.chunk("IHDR", "header") + Self.chunk("tEXt", "Thumb::URI\u{0}file:///a") + Self.chunk("IDAT", "pixels")
    let withTime = begin + Self.chunk("tEXt", "Thumb::MTime\u{0}17")
    let bytes = withTime + Self.chunk("tEXt", "no key") + Self.chunk("IEND", "")
    let texts = try #require(PNGTexts(bytes))
    #expect(texts["Thumb::URI"] == "file:///a")
    #expect(texts["Thumb::MTime"] == "17")
    #expect(texts["no key"] == nil)
    for count in bytes.indices {
      #expect(PNGTexts(Array(bytes.prefix(count)))?["Thumb::MTime"] == (count < withTime.count ? nil : "17"), "\(count)")
    }
  }

  @Test(arguments: [[], [0x89, 0x50], Array("GIF89a".utf8), signature + [0xFF, 0xFF, 0xFF, 0xFF] + Array("tEXtThumb::URI".utf8)])
  func `other and damaged files have no texts`(bytes: [UInt8]) {
    #expect(PNGTexts(bytes)?["Thumb::URI"] == nil)
  }
}
