package import Attributes
public import Foundation

/// Somebody: author or recipient of a document.
public final class CSPerson: NSObject, NSCopying, NSSecureCoding {
  /// The person in the form in which it is stored.
  package private(set) var person: Person

  /// A person.
  ///
  /// - Parameters:
  ///   - displayName: The name to show, if it is known.
  ///   - handles: Addresses or numbers under which the person is reached.
  ///   - handleIdentifier: What kind of handles these are, by the name of a Contacts property: `emailAddresses`, `phoneNumbers`.
  public init(displayName: String?, handles: [String], handleIdentifier: String) {
    person = Person(displayName: displayName, handles: handles, handleIdentifier: handleIdentifier)
  }

  package init(_ person: Person) { self.person = person }

  /// The name to show; `nil` when only handles are known.
  public var displayName: String? { person.displayName }

  /// Addresses or numbers under which the person is reached.
  public var handles: [String] { person.handles }

  /// What kind of handles these are, by the name of a Contacts property.
  public var handleIdentifier: String { person.handleIdentifier }

  /// Identifier of the person's card in the address book; `nil` when there is none.
  public var contactIdentifier: String? {
    get { person.contactIdentifier }
    set { person.contactIdentifier = newValue }
  }

  /// An independent person with the same values.
  public func copy(with zone: NSZone? = nil) -> Any { CSPerson(person) }

  /// Always `true`.
  public static var supportsSecureCoding: Bool { true }

  /// Archives all values.
  public func encode(with coder: NSCoder) {
    if let displayName { coder.encode(NSString(string: displayName), forKey: "displayName") }
    coder.encode(NSArray(array: handles.map { NSString(string: $0) }), forKey: "handles")
    coder.encode(NSString(string: handleIdentifier), forKey: "handleIdentifier")
    if let contactIdentifier { coder.encode(NSString(string: contactIdentifier), forKey: "contactIdentifier") }
  }

  /// Restores an archived person; `nil` when the archive holds none.
  public init?(coder: NSCoder) {
    func string(_ key: String) -> String? { coder.decodeObject(of: NSString.self, forKey: key).map { String($0) } }
    guard let handles = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "handles") as? NSArray,
      let handleIdentifier = string("handleIdentifier")
    else { return nil }
    person = Person(
      displayName: string("displayName"), handles: handles.compactMap { ($0 as? String) ?? ($0 as? NSString).map { String($0) } },
      handleIdentifier: handleIdentifier, contactIdentifier: string("contactIdentifier"))
  }

  /// Persons are equal when all their values are.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CSPerson)?.person == person }

  /// Equal persons have equal hashes, as long as they do not change.
  public override var hash: Int { person.hashValue }
}

extension CSPerson: AttributeRepresentable {
  package func attributeValue(as type: AttributeDefinition.ValueType) -> AttributeValue { .person(person) }

  package convenience init?(_ value: AttributeValue) {
    guard case .person(let person) = value else { return nil }
    self.init(person)
  }
}
