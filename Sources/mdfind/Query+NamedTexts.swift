import Attributes
import QueryLanguage

extension Query {
  /// Texts that a matching file's name may contain because of the query: what is worth marking in it.
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
    // What must not be there is not marked.
    case .constant, .not, .inRange: return
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
