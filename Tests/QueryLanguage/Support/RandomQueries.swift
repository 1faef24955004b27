// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Attributes
import QueryLanguage
import TextAnalysis

/// Random predicates and bytes, reproducible by seed.
struct RandomQueries {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  mutating func number(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func element<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

  mutating func predicate(depth: Int = 0) -> Predicate {
    switch number(below: depth < 5 ? 9 : 5) {
    case 0: .constant(number(below: 2) == 0)
    case 1: .inRange(number(below: 3) == 0 ? dates() : RangeComparison(attribute(), bound(), bound()))
    case 2: .matches(expression())
    case 3, 4: .comparison(comparison())
    case 5: .not(predicate(depth: depth + 1))
    case 6, 7: .and((0..<(2 + number(below: 3))).map { _ in predicate(depth: depth + 1) })
    default: .or((0..<(2 + number(below: 3))).map { _ in predicate(depth: depth + 1) })
    }
  }

  private mutating func comparison() -> Comparison {
    Comparison(
      attribute(), element(of: Comparison.Operator.allCases), value(), Modifiers(rawValue: UInt8(number(below: 64))),
      slop: number(below: 4) == 0 ? element(of: [0, 1, 10, Comparison.maximumSlop]) : nil)
  }

  private mutating func expression() -> ExpressionComparison {
    let pattern = (0..<number(below: 5)).map { _ in element(of: ["a", "é", "\\d", "\\\\", "'", "\"", "*+", "x**", "(", ")", "[]\"]", "."]) }
      .joined()
    let attribute = element(of: [AttributeTerm("*"), AttributeTerm("title"), AttributeTerm("a")])
    guard let expression = try? RegularExpression(pattern, ignoringCase: number(below: 2) == 0) else { return self.expression() }
    return ExpressionComparison(attribute, expression)
  }

  private mutating func attribute() -> AttributeTerm {
    AttributeTerm(
      element(of: [
        "*", "**", "title", "kMDItemFSSize", "kMDItemFSContentChangeDate", "_kMDItemGroupId", "com_example.key:x-1", "InRange", "true",
        "NOT", "a",
      ]))
  }

  private mutating func value() -> Value {
    switch number(below: 9) {
    case 0: .null
    case 1: .presence
    case 2: .number(numberLiteral())
    case 3: .time(time())
    case 4:
      .string(WildcardString(literal: element(of: ["10MB", "1.5 KiB", "3:30", "1e308TB", "2024-01-31", "2024-02", "2024-01-31T12:00Z"])))
    default: .string(WildcardString(parts: (0..<(1 + number(below: 4))).map { _ in string() }))
    }
  }

  private mutating func bound() -> RangeComparison.Bound { number(below: 2) == 0 ? .number(numberLiteral()) : .time(time()) }

  /// A range of dates. One of its bounds may be a date literal.
  private mutating func dates() -> RangeComparison {
    let date = DateLiteral(element(of: ["2024-01-31", "2024-02", "2024-01-31T12:00Z"])).map { RangeComparison.Bound.date($0) }
    return RangeComparison(AttributeTerm("kMDItemFSContentChangeDate"), date ?? bound(), bound())
  }

  private mutating func numberLiteral() -> NumberLiteral {
    NumberLiteral(element(of: ["0", "-1.50", "+3", "1e8", "1E-3", "1e999", "00012", "-0"])) ?? NumberLiteral(number(below: 1000))
  }

  private mutating func time() -> TimeExpression {
    let offset = number(below: 2001) - 1000
    switch number(below: 4) {
    case 0: return .now(seconds: offset)
    case 1: return .period(element(of: TimeExpression.Unit.allCases), offset: offset, days: 0)
    case 2: return .period(element(of: [.week, .month, .year]), offset: number(below: 3) - 1, days: offset)
    default:
      let civil = CivilTime(secondsSince1970AsUTC: Int(next() % 10_000_000_000))
      return .absolute(
        ISODate(civil, nanoseconds: element(of: [0, 250_000_000, 1]), zoneOffset: element(of: [nil, 0, 3_600, -12_600, 50_400])))
    }
  }

  mutating func string() -> String {
    let letters: [String] = [
      "a", "Z", "é", "ß", "漢", "🎵", " ", "\"", "'", "\\", "*", "\n", "\u{301}", "“", "(", "&", "?", "[", "]", "NULL", "$time.now", "\0",
    ]
    return (0..<number(below: 6)).map { _ in element(of: letters) }.joined()
  }

  /// Pieces of queries and other bytes, in random order.
  mutating func noise() -> String {
    let pieces = [
      "kMDItemFSName", "a", "*", "**", "==", "=", "!=", "<", ">=", "!", "(", ")", "&&", "||", "&", "|", "\"", "'", "\\", "$time.", "$time",
      "today",
      "iso(", "now(-1)", "InRange(", ",", "1", "-2.5e3", "cdw", "[c]", "AND", "LIKE", "NOT", "“", "”", "true", "NULL", " ", "\n", "\t", "é",
      "漢", "\0",
      "2025-01-01", ".today", "kMDItemFSSize", "kind:", "size:>", "created:", "10MB", "1/2/25-3/4/25", "-", "OR", ":", "..", "this week",
      "\u{FEFF}", "🏳️‍🌈",
    ]
    return (0..<number(below: 24)).map { _ in element(of: pieces) }.joined(separator: number(below: 2) == 0 ? "" : " ")
  }

  /// A query with a few bytes removed, repeated or replaced.
  mutating func mangled() -> String {
    var bytes = Array(predicate(depth: 3).description.utf8)
    for _ in 0..<number(below: 3) where !bytes.isEmpty {
      let start = number(below: bytes.count)
      let range = start..<min(bytes.count, start + number(below: 4))
      switch number(below: 3) {
      case 0: bytes.removeSubrange(range)
      case 1: bytes.insert(contentsOf: bytes[range], at: start)
      default: bytes[start] = UInt8(truncatingIfNeeded: next() & 0x7F)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func bytes() -> String {
    String(decoding: (0..<number(below: 40)).map { _ in UInt8(truncatingIfNeeded: next()) }, as: UTF8.self)
  }
}
