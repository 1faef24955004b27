package import Attributes
public import Foundation
public import UniformTypeIdentifiers

/// What is known about a document: its title, its authors, its dimensions, and some two hundred attributes more.
///
/// An importer fills one for a file; a program fills one for each item that it adds to its index. A property that is `nil` is absent.
/// An attribute set must not be changed by two threads at once.
open class CSSearchableItemAttributeSet: NSObject, NSCopying, NSSecureCoding {
  /// The attributes in the form in which they are stored.
  package final var record = AttributeRecord()

  /// An empty attribute set.
  public override init() {}

  /// An attribute set for an item of a type.
  public convenience init(contentType: UTType) { self.init(itemContentType: contentType.identifier) }

  /// An attribute set for an item of a type, given by its identifier (`public.plain-text`). What the type conforms to is set as well.
  public init(itemContentType: String) {
    super.init()
    contentType = itemContentType
    let tree = TypeDatabase.shared.tree(forIdentifier: itemContentType)
    contentTypeTree = tree.isEmpty ? nil : tree
  }

  /// An attribute set with the attributes of a stored document.
  package init(_ record: AttributeRecord) { self.record = record }

  // MARK: Copying and archiving

  /// An independent attribute set with the same values.
  open func copy(with zone: NSZone? = nil) -> Any { CSSearchableItemAttributeSet(record) }

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Archives every attribute.
  open func encode(with coder: NSCoder) { coder.encode(Data(record.encoded()) as NSData, forKey: "record") }

  /// Restores an archived attribute set; `nil` when the archive is damaged or was written by a later version.
  public required init?(coder: NSCoder) {
    guard let data = coder.decodeObject(of: NSData.self, forKey: "record"),
      let record = try? AttributeRecord(decoding: [UInt8](data as Data).span)
    else { return nil }
    self.record = record
  }

  // MARK: Access by key

  /// The value of an attribute of the schema as a property type; `nil` when it is absent or of another type. Setting `nil` removes it.
  ///
  /// Of some attributes Apple's two interfaces disagree whether they hold one value or several (`downloadedDate`). These are stored as
  /// several, and the first is the one.
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
      record[key] = definition.multiplicity == .many ? value.map { .array([$0]) } : value
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
      record[key] = newValue.map { .array($0.map { $0.attributeValue(as: type) }) }
    }
  }

  /// As the subscript for single values, for numbers.
  package final subscript(key: AttributeKey) -> NSNumber? {
    get { record[key]?.number }
    set { record[key] = newValue.map { AttributeValue($0, as: key.definition.type) } }
  }

  /// Takes every attribute of another set, custom ones included; where both have one, the other's wins. The other set is left empty.
  public func move(from sourceAttributeSet: CSSearchableItemAttributeSet) {
    guard sourceAttributeSet !== self else { return }
    for entry in sourceAttributeSet.record.known { record[entry.key] = entry.value }
    for entry in sourceAttributeSet.record.custom {
      record.setCustom(entry.name, to: entry.value, searchability: entry.searchability)
    }
    sourceAttributeSet.record = AttributeRecord()
  }
}
