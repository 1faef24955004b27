// SPDX-License-Identifier: Apache-2.0

/// `attribute operator value modifiers`, and a distance: `textContent == "annual report"cd~10`.
package struct Comparison: Hashable, Sendable {
  package enum Operator: String, Hashable, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  package var attribute: AttributeTerm
  package var `operator`: Operator
  package var value: Value
  package var modifiers: Modifiers
  /// How many other words may stand among the words of the value, which then can have any order; `nil` if they must be as
  /// in the value. An extension of Apple's language, as in Lucene.
  package var slop: Int?

  /// The largest ``slop``. No text has as many words.
  package static let maximumSlop = 1 << 31

  /// Creates a comparison. Only text has a distance. Text that consists of a star becomes ``Value/presence``, as in parsing.
  package init(_ attribute: AttributeTerm, _ operator: Operator, _ value: Value, _ modifiers: Modifiers = [], slop: Int? = nil) {
    self.attribute = attribute
    self.operator = `operator`
    if case .string(let string) = value, string.matchesEverything { self.value = .presence } else { self.value = value }
    self.modifiers = modifiers
    self.slop = if case .string = self.value { slop } else { nil }
  }
}

extension Comparison {
  /// The distance that a text begins with, and the number of its digits; `nil` if it begins with no digit.
  static func slop(_ text: ArraySlice<UInt8>) -> (slop: Int, length: Int)? {
    let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard !digits.isEmpty else { return nil }
    return (digits.reduce(0) { min(10 * $0 + Int($1 - UInt8(ascii: "0")), maximumSlop) }, digits.count)
  }

  /// 1 or 0 for a word that stands for a Boolean.
  static func boolean(_ word: String) -> Double? {
    switch word.lowercased() {
    case "true", "yes": 1
    case "false", "no": 0
    default: nil
    }
  }
}

extension Comparison: CustomStringConvertible {
  package var description: String {
    // Modifiers can directly follow only a closing quote. After anything else, they would be part
    // of the value.
    let gap =
      switch value {
      case .string: ""
      default: modifiers.isEmpty && slop == nil ? "" : " "
      }
    return "\(attribute) \(`operator`.rawValue) \(value)\(gap)\(modifiers)\(slop.map { "~\($0)" } ?? "")"
  }
}
