// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Attributes

struct RecordLimitsTests {
  @Test func `an ordinary record stays as it is`() {
    var record = AttributeRecord()
    record[.title] = .string("Title")
    record[.authorNames] = .array([.string("A"), .string("B")])
    record[.pixelWidth] = .number(640)
    record[.displayName] = .dictionary(["": .string("Picture"), "de": .string("Bild")])
    record.setCustom("own", to: .array([.integer(1), .string("two")]))
    let before = record
    #expect(record.restrict(to: RecordLimits()) == [])
    #expect(record == before)
  }

  @Test func `strings are cut between characters`() {
    var limits = RecordLimits()
    limits.valueByteCount = 4
    var record = AttributeRecord()
    record[.title] = .string("Größe")
    record[.keywords] = .array([.string("ab"), .string("日本")])
    let losses = record.restrict(to: limits)
    #expect(record[.title] == .string("Grö"))
    #expect(record[.keywords] == .array([.string("ab"), .string("日")]))
    #expect(Set(losses.map(\.reason)) == [.cut(byteCount: 7), .cut(byteCount: 6)])
  }

  @Test(arguments: [
    (AttributeKey.title, AttributeValue.integer(1)), (.title, .array([.string("x")])),
    (.authorNames, .array([.string("x"), .date(.init(secondsSinceReferenceDate: 0))])),
    (.pixelWidth, .string("640")), (.contentCreationDate, .number(1)), (.title, .dictionary(["": .integer(1)])),
    (.duration, .number(.nan)),
    (.contentCreationDate, .date(.init(secondsSinceReferenceDate: .infinity))),
    (.contentCreationDate, .date(.init(secondsSinceReferenceDate: -1e13))),
  ])
  func `a value that the schema does not permit is left out`(key: AttributeKey, value: AttributeValue) {
    var record = AttributeRecord()
    record[key] = value
    record[.comment] = .string("kept")
    #expect(record.restrict(to: RecordLimits()) == [RecordLoss(attribute: .known(key), reason: .invalid)])
    #expect(record[key] == nil && record[.comment] == .string("kept"))
  }

  @Test func `what exceeds the numbers of values and of custom attributes is left out`() {
    var limits = RecordLimits()
    limits.valueCount = 5
    limits.customCount = 2
    var record = AttributeRecord()
    record[.keywords] = .array([.string("a"), .string("b")])
    for name in ["k1", "k2", "k3"] { record.setCustom(name, to: .integer(1)) }
    #expect(record.restrict(to: limits) == [RecordLoss(attribute: .custom("k3"), reason: .tooMuch)])
    limits.valueCount = 2
    #expect(record.restrict(to: limits).count == 3)
    #expect(record.isEmpty)
  }

  @Test func `random records keep their valid attributes, and are then within the limits`() {
    var values = RandomValues(seed: 17)
    for _ in 0..<500 {
      var record = values.record()
      let losses = record.restrict(to: RecordLimits())
      var again = record
      #expect(again.restrict(to: RecordLimits()) == [])
      #expect(again == record)
      #expect(losses.allSatisfy { record[$0.attribute] == nil })
    }
  }
}
