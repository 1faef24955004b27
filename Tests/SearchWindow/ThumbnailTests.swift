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
}
