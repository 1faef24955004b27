// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage

extension Query {
  /// The texts of the query that a matching name may contain, for highlighting.
  var namedTexts: [String] {
    var texts: [String] = []
    predicate.addNamedTexts(to: &texts)
    return texts
  }
}

extension Predicate {
  fileprivate func addNamedTexts(to texts: inout [String]) {
    switch self {
    case .and(let operands), .or(let operands): for operand in operands { operand.addNamedTexts(to: &texts) }
    case .comparison(let comparison):
      guard comparison.operator == .equal, comparison.attribute.mayBeName, case .string(let string) = comparison.value else { return }
      for part in string.parts where !part.isEmpty && !texts.contains(part) { texts.append(part) }
    // A text that must not match is not highlighted.
    case .constant, .not, .inRange, .matches: return
    }
  }
}

extension AttributeTerm {
  fileprivate var mayBeName: Bool {
    switch self {
    case .any, .anyIncludingText: true
    case .named(let name, _): [.known(.fsName), .known(.displayName), .known(.displayNameWithExtensions)].contains(name)
    }
  }
}
