// SPDX-License-Identifier: Apache-2.0

import Attributes
import IndexStore
import Testing

@testable import SystemSearch

/// The messages between `mdqueryd` and its callers, whom it does not trust.
struct SystemMessageTests {
  private static let queries: [SystemQuery] = {
    var first = SystemQuery(.predicate("kMDItemFSName == \"*.md\"c"))
    first.folders = [Array("/srv/a".utf8), [0x2F, 0xFF]]
    first.order = SearchOrder(attribute: .known(.fileSize), isDescending: true)
    (first.limit, first.synchronizationTime) = (7, 5)
    first.attributes = .named([.known(.title), .custom("com_example_key")])
    first.calendar = CallerCalendar { ["TZ": "Europe/Berlin", "LANG": "de_DE.UTF-8"][$0] }
    var second = SystemQuery(.words("annual report", predicate: "true"))
    second.wantsPassages = true
    var third = SystemQuery(.file(Array("/srv/a".utf8)))
    third.attributes = .shown
    return [first, second, third]
  }()

  private static let answers: [SystemAnswer] = [
    .folders([.indexed, .unknown, .unmounted]), .failure("no"), .end(notices: ["one", "two"], isCurrent: false),
    .hits([
      SystemHit(path: Array("/srv/a".utf8), kind: .regular, mode: 0o644, values: [.string("é"), .null, .array([.integer(5)])]),
      SystemHit(
        path: [0x2F, 0xFF], kind: .directory, mode: 0o755, values: [.date(Timestamp(secondsSinceReferenceDate: 1))],
        names: [.known(.title)],
        passage: Passage(text: "a passage", matches: [2..<9]), isPartial: true),
    ]),
  ]

  @Test func `every message is read as it was written`() throws {
    for query in Self.queries {
      let bytes = query.encoded()
      #expect(try SystemQuery(decoding: bytes.span) == query)
    }
    for answer in Self.answers {
      let bytes = answer.encoded()
      #expect(try SystemAnswer(decoding: bytes.span) == answer)
    }
  }

  @Test func `no beginning of a message is a message, and no changed byte does harm`() throws {
    for query in Self.queries { expectCaution(with: query.encoded()) { _ = try SystemQuery(decoding: $0.span) } }
    for answer in Self.answers { expectCaution(with: answer.encoded()) { _ = try SystemAnswer(decoding: $0.span) } }
  }

  private func expectCaution(with bytes: [UInt8], _ decode: ([UInt8]) throws -> Void) {
    for count in bytes.indices { #expect(throws: DecodingError.self) { try decode(Array(bytes[..<count])) } }
    for index in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = bytes
        changed[index] = value
        // It may be another message.
        try? decode(changed)
      }
    }
  }

  @Test(arguments: [
    ("Europe/Berlin", true), ("CET-1CEST,M3.5.0,M10.5.0/3", true), ("<+03>-3", true), ("de_DE.UTF-8@euro", true), ("/etc/shadow", false),
    (":/etc/localtime", false), ("../../etc/shadow", false), ("a b", false), ("a\u{0}b", false), ("é", false),
    (String(repeating: "a", count: 129), false),
  ])
  func `only plain names of calendars reach the service`(value: String, isPlain: Bool) {
    let calendar = CallerCalendar { $0 == "TZ" ? value : nil }
    #expect(calendar.values["TZ"] == (isPlain ? value : nil))
    #expect(calendar.rejected == (isPlain ? [] : ["TZ"]))
  }

  @Test func `a question with a calendar that no caller can make is refused`() throws {
    var bytes = Self.queries[0].encoded()
    // The zone stands at the end of the message.
    let zone = Array("Europe/Berlin".utf8)
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: zone) })
    bytes[start] = UInt8(ascii: "/")
    #expect(throws: DecodingError.self) { try SystemQuery(decoding: bytes.span) }
  }
}
