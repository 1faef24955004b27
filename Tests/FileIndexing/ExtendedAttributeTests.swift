// SPDX-License-Identifier: Apache-2.0

import Attributes
import Testing

@testable import FileIndexing

struct ExtendedAttributeTests {
  @Test func `the schema lists the attributes that come from extended attributes`() {
    let keys = AttributeKey.all.filter { $0.definition.source == .extendedAttribute }
    #expect(Set(keys) == Set(ExtendedAttribute.allCases.map(\.key)))
  }

  private func reading(_ attribute: ExtendedAttribute, _ value: String) -> AttributeValue? { attribute.reading(of: Array(value.utf8)) }

  @Test(arguments: [
    ("red", ["red"]), ("red,Blue, work ", ["red", "Blue", "work"]), ("red,red,", ["red"]), ("é,日本", ["é", "日本"]), ("red\0", ["red"]),
    ("a\u{1B}b\nc", ["a b c"]),
  ])
  func `tags are separated by commas`(value: String, tags: [String]) {
    #expect(reading(.tags, value) == .array(tags.map { .string($0) }))
  }

  @Test(arguments: [("1", 0.5), ("7", 3.5), ("10", 5)])
  func `a rating counts half stars`(value: String, stars: Double) { #expect(reading(.rating, value) == .number(stars)) }

  @Test(arguments: ["", "0", "11", "-1", "abc", "3.5", "٣", String(repeating: "9", count: 65536)])
  func `any other rating is ignored`(value: String) { #expect(reading(.rating, value) == nil) }

  @Test(arguments: ExtendedAttribute.allCases)
  func `empty or meaningless values are ignored`(attribute: ExtendedAttribute) {
    for value in [[], [0], [0xFF, 0xFE], Array(" \n\t ".utf8), [0xC3], Array(",,,".utf8) + [0x80]] {
      #expect(attribute.reading(of: value) == nil, "\(value)")
    }
  }

  @Test func `long values are truncated between characters`() throws {
    let comment = try #require(reading(.comment, "x" + String(repeating: "é", count: 32767)))
    #expect(comment == .string("x" + String(repeating: "é", count: (ExtendedAttribute.maximumCommentByteCount - 1) / 2)))
    guard case .array(let tags)? = reading(.tags, (0..<10000).map { "t\($0)" }.joined(separator: ",")) else {
      Issue.record("no tags")
      return
    }
    #expect(tags == (0..<ExtendedAttribute.maximumTagCount).map { .string("t\($0)") })
    #expect(reading(.tags, String(repeating: "a", count: 65536)) == .array([.string(String(repeating: "a", count: 255))]))
    #expect(reading(.origin, String(repeating: "u", count: 65536)) == .array([.string(String(repeating: "u", count: 4096))]))
  }

  @Test func `a comment keeps its line breaks`() { #expect(reading(.comment, "one\ntwo\tthree\u{7}\n") == .string("one\ntwo\tthree")) }
}
