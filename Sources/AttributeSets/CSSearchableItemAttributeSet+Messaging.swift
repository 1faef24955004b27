// SPDX-License-Identifier: Apache-2.0

internal import Attributes
public import Foundation

/// Attributes of messages, and the text of any document.
///
/// Of these, Searchlight's own importers set only ``authorNames`` and the text.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// The unique identifier of the account that the message belongs to.
  public var accountIdentifier: String? { get { self[.accountIdentifier] } set { self[.accountIdentifier] = newValue } }

  /// The names of the account that its user is known by, such as mail addresses or phone numbers.
  public var accountHandles: [String]? { get { self[.accountHandles] } set { self[.accountHandles] = newValue } }

  /// The body of the message as HTML, encoded as UTF-8. If ``textContent`` is not set, the text of an
  /// indexed item is what a browser would show of this.
  public var htmlContentData: Data? { get { self[.htmlContentData] } set { self[.htmlContentData] = newValue } }

  /// The text of the item or file, without formatting.
  ///
  /// - Note: Searches for words include the text, but a search of all attributes (`*`) does not.
  ///   For files, the index keeps the text apart from the other attributes, and `mdls` does not
  ///   print it.
  public var textContent: String? { get { self[.textContent] } set { self[.textContent] = newValue } }

  /// The people who wrote the message (From).
  public var authors: [CSPerson]? { get { self[.authors] } set { self[.authors] = newValue } }

  /// The people to whom the message is addressed (To).
  public var primaryRecipients: [CSPerson]? { get { self[.primaryRecipients] } set { self[.primaryRecipients] = newValue } }

  /// The people who receive a copy of the message (Cc).
  public var additionalRecipients: [CSPerson]? { get { self[.additionalRecipients] } set { self[.additionalRecipients] = newValue } }

  /// The people who receive a copy of the message without the others' knowledge (Bcc).
  public var hiddenAdditionalRecipients: [CSPerson]? { get { self[.hiddenAdditionalRecipients] } set { self[.hiddenAdditionalRecipients] = newValue } }

  /// The identifiers of the mailboxes that hold the message.
  public var mailboxIdentifiers: [String]? { get { self[.mailboxIdentifiers] } set { self[.mailboxIdentifiers] = newValue } }

  /// The names of the authors, in the order of the document.
  public var authorNames: [String]? { get { self[.authorNames] } set { self[.authorNames] = newValue } }

  /// The names of the recipients.
  public var recipientNames: [String]? { get { self[.recipientNames] } set { self[.recipientNames] = newValue } }

  /// The mail addresses of the authors.
  public var authorEmailAddresses: [String]? { get { self[.authorEmailAddresses] } set { self[.authorEmailAddresses] = newValue } }

  /// The mail addresses of the recipients.
  public var recipientEmailAddresses: [String]? { get { self[.recipientEmailAddresses] } set { self[.recipientEmailAddresses] = newValue } }

  /// The addresses of the authors in any kind of messaging.
  public var authorAddresses: [String]? { get { self[.authorAddresses] } set { self[.authorAddresses] = newValue } }

  /// The addresses of the recipients in any kind of messaging.
  public var recipientAddresses: [String]? { get { self[.recipientAddresses] } set { self[.recipientAddresses] = newValue } }

  /// The phone numbers that have to do with the item.
  public var phoneNumbers: [String]? { get { self[.phoneNumbers] } set { self[.phoneNumbers] = newValue } }

  /// The mail addresses that have to do with the item.
  public var emailAddresses: [String]? { get { self[.emailAddresses] } set { self[.emailAddresses] = newValue } }

  /// The addresses for instant messages that have to do with the item.
  public var instantMessageAddresses: [String]? { get { self[.instantMessageAddresses] } set { self[.instantMessageAddresses] = newValue } }

  /// Whether the message is probably junk: 1 if so, 0 if not or if nothing is known.
  public var likelyJunk: NSNumber { get { self[.likelyJunk] ?? 0 } set { self[.likelyJunk] = newValue } }
}

extension CSSearchableItemAttributeSet {
  /// The names of the message's header fields, and the values of each in the order of the message.
  /// They cannot be searched.
  ///
  /// - Note: A value that is not a string is stored as its description.
  public var emailHeaders: [String: [Any]]? {
    get {
      guard case .dictionary(let headers)? = record[.emailHeaders] else { return nil }
      return headers.mapValues { values in values.elements.compactMap { String($0) } }
    }
    set {
      let value = newValue.map { headers in
        AttributeValue.dictionary(headers.mapValues { values in .array(values.map { .string(Self.headerText($0)) }) })
      }
      set(value, for: .emailHeaders)
    }
  }

  private static func headerText(_ value: Any) -> String {
    switch value {
    case let text as String: text
    case let date as Date: date.summary
    default: "\(value)"
    }
  }
}
