// SPDX-License-Identifier: Apache-2.0

import Attributes

extension QueryHint {
  /// Hints for unknown type identifiers.
  ///
  /// - Parameter known: Returns the known type identifiers. Called only if the predicate compares
  ///   with a type.
  /// - Complexity: O(known types) for each type in the predicate, a few tenths of a millisecond.
  package static func unknownTypes(in predicate: Predicate, known: () -> [String]) -> [QueryHint] {
    var comparisons: [Comparison] = []
    predicate.addTypeComparisons(to: &comparisons)
    guard !comparisons.isEmpty else { return [] }
    let known = known()
    return comparisons.prefix(maximumCount).compactMap { comparison in
      guard case .string(let string) = comparison.value, let identifier = string.literal, !known.contains(identifier) else { return nil }
      // The user may have typed only `kind:event`.
      if DocumentKind.types.contains(identifier) { return nil }
      let advice = Spelling.nearestType(to: identifier, among: known).map { "Did you mean \($0)?" } ?? "mdls shows the types of a file."
      return QueryHint(
        "No type is known by the identifier “\(identifier.shortened)”, and no document is of such a type. \(advice)",
        unless: .comparison(Comparison(comparison.attribute, .equal, comparison.value, comparison.modifiers)))
    }
  }
}

extension Spelling {
  /// The known type identifier that a misspelled one probably stands for. `public.pdf` differs from
  /// `com.adobe.pdf` in more letters than from `public.rtf`, so the last component decides first.
  package static func nearestType(to identifier: String, among known: [String]) -> String? {
    func format(_ identifier: String) -> Substring? { identifier.split(separator: ".").last }
    guard let wanted = format(identifier.lowercased()) else { return nil }
    if let same = known.first(where: { format($0) == wanted }) { return same }
    // Identifiers share their beginnings, which must not count as similarity.
    return nearest(to: identifier, among: known.filter { nearest(to: String(wanted), among: [String(format($0) ?? "")]) != nil })
  }
}

extension Predicate {
  /// Collects the comparisons for equality with a type identifier. A value with a slash is a MIME
  /// type and is left out.
  fileprivate func addTypeComparisons(to comparisons: inout [Comparison]) {
    switch self {
    case .and(let operands), .or(let operands): for operand in operands { operand.addTypeComparisons(to: &comparisons) }
    case .not(let operand): operand.addTypeComparisons(to: &comparisons)
    case .comparison(let comparison):
      guard comparison.attribute.isType, comparison.operator == .equal || comparison.operator == .notEqual else { return }
      guard case .string(let string) = comparison.value, string.literal?.contains("/") == false else { return }
      comparisons.append(comparison)
    case .constant, .inRange: return
    }
  }
}

extension AttributeTerm {
  fileprivate var isType: Bool {
    switch self {
    case .named(.known(.contentType), _), .named(.known(.contentTypeTree), _): true
    case .named, .any, .anyIncludingText: false
    }
  }
}
