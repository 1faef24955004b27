// SPDX-License-Identifier: Apache-2.0

import LogMessages
import Testing

struct PercentEncodingTests {
  @Test(arguments: ["", "a.b-c_d", "ä b/c?d=%", "line\nbreak", "\u{0}"])
  func `encoded text is decoded again`(text: String) {
    let encoded = PercentEncoding.encoded(text)
    #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
    #expect(PercentEncoding.text(encoded) == text)
  }

  @Test(arguments: ["%", "%4", "%G0", "%+5", "%-1", "%FF"])
  func `invalid codes and bytes are no text`(encoded: String) { #expect(PercentEncoding.text(encoded) == nil) }

  @Test(arguments: [
    ("file:///a%20b", "/a b"), ("FILE://localhost/a", "/a"), ("file://server/a", nil), ("http:///a", nil), ("file:///%4", nil),
  ])
  func `a file URL of this computer is a path`(url: String, path: String?) {
    #expect(PercentEncoding.path(ofFileURL: url) == path.map { Array($0.utf8) })
  }

  @Test func `a path need not be UTF-8`() { #expect(PercentEncoding.path(ofFileURL: "file:///%FF") == [0x2F, 0xFF]) }
}
