/// Somebody: author or recipient of a document. The stored form of `CSPerson`.
package struct Person: Hashable, Sendable {
  package var displayName: String?
  /// Addresses or numbers under which the person is reached.
  package var handles: [String]
  /// What kind of handles these are, by the name of a Contacts property: `emailAddresses`, `phoneNumbers`.
  package var handleIdentifier: String
  /// Identifier of the person's card in the address book.
  package var contactIdentifier: String?

  package init(displayName: String?, handles: [String], handleIdentifier: String, contactIdentifier: String? = nil) {
    self.displayName = displayName
    self.handles = handles
    self.handleIdentifier = handleIdentifier
    self.contactIdentifier = contactIdentifier
  }

  /// What a comparison with text looks at: the display name and every handle.
  package var searchableStrings: [String] { (displayName.map { [$0] } ?? []) + handles }
}
