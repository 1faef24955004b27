// SPDX-License-Identifier: Apache-2.0

/// The attributes of a document, found by an importer or declared by a program.
///
/// Invariants:
/// 1. An attribute occurs at most once; ``known`` is sorted by key, ``custom`` by name.
/// 2. ``AttributeValue/null`` is stored only if it was set explicitly: absent and null are
///   different.
package struct AttributeRecord: Hashable, Sendable {
  /// An attribute of the schema and its value.
  package struct Entry: Hashable, Sendable {
    package var key: AttributeKey
    package var value: AttributeValue
  }

  /// An attribute with a custom key.
  package struct CustomEntry: Hashable, Sendable {
    package var name: String
    /// Whether queries find the value at all, and whether `*` includes it (`CSCustomAttributeKey`).
    package var searchability: Searchability
    package var value: AttributeValue
  }

  package enum Searchability: UInt8, Sendable { case notSearchable = 0, whenNamed = 1, byDefault = 2 }

  package internal(set) var known: [Entry] = []
  package internal(set) var custom: [CustomEntry] = []

  package init() {}

  package var isEmpty: Bool { known.isEmpty && custom.isEmpty }

  /// The value of an attribute; setting `nil` removes it.
  package subscript(key: AttributeKey) -> AttributeValue? {
    get {
      let index = known.firstIndex { $0.key >= key }
      guard let index, known[index].key == key else { return nil }
      return known[index].value
    }
    set {
      let index = known.firstIndex { $0.key >= key } ?? known.endIndex
      let isPresent = index < known.endIndex && known[index].key == key
      switch (isPresent, newValue) {
      case (true, let value?): known[index].value = value
      case (true, nil): known.remove(at: index)
      case (false, let value?): known.insert(Entry(key: key, value: value), at: index)
      case (false, nil): break
      }
    }
  }

  /// The value of a custom key; `nil` if there is none.
  package subscript(custom name: String) -> AttributeValue? {
    custom.first { $0.name == name }?.value
  }

  /// Sets the value of a custom key, or removes it if `value` is `nil`.
  package mutating func setCustom(_ name: String, to value: AttributeValue?, searchability: Searchability = .whenNamed) {
    custom.removeAll { $0.name == name }
    guard let value else { return }
    let index = custom.firstIndex { $0.name > name } ?? custom.endIndex
    custom.insert(CustomEntry(name: name, searchability: searchability, value: value), at: index)
  }

  /// The value of an attribute of the schema or of a custom key.
  package subscript(name: AttributeName) -> AttributeValue? {
    switch name {
    case .known(let key): self[key]
    case .custom(let name): self[custom: name]
    }
  }
}
