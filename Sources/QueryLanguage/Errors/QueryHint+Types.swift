// SPDX-License-Identifier: Apache-2.0

import Attributes

extension QueryHint {
  /// Hints for type identifiers that are unknown, or that no document has itself.
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
      guard case .string(let string) = comparison.value, let identifier = string.literal else { return nil }
      let equality = Predicate.comparison(Comparison(comparison.attribute, .equal, comparison.value, comparison.modifiers))
      if comparison.attribute.isOwnType, families.contains(identifier) {
        return QueryHint(
          "Each document has a type that belongs to “\(identifier)”, and not that one. Did you mean kMDItemContentTypeTree == \(identifier)?",
          unless: equality)
      }
      if known.contains(identifier) { return nil }
      // The user may have typed only `kind:event`.
      if DocumentKind.types.contains(identifier) { return nil }
      let advice = Spelling.nearestType(to: identifier, among: known).map { "Did you mean \($0)?" } ?? "mdls shows the types of a file."
      return QueryHint(
        "No type is known by the identifier “\(identifier.shortened)”, and no document is of such a type. \(advice)",
        unless: equality)
    }
  }

  /// Types of which no document is, because it has one of those that belong to them.
  private static let families: Set = [
    "public.archive", "public.audio", "public.audiovisual-content", "public.composite-content", "public.contact", "public.content",
    "public.data", "public.executable", "public.font", "public.image", "public.item", "public.message", "public.movie",
    "public.presentation", "public.script", "public.source-code", "public.spreadsheet", "public.text",
  ]
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
    case .constant, .inRange, .matches: return
    }
  }
}

extension AttributeTerm {
  /// Whether it is the type itself, without those that it belongs to.
  fileprivate var isOwnType: Bool { if case .named(.known(.contentType), _) = self { true } else { false } }

  fileprivate var isType: Bool {
    switch self {
    case .named(.known(.contentType), _), .named(.known(.contentTypeTree), _): true
    case .named, .any, .anyIncludingText: false
    }
  }
}
