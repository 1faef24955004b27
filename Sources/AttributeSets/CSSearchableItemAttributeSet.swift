// SPDX-License-Identifier: Apache-2.0

package import Attributes
public import Foundation
public import UniformTypeIdentifiers

/// The attributes of a document: its title, its authors, its dimensions, and about two hundred
/// others.
///
/// An importer fills in an attribute set for a file, and a program for each item that it adds to
/// its index. Two threads must not change an attribute set at the same time.
///
/// A property is `nil` if the attribute is absent or unknown; setting `nil` removes the attribute. An
/// update (`isUpdate`) also removes it from the item in the index.
/// No property checks the range of its value.
///
/// A search of all attributes (`*`) includes texts such as the title and the authors. Numbers,
/// dates and most identifiers are found only by a query that names the attribute.
///
/// Searchlight's own importers do not set every attribute. `mdimport -A` lists all attributes, and
/// says which ones nothing records.
open class CSSearchableItemAttributeSet: NSObject, NSCopying, NSSecureCoding {
  /// The stored form of the attributes.
  package final var record = AttributeRecord()

  /// Attributes that were set to `nil`, with the value `null`. An update of an item removes them.
  package final var removals = AttributeRecord()

  /// Creates an empty attribute set.
  public override init() {}

  /// Creates an attribute set for an item with a content type.
  public convenience init(contentType: UTType) { self.init(itemContentType: contentType.identifier) }

  /// Creates an attribute set for an item with a content type, given by its identifier
  /// (`public.plain-text`). The types it conforms to are set as well.
  public init(itemContentType: String) {
    super.init()
    contentType = itemContentType
  }

  /// Creates an attribute set with the attributes of a stored document.
  package init(_ record: AttributeRecord) { self.record = record }

  // MARK: Copying and archiving

  /// An independent attribute set with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CSSearchableItemAttributeSet(record)
    copy.removals = removals
    return copy
  }

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Archives every attribute, and which ones were removed.
  open func encode(with coder: NSCoder) {
    coder.encode(Data(record.encoded()) as NSData, forKey: "record")
    if !removals.isEmpty { coder.encode(Data(removals.encoded()) as NSData, forKey: "removals") }
  }

  /// Restores an archived attribute set; `nil` if the archive is damaged or was written by a later
  /// version.
  public required init?(coder: NSCoder) {
    guard let data = coder.decodeObject(of: NSData.self, forKey: "record"),
      let record = try? AttributeRecord(decoding: [UInt8](data as Data).span)
    else { return nil }
    self.record = record
    // Earlier versions archive no removals. Decoding a missing value makes the whole archive invalid.
    guard coder.containsValue(forKey: "removals") else { return }
    guard let data = coder.decodeObject(of: NSData.self, forKey: "removals"),
      let removals = try? AttributeRecord(decoding: [UInt8](data as Data).span)
    else { return nil }
    self.removals = removals
  }

  // MARK: Description

  /// The names and values of the attributes for a log or a debugger, with long texts and lists
  /// shortened. Data is described by its size.
  open override var description: String { "CSSearchableItemAttributeSet(\(summary))" }

  // MARK: Access by key

  /// The value of an attribute as a property type; `nil` if it is absent or has another type.
  /// Setting `nil` removes it.
  ///
  /// For some attributes, such as `downloadedDate`, Apple's two interfaces disagree on whether they
  /// have one value or several. These are stored as several values, and this property is the first
  /// one.
  package final subscript<Value: AttributeRepresentable>(key: AttributeKey) -> Value? {
    get {
      switch record[key] {
      case nil: nil
      case .array(let elements)?: elements.first.flatMap { Value($0) }
      case let value?: Value(value)
      }
    }
    set {
      let definition = key.definition
      let value = newValue?.attributeValue(as: definition.type)
      set(definition.multiplicity == .many ? value.map { .array([$0]) } : value, for: key)
    }
  }

  /// As the subscript for single values, for arrays. A single value counts as an array of one.
  package final subscript<Element: AttributeRepresentable>(key: AttributeKey) -> [Element]? {
    get {
      guard let stored = record[key]?.elements else { return nil }
      let elements = stored.compactMap { Element($0) }
      return elements.count == stored.count ? elements : nil
    }
    set {
      let type = key.definition.type
      set(newValue.map { .array($0.map { $0.attributeValue(as: type) }) }, for: key)
    }
  }

  /// As the subscript for single values, for numbers.
  package final subscript(key: AttributeKey) -> NSNumber? {
    get { record[key]?.number }
    set { set(newValue.map { AttributeValue($0, as: key.definition.type) }, for: key) }
  }

  final func set(_ value: AttributeValue?, for key: AttributeKey) {
    record[key] = value
    if value == nil { removals[key] = .null } else if !removals.isEmpty { removals[key] = nil }
  }

  final func setCustom(_ value: AttributeValue?, for name: String, _ searchability: AttributeRecord.Searchability) {
    record.setCustom(name, to: value, searchability: searchability)
    if value == nil { removals.setCustom(name, to: .null) } else if !removals.isEmpty { removals.setCustom(name, to: nil) }
  }

  /// Sets the content type, and the types it conforms to unless they were chosen independently of it.
  final func setContentType(_ identifier: String?) {
    func tree(_ identifier: String?) -> [String]? {
      let tree = identifier.map { TypeDatabase.shared.tree(forIdentifier: $0) } ?? []
      return tree.isEmpty ? nil : tree
    }
    let followsType = contentTypeTree == tree(self[.contentType])
    self[.contentType] = identifier
    if followsType { contentTypeTree = tree(identifier) }
  }

  /// Moves all attributes of another set, including custom ones, to this set. They replace existing
  /// values, and attributes that were removed from the other set are removed from this one. The other set
  /// becomes empty.
  public func move(from sourceAttributeSet: CSSearchableItemAttributeSet) {
    guard sourceAttributeSet !== self else { return }
    for entry in sourceAttributeSet.record.known { set(entry.value, for: entry.key) }
    for entry in sourceAttributeSet.record.custom { setCustom(entry.value, for: entry.name, entry.searchability) }
    for entry in sourceAttributeSet.removals.known { set(nil, for: entry.key) }
    for entry in sourceAttributeSet.removals.custom { setCustom(nil, for: entry.name, entry.searchability) }
    sourceAttributeSet.record = AttributeRecord()
    sourceAttributeSet.removals = AttributeRecord()
  }

  /// Adds the attributes of another set, including custom ones. They replace existing values only if they
  /// differ from those of `defaults`.
  package final func add(_ other: CSSearchableItemAttributeSet, besides defaults: CSSearchableItemAttributeSet) {
    for entry in other.record.known where record[entry.key] == nil || entry.value != defaults.record[entry.key] {
      set(entry.value, for: entry.key)
    }
    for entry in other.record.custom {
      if record[custom: entry.name] != nil, entry.value == defaults.record[custom: entry.name] { continue }
      setCustom(entry.value, for: entry.name, entry.searchability)
    }
  }
}
