// SPDX-License-Identifier: Apache-2.0

/// An attribute of the schema, identified by a small number in records and on disk.
package struct AttributeKey: Hashable, Comparable, Sendable {
  /// The index in ``AttributeDefinition/all``; it never changes, because rows are only added at the
  /// end.
  package let rawValue: UInt16

  init(_ rawValue: UInt16) { self.rawValue = rawValue }

  /// The attribute with this number; `nil` if the schema has none.
  package init?(rawValue: UInt16) {
    guard rawValue < AttributeDefinition.all.count else { return nil }
    self.rawValue = rawValue
  }

  /// The attribute with either kind of name: `title` or `kMDItemTitle`.
  ///
  /// Names are case-sensitive, as in Apple's implementation. However, CoreSpotlight's names also
  /// match with different case, because Swift and Objective-C spell acronyms differently
  /// (`htmlContentData`, `HTMLContentData`).
  ///
  /// - Returns: `nil` if the schema has no such attribute; the name may then be a custom key.
  /// - Complexity: O(schema), about a microsecond. Building a hash table would take longer than all
  ///   lookups of a tool.
  package init?(named name: String) {
    let spelling = name.utf8Span
    let definitions = AttributeDefinition.all
    let row = definitions.firstIndex { $0.isNamed(exactly: spelling) } ?? definitions.firstIndex { $0.isNamed(ignoringCase: spelling) }
    guard let row else { return nil }
    self.init(UInt16(row))
  }

  /// Every key of the schema, in the order of their numbers.
  package static var all: [AttributeKey] { (0..<UInt16(AttributeDefinition.all.count)).map { AttributeKey($0) } }

  package var definition: AttributeDefinition { AttributeDefinition.all[Int(rawValue)] }

  package static func < (left: AttributeKey, right: AttributeKey) -> Bool { left.rawValue < right.rawValue }
}

extension AttributeKey: CustomStringConvertible {
  package var description: String { definition.displayName }
}
