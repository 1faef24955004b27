// SPDX-License-Identifier: Apache-2.0

import Attributes
import PropertyLists
import TestSupport
import Testing

@testable import FileIndexing

struct ExtendedAttributeTests {
  @Test func `the schema lists the attributes that come from extended attributes`() {
    let keys = AttributeKey.all.filter { $0.definition.source == .extendedAttribute }
    #expect(Set(keys) == [.contentSources, .finderComment, .rating, .userTags])
  }

  private func reading(_ name: String, _ value: String) -> AttributeValue? { reading(name, Array(value.utf8))?.value }

  private func reading(_ name: String, _ value: [UInt8]) -> (key: AttributeKey, value: AttributeValue)? {
    ExtendedAttribute(name: "user." + name)?.reading(of: value)
  }

  @Test(arguments: [
    ("red", ["red"]), ("red,Blue, work ", ["red", "Blue", "work"]), ("red,red,", ["red"]), ("é,日本", ["é", "日本"]), ("red\0", ["red"]),
    ("a\u{1B}b\nc", ["a b c"]),
  ])
  func `tags are separated by commas`(value: String, tags: [String]) {
    #expect(reading("xdg.tags", value) == .array(tags.map { .string($0) }))
  }

  @Test(arguments: [("1", 0.5), ("7", 3.5), ("10", 5)])
  func `a rating counts half stars`(value: String, stars: Double) { #expect(reading("baloo.rating", value) == .number(stars)) }

  @Test(arguments: ["", "0", "11", "-1", "abc", "3.5", "٣", String(repeating: "9", count: 65536)])
  func `any other rating is ignored`(value: String) { #expect(reading("baloo.rating", value) == nil) }

  @Test(arguments: ExtendedAttribute.common)
  func `empty or meaningless values are ignored`(attribute: ExtendedAttribute) {
    for value in [[], [0], [0xFF, 0xFE], Array(" \n\t ".utf8), [0xC3], Array(",,,".utf8) + [0x80]] {
      #expect(attribute.reading(of: value) == nil, "\(value)")
    }
  }

  @Test func `long values are truncated between characters`() throws {
    let comment = try #require(reading("xdg.comment", "x" + String(repeating: "é", count: 32767)))
    #expect(comment == .string("x" + String(repeating: "é", count: (ExtendedAttribute.maximumCommentByteCount - 1) / 2)))
    guard case .array(let tags)? = reading("xdg.tags", (0..<10000).map { "t\($0)" }.joined(separator: ",")) else {
      Issue.record("no tags")
      return
    }
    #expect(tags == (0..<ExtendedAttribute.maximumTagCount).map { .string("t\($0)") })
    #expect(reading("xdg.tags", String(repeating: "a", count: 65536)) == .array([.string(String(repeating: "a", count: 255))]))
    #expect(reading("xdg.origin.url", String(repeating: "u", count: 65536)) == .array([.string(String(repeating: "u", count: 4096))]))
  }

  @Test func `a comment keeps its line breaks`() { #expect(reading("xdg.comment", "one\ntwo\tthree\u{7}\n") == .string("one\ntwo\tthree")) }

  // MARK: Other systems

  /// A binary property list of texts, as macOS writes it.
  private func list(_ texts: [String], isArray: Bool = true) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    if isArray {
      offsets.append(UInt8(bytes.count))
      bytes += [0xA0 | UInt8(texts.count)] + texts.indices.map { UInt8($0 + 1) }
    }
    for text in texts {
      offsets.append(UInt8(bytes.count))
      let units = Array(text.utf16)
      let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
      let mark: UInt8 = isASCII ? 0x50 : 0x60
      bytes += units.count < 15 ? [mark | UInt8(units.count)] : [mark | 15, 0x10, UInt8(units.count)]
      bytes += isASCII ? Array(text.utf8) : units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
    let table = UInt8(bytes.count)
    func long(_ number: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, number] }
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + long(UInt8(offsets.count)) + long(0) + long(table)
  }

  @Test(arguments: [
    "com.apple.metadata:_kMDItemUserTags", "com.apple.metadata:kMDItemUserTags", "DosStream.com.apple.metadata:_kMDItemUserTags:$DATA",
    "DosStream.com.apple.metadata\u{F022}_kMDItemUserTags:$DATA",
  ])
  func `tags of macOS have no colour, wherever they are stored`(name: String) throws {
    for end in [[], [0]] as [[UInt8]] {
      let (key, value) = try #require(reading(name, list(["Red\n6", "Größe", "Red\n6", "a longer name of a tag"]) + end))
      #expect(key == .userTags)
      #expect(value == .array([.string("Red"), .string("Größe"), .string("a longer name of a tag")]))
    }
  }

  @Test func `properties of macOS are attributes of the schema`() throws {
    let address = try #require(reading("com.apple.metadata:kMDItemWhereFroms", list(["https://a.example/", "https://b.example/"])))
    #expect(address == (.contentSources, .array([.string("https://a.example/"), .string("https://b.example/")])))
    let comment = try #require(reading("com.apple.metadata:kMDItemFinderComment", list(["one\ntwo"], isArray: false)))
    #expect(comment == (.finderComment, .string("one\ntwo")))
    #expect(try #require(reading("com.apple.metadata:kMDItemTitle", Array("by hand".utf8))) == (.title, .string("by hand")))
    var date = list([""], isArray: false)
    date.replaceSubrange(8..<9, with: [0x33, 0x41, 0, 0, 0, 0, 0, 0, 0])
    date.replaceSubrange(17..<18, with: [8])
    date[date.count - 1] = 17
    let added = try #require(reading("com.apple.metadata:kMDItemDownloadedDate", date))
    #expect(added == (.downloadedDate, .array([.date(Timestamp(secondsSinceReferenceDate: 131_072))])))
    for name in ["kMDItemFSName", "kMDItemContentType", "kMDItemPath", "title", "kMDLabel_xyz", ""] {
      #expect(reading("com.apple.metadata:" + name, list(["x"])) == nil)
    }
  }

  /// The memory that a list takes is linear in its size, and not in the values that it stands for.
  @Test func `a text that is in an array a thousand times is read up to a limit`() throws {
    let (count, length) = (1000, 1000)
    var bytes = Array("bplist00".utf8) + [0xAF, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)] + [UInt8](repeating: 1, count: count)
    let text = bytes.count
    bytes += [0x5F, 0x11, UInt8(length >> 8), UInt8(length & 0xFF)] + [UInt8](repeating: 0x61, count: length)
    let table = bytes.count
    bytes += [0, 8, UInt8(text >> 8), UInt8(text & 0xFF)] + [UInt8](repeating: 0, count: 6) + [2, 1]
    for number in [2, 0, table] { bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> ((7 - $0) * 8)) } }
    let elements = try #require(BinaryPropertyList.value(in: bytes)).elements
    #expect(elements.count == bytes.count * 64 / length)
    #expect(elements.allSatisfy { $0.text?.utf8.count == length })
  }

  /// Each of its 60,000 elements is the array itself, which stands for more values than any memory holds.
  @Test(.timeLimit(.minutes(1))) func `an array that holds itself is read up to a limit`() {
    let count = 60_000
    var bytes = Array("bplist00".utf8) + [0xAF, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)] + [UInt8](repeating: 0, count: count)
    let table = bytes.count
    bytes += [8] + [UInt8](repeating: 0, count: 6) + [1, 1]
    for number in [1, 0, table] { bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> ((7 - $0) * 8)) } }
    _ = reading("com.apple.metadata:_kMDItemUserTags", bytes)
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max)])
  func `damaged property lists do no harm`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let whole = list(["Red\n6", "Größe", "a longer name of a tag"])
    for count in whole.indices { _ = reading("com.apple.metadata:_kMDItemUserTags", Array(whole.prefix(count))) }
    for _ in 0..<5000 {
      var bytes = whole
      for _ in 0..<4 { bytes[Int.random(in: 8..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator) }
      _ = reading("com.apple.metadata:_kMDItemUserTags", bytes)
    }
  }

  @Test(arguments: ["Zone.Identifier", "DosStream.Zone.Identifier:$DATA"])
  func `Windows notes the addresses of a download`(name: String) {
    let text = "[ZoneTransfer]\r\nZoneId=3\r\nReferrerUrl=https://a.example/\r\nHostUrl=https://a.example/f.zip\r\n\0"
    #expect(reading(name, text) == .array([.string("https://a.example/f.zip"), .string("https://a.example/")]))
    #expect(reading(name, "[ZoneTransfer]\r\nZoneId=3\r\nHostUrl=about:internet\r\n") == nil)
  }

  @Test func `Netatalk and Samba keep comments for Finder`() {
    let comment = Array("to do".utf8)
    let header: [UInt8] = [0, 5, 22, 7, 0, 2, 0, 0] + [UInt8](repeating: 0, count: 16) + [0, 2]
    let entries: [UInt8] = [0, 0, 0, 9, 0, 0, 0, 50, 0, 0, 0, 0] + [0, 0, 0, 4, 0, 0, 0, 50, 0, 0, 0, 5]
    #expect(reading("org.netatalk.Metadata", header + entries + comment)?.value == .string("to do"))
    #expect(reading("org.netatalk.Metadata", Array((header + entries + comment).dropLast(3))) == nil)
  }

  @Test(arguments: [
    ("dublincore.title", "A  film", AttributeKey.title, AttributeValue.string("A  film")),
    ("dublincore.description", "one\ntwo", .contentDescription, .string("one\ntwo")),
    ("dublincore.contributor", "Ada", .contributors, .array([.string("Ada")])),
    ("dublincore.creator", "Ada", .authorNames, .array([.string("Ada")])),
    ("dublincore.subject", "one,two", .keywords, .array([.string("one"), .string("two")])),
    ("dublincore.rights", "free", .rights, .string("free")),
    ("dublincore.language", "deu", .languages, .array([.string("de")])), ("xdg.language", "en", .languages, .array([.string("en")])),
    ("xdg.publisher", "Press", .publishers, .array([.string("Press")])),
    ("xdg.origin.email.subject", "Hello", .contentSources, .array([.string("Hello")])),
  ])
  func `Dublin Core and common attributes are read`(name: String, value: String, key: AttributeKey, expected: AttributeValue) throws {
    #expect(try #require(reading(name, Array(value.utf8))) == (key, expected))
  }

  @Test func `a date is a day`() {
    #expect(reading("dublincore.date", "2021-03-05") == reading("dublincore.date", "20210305"))
    #expect(reading("dublincore.date", "2021-03-05") != nil)
    for text in ["2021", "March", "20211305", "00000101"] { #expect(reading("dublincore.date", text) == nil) }
  }
}
