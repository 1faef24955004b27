// SPDX-License-Identifier: Apache-2.0

/// A condition on a document, as a tree.
///
/// Parentheses become nesting. `a && b && c` is one list, so that long chains make flat trees.
package indirect enum Predicate: Hashable, Sendable {
  case constant(Bool)
  case not(Predicate)
  /// At least two predicates, all of which must hold.
  case and([Predicate])
  /// At least two predicates, one of which must hold.
  case or([Predicate])
  case comparison(Comparison)
  case inRange(RangeComparison)
  case matches(ExpressionComparison)

  /// The conjunction of `predicates`: the predicate itself if there is one, true if there is none.
  package static func all(_ predicates: [Predicate]) -> Predicate {
    predicates.count == 1 ? predicates[0] : predicates.isEmpty ? .constant(true) : .and(predicates)
  }

  /// The disjunction of `predicates`: the predicate itself if there is one, false if there is none.
  package static func any(_ predicates: [Predicate]) -> Predicate {
    predicates.count == 1 ? predicates[0] : predicates.isEmpty ? .constant(false) : .or(predicates)
  }
}

extension Predicate: CustomStringConvertible {
  package var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .constant(let value): text += value ? "true" : "false"
    case .comparison(let comparison): text += comparison.description
    case .inRange(let range): text += range.description
    case .matches(let comparison): text += comparison.description
    case .not(let operand):
      text += "!"
      operand.write(to: &text, parenthesized: operand.needsParenthesesUnderNot)
    case .and(let operands):
      for (index, operand) in operands.enumerated() {
        if index > 0 { text += " && " }
        operand.write(to: &text, parenthesized: operand.isList)
      }
    case .or(let operands):
      for (index, operand) in operands.enumerated() {
        if index > 0 { text += " || " }
        if case .or = operand {
          operand.write(to: &text, parenthesized: true)
        } else {
          operand.write(to: &text)
        }
      }
    }
  }

  private func write(to text: inout String, parenthesized: Bool) {
    if parenthesized { text += "(" }
    write(to: &text)
    if parenthesized { text += ")" }
  }

  private var isList: Bool {
    switch self {
    case .and, .or: true
    default: false
    }
  }

  /// `!a == 1` is valid, but `!(a == 1)` is easier to read.
  private var needsParenthesesUnderNot: Bool {
    switch self {
    case .and, .or, .comparison: true
    case .constant, .not, .inRange, .matches: false
    }
  }
}
