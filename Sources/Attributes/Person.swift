// SPDX-License-Identifier: Apache-2.0

/// A person, such as the author or a recipient of a document. The stored form of `CSPerson`.
package struct Person: Hashable, Sendable {
  package var displayName: String?
  /// Addresses or phone numbers of the person.
  package var handles: [String]
  /// The kind of the handles, as the name of a Contacts property: `emailAddresses`, `phoneNumbers`.
  package var handleIdentifier: String
  /// Identifier of the person's card in the address book.
  package var contactIdentifier: String?

  package init(displayName: String?, handles: [String], handleIdentifier: String, contactIdentifier: String? = nil) {
    self.displayName = displayName
    self.handles = handles
    self.handleIdentifier = handleIdentifier
    self.contactIdentifier = contactIdentifier
  }

  /// The texts to compare: the display name and every handle.
  package var searchableStrings: [String] { (displayName.map { [$0] } ?? []) + handles }
}
