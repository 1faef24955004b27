// SPDX-License-Identifier: Apache-2.0

package import Attributes
public import Foundation

/// A person, such as the author or a recipient of a document.
public final class CSPerson: NSObject, NSCopying, NSSecureCoding {
  /// The stored form of the person.
  package private(set) var person: Person

  /// Creates a person.
  ///
  /// - Parameters:
  ///   - displayName: The name to display, if known.
  ///   - handles: Addresses or phone numbers of the person.
  ///   - handleIdentifier: The kind of the handles, as the name of a Contacts property:
  ///     `emailAddresses`, `phoneNumbers`.
  public init(displayName: String?, handles: [String], handleIdentifier: String) {
    person = Person(displayName: displayName, handles: handles, handleIdentifier: handleIdentifier)
  }

  package init(_ person: Person) { self.person = person }

  /// The name to display; `nil` if only handles are known.
  public var displayName: String? { person.displayName }

  /// Addresses or phone numbers of the person.
  public var handles: [String] { person.handles }

  /// The kind of the handles, as the name of a Contacts property.
  public var handleIdentifier: String { person.handleIdentifier }

  /// Identifier of the person's card in the address book; `nil` if there is none.
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

  /// Restores an archived person; `nil` if the archive does not contain a valid one.
  public init?(coder: NSCoder) {
    // An unarchiver on Linux rejects the whole archive when it is asked for a key that is absent.
    func string(_ key: String) -> String? {
      coder.containsValue(forKey: key) ? coder.decodeObject(of: NSString.self, forKey: key).map { String($0) } : nil
    }
    guard let handles = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "handles") as? NSArray,
      let handleIdentifier = string("handleIdentifier")
    else { return nil }
    person = Person(
      displayName: string("displayName"), handles: handles.compactMap { ($0 as? String) ?? ($0 as? NSString).map { String($0) } },
      handleIdentifier: handleIdentifier, contactIdentifier: string("contactIdentifier"))
  }

  /// Persons are equal if all their values are equal.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CSPerson)?.person == person }

  /// Equal persons have equal hashes until one of them changes.
  public override var hash: Int { person.hashValue }
}

extension CSPerson: AttributeRepresentable {
  package func attributeValue(as type: AttributeDefinition.ValueType) -> AttributeValue { .person(person) }

  package convenience init?(_ value: AttributeValue) {
    guard case .person(let person) = value else { return nil }
    self.init(person)
  }
}
