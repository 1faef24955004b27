// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPlatform
import Testing

struct PathTests {
  @Test(arguments: [("/a/b", "/a"), ("/a", "/"), ("/", "/"), ("a", "."), ("a/b", "a"), (".", "."), ("/a/b/", "/a/b")])
  func `the parent of a path is before its last slash`(path: String, parent: String) {
    #expect(Path(path).parent == Path(parent))
  }

  @Test func `a path need not be UTF-8`() {
    let path = Path([0x2F, 0xE9])
    #expect(path.bytes == [0x2F, 0xE9])
    #expect(path.text == "/\u{FFFD}")
    #expect(path.appending(suffix: ".new").bytes == [0x2F, 0xE9, 0x2E, 0x6E, 0x65, 0x77])
  }

  @Test func `the C string ends after the last byte`() {
    for path in ["", "/", "/home/é"] { #expect(unsafe Path(path).withCString { unsafe String(cString: $0) } == path) }
  }

  @Test func `names are compared by their bytes`() {
    let names = [FileName([0xE9]), FileName("é"), FileName("b"), FileName("B"), FileName(".b"), FileName("ba")]
    #expect(names.sorted().map(\.bytes) == [".b", "B", "b", "ba", "é"].map { Array($0.utf8) } + [[0xE9]])
  }

  @Test func `a name is text only if it is UTF-8`() {
    #expect(FileName("é").validText == "é")
    #expect(FileName([0xE9]).validText == nil)
    #expect(FileName([0x61, 0xE9]).text == "a\u{FFFD}")
    #expect(FileName(".a").isHidden && !FileName("a.").isHidden && !FileName("").isHidden)
  }
}
