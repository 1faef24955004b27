// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import FileIndexing

struct NamePatternTests {
  @Test(
    arguments: ["lost+found", "*.o", "a?c", "[ab]*", "\\*", "]", "", "ü*"],
    ["lost+found", "lost+foun", "x.o", "abc", "b", "*", "]", "", "über"])
  func `a pattern matches the names that fnmatch says`(pattern: String, name: String) {
    let expected = unsafe fnmatch(pattern, name, 0) == 0
    #expect(NamePattern(pattern).matches(Array(name.utf8)) == expected)
  }

  @Test func `a filter lets all names of its table pass, and stops others by their first byte or their length`() {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 200)
    let filter = NameFilter([Array("build".utf8), Array("vendor".utf8), long])
    for name in ["build", "vendor", "xyzzy"].map({ Array($0.utf8) }) + [long, long + long, Array(long.prefix(63))] {
      #expect(filter.mayContain(name) == (name.first != UInt8(ascii: "x") || name.count >= 63))
    }
    for name in ["", "builds", "endor", "bui", "Build"] { #expect(!filter.mayContain(Array(name.utf8))) }
  }
}
