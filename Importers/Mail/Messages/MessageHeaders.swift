// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import CGMime
internal import Foundation
internal import ImporterSupport
internal import Markup

/// The headers of a message that people search for.
struct MessageHeaders {
  private struct Person {
    let name: String?
    let address: String
  }

  private let subject: String?
  private let authors: [Person]
  private let recipients: [Person]
  private let hiddenRecipients: [Person]
  private let date: Date?
  private let identifier: String?
  private let keywords: [String]
  private let languages: [String]
  private let program: String?
  private let isJunk: Bool
  /// Whether Thunderbird has deleted the message and leaves it in its mailbox until it compacts that.
  let isExpunged: Bool

  /// More people of one header are not read.
  private static let maximumPersonCount = 1024

  /// - Parameter message: Used only during the call.
  init(_ message: UnsafeMutablePointer<GMimeMessage>) {
    let text = { (bytes: UnsafePointer<CChar>?) in unsafe bytes.map { unsafe String(cString: $0).oneLine }.flatMap { $0.isEmpty ? nil : $0 }
    }
    let header = { (name: String) in unsafe text(g_mime_object_get_header(gmime_object(message), name)) }
    subject = unsafe text(g_mime_message_get_subject(message))
    authors = unsafe Self.people(g_mime_message_get_from(message))
    recipients = unsafe Self.people(g_mime_message_get_to(message)) + Self.people(g_mime_message_get_cc(message))
    hiddenRecipients = unsafe Self.people(g_mime_message_get_bcc(message))
    date = unsafe g_mime_message_get_date(message).map { unsafe Date(timeIntervalSince1970: TimeInterval(g_date_time_to_unix($0))) }
    identifier = unsafe text(g_mime_message_get_message_id(message))
    keywords = (header("Keywords") ?? header("X-Keywords"))?.listElements(separatedBy: ",;") ?? []
    languages = header("Content-Language")?.listElements(separatedBy: ",") ?? []
    program = header("User-Agent") ?? header("X-Mailer")
    isJunk = header("X-Spam-Flag")?.lowercased().hasPrefix("yes") == true
    isExpunged = header("X-Mozilla-Status").flatMap { UInt32($0, radix: 16) }.map { $0 & Self.expungedFlag != 0 } ?? false
  }

  /// `nsMsgMessageFlags::Expunged`
  private static let expungedFlag: UInt32 = 0x8

  private static func people(_ list: UnsafeMutablePointer<InternetAddressList>?, depth: Int = 0) -> [Person] {
    guard let list = unsafe list else { return [] }
    var people: [Person] = []
    for index in 0..<(unsafe internet_address_list_length(list)) where people.count < maximumPersonCount {
      guard let address = unsafe internet_address_list_get_address(list, index) else { continue }
      if let text = unsafe gmime_mailbox_address(address) {
        let name = unsafe internet_address_get_name(address).map { unsafe String(cString: $0).oneLine } ?? ""
        people.append(Person(name: name.isEmpty ? nil : name, address: unsafe String(cString: text)))
      } else if depth == 0 {
        people += unsafe Self.people(gmime_group_members(address), depth: 1)
      }
    }
    return people
  }

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    attributes.title = subject
    attributes.subject = subject
    attributes.authorNames = authors.map { $0.name ?? $0.address }.nonEmpty
    attributes.authorEmailAddresses = authors.map(\.address).nonEmpty
    let all = recipients + hiddenRecipients
    attributes.recipientNames = all.map { $0.name ?? $0.address }.nonEmpty
    attributes.recipientEmailAddresses = all.map(\.address).nonEmpty
    attributes.contentCreationDate = date
    attributes.identifier = identifier
    attributes.keywords = keywords.nonEmpty
    attributes.languages = languages.languageTags
    attributes.creator = program
    if isJunk { attributes.likelyJunk = 1 }
  }

  /// Appends subject and people as text, so that a mailbox and a forwarded message are found by
  /// them.
  func appendText(to text: TextSink) throws {
    if let subject { try text.append(subject + "\n") }
    for person in authors + recipients { try text.append([person.name, person.address].compactMap(\.self).joined(separator: " ") + "\n") }
  }
}
