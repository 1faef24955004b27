// SPDX-License-Identifier: Apache-2.0

/// `attribute operator value modifiers`.
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

  /// Creates a comparison. Text that consists of a star becomes ``Value/presence``, as in parsing.
  package init(_ attribute: AttributeTerm, _ operator: Operator, _ value: Value, _ modifiers: Modifiers = []) {
    self.attribute = attribute
    self.operator = `operator`
    if case .string(let string) = value, string.matchesEverything { self.value = .presence } else { self.value = value }
    self.modifiers = modifiers
  }
}

extension Comparison {
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
      default: modifiers.isEmpty ? "" : " "
      }
    return "\(attribute) \(`operator`.rawValue) \(value)\(gap)\(modifiers)"
  }
}
