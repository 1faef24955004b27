// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import CGMime
internal import DocumentImporter
internal import Foundation
internal import ImporterSupport
internal import Markup

/// The headers of a message that people search for.
struct MessageHeaders {
  struct Person {
    let name: String?
    /// Empty if only the name is known.
    let address: String

    var displayName: String { name ?? address }
    var text: String { [name, address].compactMap(\.self).joined(separator: " ") }
  }

  var subject: String?
  var authors: [Person] = []
  var recipients: [Person] = []
  var hiddenRecipients: [Person] = []
  var date: Date?
  var identifier: String?
  /// Also labels, and the names of mailing lists.
  var keywords: [String] = []
  var languages: [String] = []
  var program: String?
  var organization: String?
  /// Whom an answer goes to, who sent the message for others, and comments.
  var others: [String] = []
  var isJunk = false
  /// Whether the message is only left in its mailbox until that is compacted, or was never one of a person.
  var isExpunged = false

  init() {}

  /// More people of one header are not read.
  private static let maximumPersonCount = 1024

  /// - Parameter message: Used only during the call.
  init(_ message: UnsafeMutablePointer<GMimeMessage>) {
    let headers = unsafe RawHeader.all(of: gmime_object(message), named: Self.names)
    let undeclared = UndeclaredTexts(
      headers.flatMap(\.undeclaredTexts), declared: unsafe Message.charset(of: message))
    let nonEmpty = { (text: String) in text.isEmpty ? nil : text }
    let header = { (name: String) in
      headers.first { $0.name == name.lowercased() }.flatMap {
        nonEmpty($0.text(undeclared).oneLine)
      }
    }
    let people = { (name: String) in
      headers.filter { $0.name == name }.flatMap { Self.people(in: $0.rewritten(undeclared)) }
    }
    subject = header("Subject")
    authors = people("from")
    recipients = people("to") + people("cc")
    hiddenRecipients = people("bcc")
    date = unsafe Self.date(header("Date"), of: message)
    identifier = unsafe g_mime_message_get_message_id(message).flatMap {
      unsafe nonEmpty(String(cString: $0).oneLine)
    }
    keywords = Self.keywords(header)
    languages = header("Content-Language")?.listElements(separatedBy: ",") ?? []
    program = header("User-Agent") ?? header("X-Mailer")
    organization = header("Organization") ?? header("Organisation")
    let senders = ["reply-to", "sender", "resent-from", "resent-to"].flatMap(people).filter { sender in
      !(authors + recipients).contains { $0.address == sender.address && $0.name == sender.name }
    }
    others = senders.map(\.text) + [header("Comments")].compactMap(\.self)
    isJunk = header("X-Spam-Flag")?.lowercased().hasPrefix("yes") == true
    isExpunged =
      Self.hasFlag(Self.expungedFlag, in: header("X-Mozilla-Status"))
      || Self.hasFlag(Self.deletedOnServerFlag, in: header("X-Mozilla-Status2"))
      || header("X-IMAP") != nil && subject?.hasPrefix("DON'T DELETE THIS MESSAGE") == true
  }

  private static let names: Set<String> = [
    "bcc", "cc", "comments", "content-language", "date", "from", "keywords", "list-id", "organisation", "organization", "reply-to",
    "resent-from",
    "resent-to", "sender", "subject", "to", "user-agent", "x-gmail-labels", "x-imap",
    "x-keywords", "x-kmail-tag", "x-label", "x-labels", "x-mailer", "x-mozilla-keys", "x-mozilla-status", "x-mozilla-status2",
    "x-spam-flag",
  ]

  /// The time of a message. Some programs leave out the first zero of the time zone.
  private static func date(_ text: String?, of message: UnsafeMutablePointer<GMimeMessage>) -> Date? {
    let seconds = { (date: OpaquePointer) in
      unsafe Date(timeIntervalSince1970: TimeInterval(g_date_time_to_unix(date)))
    }
    guard let text, let match = text.firstMatch(of: /([+-])(\d{3})(?:\s*\([^)]*\))?$/) else {
      return unsafe g_mime_message_get_date(message).map(seconds)
    }
    let whole = text.replacingCharacters(
      in: match.range, with: "\(match.output.1)0\(match.output.2)")
    guard let date = unsafe g_mime_utils_header_decode_date(whole) else { return nil }
    defer { unsafe g_date_time_unref(date) }
    return unsafe seconds(date)
  }

  /// `nsMsgMessageFlags::Expunged` and `nsMsgMessageFlags::IMAPDeleted`, of Thunderbird.
  private static let expungedFlag: UInt32 = 0x8
  private static let deletedOnServerFlag: UInt32 = 0x20_0000

  private static func hasFlag(_ flag: UInt32, in header: String?) -> Bool {
    header.flatMap { UInt32($0, radix: 16) }.map { $0 & flag != 0 } ?? false
  }

  // MARK: Keywords

  /// Headers with lists whose elements are separated by commas, and those of which spaces separate the elements too.
  private static let listHeaders = ["Keywords", "X-Gmail-Labels", "X-Labels", "X-Label"]
  private static let wordHeaders = ["X-Keywords", "X-Mozilla-Keys", "X-KMail-Tag"]

  private static func keywords(_ header: (String) -> String?) -> [String] {
    var keywords: [String] = []
    for name in listHeaders {
      // A word can be encoded by itself, although standards want spaces around it.
      for word in (header(name) ?? "").listElements(separatedBy: ",;") {
        for label in (word.contains("=?") ? decoded(word) : word).listElements(separatedBy: ",;") { keywords.appendNew(label.unquoted) }
      }
    }
    for name in wordHeaders {
      let text = header(name) ?? ""
      for word in text.listElements(separatedBy: text.contains(where: { ",;".contains($0) }) ? ",;" : " ") {
        // Flags of programs, such as `$label1` and `NonJunk`.
        if !word.hasPrefix("$"), !["junk", "nonjunk", "notjunk"].contains(word.lowercased()) { keywords.appendNew(word) }
      }
    }
    if let list = header("List-Id") {
      // `Name of the list <list.example.org>`
      let parts = list.split(separator: "<", maxSplits: 1)
      for part in parts { keywords.appendNew(String(part.prefix { $0 != ">" }).oneLine.unquoted) }
    }
    return keywords.filter { !$0.isEmpty }
  }

  /// The people in the value of a header.
  private static func people(in value: String) -> [Person] {
    guard let list = unsafe internet_address_list_parse(nil, value) else { return [] }
    defer { unsafe g_object_unref(list) }
    return unsafe people(list)
  }

  private static func people(_ list: UnsafeMutablePointer<InternetAddressList>?, depth: Int = 0)
    -> [Person]
  {
    guard let list = unsafe list else { return [] }
    var people: [Person] = []
    for index in 0..<(unsafe internet_address_list_length(list)) where people.count < maximumPersonCount {
      guard let address = unsafe internet_address_list_get_address(list, index) else { continue }
      if let text = unsafe gmime_mailbox_address(address) {
        let name =
          unsafe internet_address_get_name(address).map {
            unsafe Self.decoded(String(cString: $0)).oneLine
          } ?? ""
        people.append(
          Person(name: name.isEmpty ? nil : name, address: unsafe String(cString: text)))
      } else if depth == 0 {
        people += unsafe Self.people(gmime_group_members(address), depth: 1)
      }
    }
    return people
  }

  /// The name of a person, in which words may be encoded although it stands in quotes.
  private static func decoded(_ name: String) -> String {
    name.contains("=?")
      ? RawHeader(name: "", value: Array(name.utf8)).text(UndeclaredTexts([])) : name
  }

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    attributes.title = subject
    attributes.subject = subject
    attributes.authorNames = authors.map(\.displayName).nonEmpty
    attributes.authorEmailAddresses = authors.map(\.address).filter { !$0.isEmpty }.nonEmpty
    let all = recipients + hiddenRecipients
    attributes.recipientNames = all.map(\.displayName).nonEmpty
    attributes.recipientEmailAddresses = all.map(\.address).filter { !$0.isEmpty }.nonEmpty
    attributes.contentCreationDate = date
    attributes.identifier = identifier
    attributes.keywords = keywords.nonEmpty
    attributes.languages = languages.languageTags
    attributes.creator = program
    attributes.organizations = organization.map { [$0] }
    if isJunk { attributes.likelyJunk = 1 }
  }

  /// Appends subject, people and keywords as text, so that a mailbox and a forwarded message are found
  /// by them.
  func appendText(to text: TextSink) throws {
    if let subject { try text.append(subject + "\n") }
    for line in (authors + recipients + hiddenRecipients).map(\.text) + others + [organization].compactMap(\.self) {
      try text.append(line + "\n")
    }
    if !keywords.isEmpty { try text.append(keywords.joined(separator: ", ") + "\n") }
  }
}

extension String {
  /// The text in quotes, or the text itself.
  fileprivate var unquoted: String {
    count > 1 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}
