// SPDX-License-Identifier: Apache-2.0

import IndexStore
import Testing

struct IndexNameTests {
  static let names = [
    "", "=", "==", "NSUserActivity", "==NSUserActivity", "nsuseractivity", "a", "A", "a/b", ".", "..", ".a", "%", "%3D", "%4ESUserActivity",
    "\0", "e\u{301}", "\u{e9}", "\u{FFFE}", "über", " ",
  ]

  @Test func `no two indexes have the same name, and none is reserved`() {
    let indexes = Self.names.map { IndexName($0) } + [.default, .activities]
    #expect(Set(indexes).count == indexes.count && Set(indexes.map(\.component)).count == indexes.count)
  }

  @Test(arguments: names)
  func `a name survives as a component of a path`(name: String) {
    let index = IndexName(name)
    #expect(IndexName(component: index.component) == index && index.chosen.map { Array($0.utf8) } == Array(name.utf8))
    #expect(index.component.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "/") && $0 > 0x20 } && !index.component.hasPrefix("."))
  }

  /// Folders on disk depend on it.
  @Test func `components are as in earlier versions`() {
    #expect(IndexName.default.component == "=" && IndexName.activities.component == "NSUserActivity")
    #expect(IndexName("my index").component == "my%20index" && IndexName(".a").component == "%2Ea")
    #expect(IndexName(component: "=") == .default && IndexName(component: "NSUserActivity") == .activities)
    #expect(IndexName(component: "%zz") == nil && IndexName.default.chosen == nil && IndexName.activities.chosen == nil)
  }
}
