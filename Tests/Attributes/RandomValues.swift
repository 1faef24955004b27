// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Attributes

/// Random values and records, reproducible by seed.
struct RandomValues {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  mutating func number(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func string() -> String {
    let letters: [Character] = ["a", "Z", "é", "ß", "漢", "🎵", " ", "\u{0}", "\"", "e\u{301}"]
    return String((0..<number(below: 12)).map { _ in letters[number(below: letters.count)] })
  }

  mutating func value(depth: Int = 0) -> AttributeValue {
    switch number(below: depth < 3 ? 10 : 8) {
    case 0: .string(string())
    case 1: .integer(Int64(bitPattern: next() >> UInt64(number(below: 64))))
    case 2: .number(Double(Int64(bitPattern: next())) / 1024)
    case 3: .boolean(next() & 1 == 0)
    case 4: .date(Timestamp(secondsSinceReferenceDate: Double(number(below: 2_000_000_000)) - 1e9))
    case 5: .data((0..<number(below: 20)).map { _ in UInt8(truncatingIfNeeded: next()) })
    case 6: .person(person())
    case 7: .null
    case 8: .array((0..<number(below: 5)).map { _ in value(depth: depth + 1) })
    default: .dictionary([string(): value(depth: depth + 1), "key": value(depth: depth + 1)])
    }
  }

  mutating func person() -> Person {
    Person(
      displayName: next() & 1 == 0 ? string() : nil, handles: (0..<number(below: 3)).map { _ in string() }, handleIdentifier: string(),
      contactIdentifier: next() & 1 == 0 ? string() : nil)
  }

  mutating func record() -> AttributeRecord {
    var record = AttributeRecord()
    for _ in 0..<number(below: 12) { record[AttributeKey.all[number(below: AttributeDefinition.all.count)]] = value() }
    for _ in 0..<number(below: 3) { record.setCustom("com_example_\(string())", to: value(), searchability: .byDefault) }
    return record
  }
}
