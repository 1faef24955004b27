// SPDX-License-Identifier: Apache-2.0

import Attributes
import TextAnalysis

/// Compiles a parsed predicate.
struct Compiler {
  let context: EvaluationContext

  func node(_ predicate: Predicate) -> CompiledPredicate.Node {
    switch predicate {
    case .constant(let value): .constant(value)
    case .not(let operand): node(operand).negated
    case .and(let operands): .conjunction(operands.map(node))
    case .or(let operands): .disjunction(operands.map(node))
    case .comparison(let comparison): node(comparison)
    case .inRange(let range): node(range)
    case .matches(let comparison):
      test(comparison.attribute, .matches(AttributeTest.Interpretations(strings: StringPattern(comparison.expression))))
    }
  }

  /// `!=` is the negation of `==`: it is true if no element is equal, and also if there is no
  /// value. With `NULL`, it tests for presence.
  private func node(_ comparison: Comparison) -> CompiledPredicate.Node {
    let isEquality = comparison.operator == .equal || comparison.operator == .notEqual
    switch comparison.value {
    case .null, .presence:
      guard isEquality else { return .constant(false) }
      let isPresent = test(comparison.attribute, .present)
      return (comparison.value == .null) == (comparison.operator == .equal) ? isPresent.negated : isPresent
    case .string, .number, .time:
      let readings =
        switch comparison.operator {
        case .equal, .notEqual: equality(comparison)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: ordering(comparison)
        }
      let matches = CompiledPredicate.Node.disjunction([test(comparison.attribute, .matches(readings))] + alternatives(comparison))
      return comparison.operator == .notEqual ? matches.negated : matches
    }
  }

  /// What else is equal to a value: names that programs write in two ways.
  private func alternatives(_ comparison: Comparison) -> [CompiledPredicate.Node] {
    guard case .named(.known(let key), _) = comparison.attribute, case .string(let string) = comparison.value,
      comparison.operator == .equal || comparison.operator == .notEqual, let literal = string.literal
    else { return [] }
    let other: String
    switch key {
    // On a Mac, a file named .tar.gz has the type of its compression.
    case .contentType where literal.lowercased() == "org.gnu.gnu-zip-archive": other = "org.gnu.gnu-zip-tar-archive"
    // The identifiers of messages stand in angle brackets.
    case .identifier where literal.hasPrefix("<") && literal.hasSuffix(">") && literal.count > 2:
      other = String(literal.dropFirst().dropLast())
    case .identifier where literal.contains("@"): other = "<\(literal)>"
    case .codecs:
      guard let name = Self.codecs[literal.lowercased()] else { return [] }
      other = name
    default: return []
    }
    return [test(comparison.attribute, .matches(patterns(WildcardString(literal: other), comparison)))]
  }

  /// The names that importers write of codecs, by other names.
  private static let codecs = [
    "h264": "H.264", "x264": "H.264", "avc": "H.264", "avc1": "H.264", "h265": "HEVC", "h.265": "HEVC", "x265": "HEVC", "hvc1": "HEVC",
    "mpeg1": "MPEG-1", "mpeg2": "MPEG-2", "mpeg4": "MPEG-4", "mp4v": "MPEG-4", "ac3": "AC-3", "eac3": "E-AC-3",
  ]

  private func node(_ range: RangeComparison) -> CompiledPredicate.Node {
    var readings = AttributeTest.Interpretations()
    if case .number(let lower) = range.lower, case .number(let upper) = range.upper {
      readings.numbers = Self.closed(lower.value, upper.value)
      readings.booleans = readings.numbers
    }
    readings.dates = Self.closed(period(range.lower).lowerBound, period(range.upper).upperBound)
    return test(range.attribute, .matches(readings))
  }

  private func test(_ attribute: AttributeTerm, _ condition: AttributeTest.Condition) -> CompiledPredicate.Node {
    if case .matches(let readings) = condition, readings.isEmpty { return .constant(false) }
    switch attribute {
    case .any: return .test(AttributeTest(.anything(includingText: false), condition))
    case .anyIncludingText: return .test(AttributeTest(.anything(includingText: true), condition))
    case .named(.known(.textContent), _): return .test(AttributeTest(.text, condition))
    case .named(.known(.groupId), _): return KindGroup.node(condition)
    case .named(let name, _):
      let named = CompiledPredicate.Node.test(AttributeTest(.attribute(name), condition))
      if case .known(let key) = name, let written = key.cameraForm {
        return .disjunction([named, .test(AttributeTest(.attribute(.custom(written)), condition))])
      }
      // A content type is compared by its identifier and by its MIME type.
      guard name == .known(.contentType), case .matches(let readings) = condition, readings.strings != nil else { return named }
      return .any([named, .test(AttributeTest(.attribute(.known(.mimeType)), condition))])
    }
  }

  // MARK: Readings

  private func equality(_ comparison: Comparison) -> AttributeTest.Interpretations {
    var readings = AttributeTest.Interpretations()
    switch comparison.value {
    case .string(let string):
      readings = patterns(string, comparison)
      guard let text = string.literal else { break }
      if let number = NumberLiteral(text) {
        readings.addNumber(number.value)
      } else if let word = Comparison.boolean(text) {
        readings.booleans = word...word
        // Some importers write 0 and 1 as integers.
        if case .named(.known(let key), _) = comparison.attribute, key.definition.type == .boolean { readings.numbers = word...word }
      } else if let time = TimeExpression(text) {
        readings.dates = Self.halfOpen(time.moment(in: context).period)
      } else if let quantity = ValueDomain(comparison.attribute).quantity(text) {
        readings.numbers = quantity.value - quantity.tolerance...quantity.value + quantity.tolerance
      } else if let date = ValueDomain(comparison.attribute).date(text) {
        readings.dates = Self.halfOpen(date.period.range(in: context))
      }
    case .number(let number):
      readings = patterns(WildcardString(literal: number.spelling), comparison)
      readings.addNumber(number.value)
    case .time(let time):
      readings.dates = Self.halfOpen(time.moment(in: context).period)
    case .null, .presence: break
    }
    return readings
  }

  private func patterns(_ string: WildcardString, _ comparison: Comparison) -> AttributeTest.Interpretations {
    let folding = Folding(
      case: comparison.modifiers.contains(.ignoringCase), diacritics: comparison.modifiers.contains(.ignoringDiacritics))
    let isText = comparison.attribute == .anyIncludingText || comparison.attribute.isTextContent
    let words = comparison.modifiers.contains(.words) || comparison.modifiers.contains(.tokens)
    let isShell = comparison.modifiers.contains(.shell)
    let isPath = comparison.modifiers.contains(.path)
    let isName =
      switch comparison.attribute {
      case .named(.known(let key), _): [.fsName, .displayName, .displayNameWithExtensions].contains(key) && string.parts.count > 2
      default: false
      }
    let strings =
      if let slop = comparison.slop {
        StringPattern(wordsOf: string.parts, folding: folding, slop: slop)
      } else if isShell {
        StringPattern(shell: string.parts, folding: folding, isPath: isPath)
      } else {
        StringPattern(parts: string.parts, folding: folding, wholeWords: words, isPath: isPath, isName: isName)
      }
    return AttributeTest.Interpretations(
      strings: comparison.attribute.isTextContent ? nil : strings,
      text: isText ? TextPattern(parts: string.parts, folding: folding, slop: comparison.slop) : nil)
  }

  /// Ordering operators compare numbers with numbers, and dates with times and with seconds since
  /// 2001.
  private func ordering(_ comparison: Comparison) -> AttributeTest.Interpretations {
    var readings = AttributeTest.Interpretations()
    let bound: RangeComparison.Bound? =
      switch comparison.value {
      case .number(let number): .number(number)
      case .time(let time): .time(time)
      case .string(let string): string.literal.flatMap { RangeComparison.Bound(quoted: $0, for: ValueDomain(comparison.attribute)) }
      case .null, .presence: nil
      }
    guard let bound else { return readings }
    readings.dates = Self.range(comparison.operator, period(bound))
    if case .number = bound {
      readings.numbers = readings.dates
      readings.booleans = readings.dates
    }
    return readings
  }

  /// The period that a bound covers: one moment, or the whole day, month or other period of a date.
  private func period(_ bound: RangeComparison.Bound) -> ClosedRange<Double> {
    switch bound {
    case .number(let number): return number.value...number.value
    case .time(let time):
      let instant = time.moment(in: context).instant
      return instant...instant
    case .date(let date):
      let range = date.period.range(in: context)
      return range.lowerBound...max(range.lowerBound, range.upperBound.nextDown)
    }
  }

  private static func range(_ operator: Comparison.Operator, _ bound: ClosedRange<Double>) -> ClosedRange<Double>? {
    switch `operator` {
    case .less: bound.lowerBound == -.infinity ? nil : -.infinity...bound.lowerBound.nextDown
    case .lessOrEqual: -.infinity...bound.upperBound
    case .greater: bound.upperBound == .infinity ? nil : bound.upperBound.nextUp...(.infinity)
    case .greaterOrEqual: bound.lowerBound...(.infinity)
    case .equal, .notEqual: bound
    }
  }

  private static func halfOpen(_ range: Range<Double>) -> ClosedRange<Double>? { closed(range.lowerBound, range.upperBound.nextDown) }

  private static func closed(_ lower: Double, _ upper: Double) -> ClosedRange<Double>? { lower <= upper ? lower...upper : nil }
}

extension AttributeTest.Interpretations {
  /// Adds a number. It also stands for a Boolean, and for a date in seconds since 2001.
  fileprivate mutating func addNumber(_ number: Double) {
    numbers = number...number
    booleans = numbers
    dates = numbers
  }
}
