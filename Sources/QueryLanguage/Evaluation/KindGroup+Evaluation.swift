// SPDX-License-Identifier: Apache-2.0

import Attributes
import TextAnalysis

extension KindGroup {
  /// The condition for documents in a group whose number satisfies `condition`.
  static func node(_ condition: AttributeTest.Condition) -> CompiledPredicate.Node {
    let accepted = allCases.filter { condition.holds(for: .integer(Int64($0.rawValue))) }
    let types = accepted.flatMap(\.types)
    return .disjunction(
      types.map { type in
        let pattern = StringPattern(parts: [type], folding: [], wholeWords: false)
        return .test(AttributeTest(.attribute(.known(.contentTypeTree)), .matches(AttributeTest.Interpretations(strings: pattern))))
      })
  }
}
