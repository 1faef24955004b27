internal import Attributes
public import Foundation

/// Attributes of messages, and the text of any document.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// Account id.
  public var accountIdentifier: String? { get { self[.accountIdentifier] } set { self[.accountIdentifier] = newValue } }

  /// Canonical handles of account.
  public var accountHandles: [String]? { get { self[.accountHandles] } set { self[.accountHandles] = newValue } }

  /// HTML body, UTF-8 bytes.
  public var htmlContentData: Data? { get { self[.htmlContentData] } set { self[.htmlContentData] = newValue } }

  /// Plain body text; searchable, never returned by mdls.
  public var textContent: String? { get { self[.textContent] } set { self[.textContent] = newValue } }

  /// From people.
  public var authors: [CSPerson]? { get { self[.authors] } set { self[.authors] = newValue } }

  /// To people.
  public var primaryRecipients: [CSPerson]? { get { self[.primaryRecipients] } set { self[.primaryRecipients] = newValue } }

  /// Cc people.
  public var additionalRecipients: [CSPerson]? { get { self[.additionalRecipients] } set { self[.additionalRecipients] = newValue } }

  /// Bcc people.
  public var hiddenAdditionalRecipients: [CSPerson]? { get { self[.hiddenAdditionalRecipients] } set { self[.hiddenAdditionalRecipients] = newValue } }

  /// Mailbox ids, CSMailbox* or custom.
  public var mailboxIdentifiers: [String]? { get { self[.mailboxIdentifiers] } set { self[.mailboxIdentifiers] = newValue } }

  /// Author names, order kept.
  public var authorNames: [String]? { get { self[.authorNames] } set { self[.authorNames] = newValue } }

  /// Recipient names.
  public var recipientNames: [String]? { get { self[.recipientNames] } set { self[.recipientNames] = newValue } }

  /// Author email addresses.
  public var authorEmailAddresses: [String]? { get { self[.authorEmailAddresses] } set { self[.authorEmailAddresses] = newValue } }

  /// Recipient email addresses.
  public var recipientEmailAddresses: [String]? { get { self[.recipientEmailAddresses] } set { self[.recipientEmailAddresses] = newValue } }

  /// Author addresses.
  public var authorAddresses: [String]? { get { self[.authorAddresses] } set { self[.authorAddresses] = newValue } }

  /// Recipient addresses.
  public var recipientAddresses: [String]? { get { self[.recipientAddresses] } set { self[.recipientAddresses] = newValue } }

  /// Phone numbers.
  public var phoneNumbers: [String]? { get { self[.phoneNumbers] } set { self[.phoneNumbers] = newValue } }

  /// Related email addresses.
  public var emailAddresses: [String]? { get { self[.emailAddresses] } set { self[.emailAddresses] = newValue } }

  /// IM addresses.
  public var instantMessageAddresses: [String]? { get { self[.instantMessageAddresses] } set { self[.instantMessageAddresses] = newValue } }

  /// 1 when probably junk; non-optional.
  public var likelyJunk: NSNumber { get { self[.likelyJunk] ?? 0 } set { self[.likelyJunk] = newValue } }
}

extension CSSearchableItemAttributeSet {
  /// Header names and the values of each, in the order of the message.
  public var emailHeaders: [String: [Any]]? {
    get {
      guard case .dictionary(let headers)? = record[.emailHeaders] else { return nil }
      return headers.mapValues { values in values.elements.compactMap { String($0) } }
    }
    set {
      record[.emailHeaders] = newValue.map { headers in
        .dictionary(headers.mapValues { values in .array(values.map { .string(($0 as? String) ?? "\($0)") }) })
      }
    }
  }
}
