// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import DocumentImporter
internal import Foundation
internal import ImporterSupport
internal import Markup

/// A message as Outlook and Exchange store it, in a file of its own or in a part of another message.
struct OutlookMessage {
  /// A file in the message.
  struct Attachment {
    var properties = PropertySet()
    var message: OutlookMessageBox?
    /// Its name and content, for attachments that have them outside their properties.
    var title: String?
    var data: [UInt8]?

    /// Empty if it has none.
    var name: String {
      let names = [PropertySet.Key.attachmentName, .attachmentShortName].lazy.compactMap { properties.text($0) }
      return (names.first ?? title ?? properties.text(.name) ?? "").oneLine
    }

    /// Whether it is a picture that the text shows. MS-OXCMSG, `PidTagAttachmentHidden` and `PidTagAttachFlags`
    var isShown: Bool { properties.number(.isHidden) ?? 0 != 0 || (properties.number(.attachmentFlags) ?? 0) & 4 != 0 }
  }

  var properties = PropertySet()
  var recipients: [PropertySet] = []
  var attachments: [Attachment] = []

  private static let maximumRTFByteCount = 32 << 20

  var headers: MessageHeaders {
    var headers = MessageHeaders()
    headers.subject = (properties.text(.subject) ?? properties.text(.normalizedSubject))?.oneLine
    let address = [PropertySet.Key.representedSMTPAddress, .senderSMTPAddress, .representedAddress, .senderAddress].lazy
      .compactMap { properties.text($0) }.first { $0.contains("@") }
    if let person = person(properties.text(.representedName) ?? properties.text(.senderName), address) { headers.authors = [person] }
    for recipient in recipients {
      let address = [PropertySet.Key.smtpAddress, .address].lazy.compactMap { recipient.text($0) }.first { $0.contains("@") }
      guard let person = person(recipient.text(.name), address) else { continue }
      // 3 stands for hidden copies.
      if recipient.number(.recipientKind) == 3 { headers.hiddenRecipients.append(person) } else { headers.recipients.append(person) }
    }
    if headers.recipients.isEmpty {
      let names = [PropertySet.Key.receivers, .copies].flatMap { (properties.text($0) ?? "").listElements(separatedBy: ";") }
      headers.recipients = names.map { .init(name: $0, address: $0.contains("@") ? $0 : "") }
    }
    headers.date = properties.time(.submitTime) ?? properties.time(.deliveryTime) ?? properties.time(.creationTime)
    headers.identifier = properties.text(.identifier).map { String($0.drop { $0 == "<" }.prefix { $0 != ">" }) }
    headers.keywords = properties.categories
    return headers
  }

  private func person(_ name: String?, _ address: String?) -> MessageHeaders.Person? {
    guard name != nil || address != nil else { return nil }
    return .init(name: name == address ? nil : name?.oneLine, address: address ?? "")
  }

  /// Sets the names of the attached files, also of those in attached messages.
  func fillAttachments(of attributes: CSSearchableItemAttributeSet) {
    var names: [String] = []
    collectAttachmentNames(in: &names)
    attributes[.attachmentNames] = names.nonEmpty
  }

  /// Adds the names of the attached files, up to ``Message/maximumAttachmentCount`` of them.
  func collectAttachmentNames(in names: inout [String], depth: Int = 0) {
    for attachment in attachments where names.count < Message.maximumAttachmentCount {
      if let message = attachment.message?.message {
        if depth < OutlookMessageBox.maximumDepth { message.collectAttachmentNames(in: &names, depth: depth + 1) }
      } else if !attachment.isShown, !attachment.name.isEmpty {
        names.append(attachment.name)
      }
    }
  }

  /// Appends the text of the body, and the names and texts of the attachments.
  func appendText(to text: TextSink, depth: Int = 0) throws {
    try appendBody(to: text)
    try text.append("\n")
    // Contacts and appointments have their texts in properties of their own.
    if let kind = properties.text(.messageClass), !kind.hasPrefix("IPM.Note"), !kind.hasPrefix("IPM.Microsoft Mail.Note") {
      for words in properties.furtherTexts { try text.append(words + "\n") }
    }
    for attachment in attachments { try append(attachment, to: text, depth: depth) }
  }

  private func appendBody(to text: TextSink) throws {
    if let body = properties.text(.body) { return try text.append(body) }
    if let html = properties.text(.html) { return try appendHTML(Array(html.utf8), to: text) }
    if let html = properties.bytes(.html) {
      let declared = properties.number(.codePage).map { $0 == 65_001 ? "UTF-8" : "CP\($0)" }
      return try appendHTML(
        DetectedText.utf8(html.span, declared: String(validating: html, as: UTF8.self) == nil ? declared : "UTF-8"), to: text)
    }
    if let compressed = properties.binary(.compressedRTF),
      let rtf = CompressedRTF.expanded(compressed, limit: Self.maximumRTFByteCount)
    {
      try text.append(utf8: RichText.utf8(ofRTF: rtf).span)
    }
  }

  private func appendHTML(_ html: [UInt8], to text: TextSink) throws {
    var parser = try HTMLParser()
    try parser.parse(html.span, to: text)
    try parser.finish(to: text)
  }

  private func append(_ attachment: Attachment, to text: TextSink, depth: Int) throws {
    let (properties, name) = (attachment.properties, attachment.name)
    if !name.isEmpty { try text.append(name + "\n") }
    if let message = attachment.message?.message, depth < OutlookMessageBox.maximumDepth {
      try message.headers.appendText(to: text)
      return try message.appendText(to: text, depth: depth + 1)
    }
    guard let files = text.embeddedFiles, let data = properties.binary(.attachmentData) ?? attachment.data else { return }
    var rest = data[...]
    try unsafe files.appendText(ofFileNamed: Array(name.utf8), mimeType: properties.text(.attachmentType), to: text) { buffer in
      let piece = rest.prefix(buffer.count)
      unsafe buffer.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }
}

/// A message in a message.
final class OutlookMessageBox {
  /// Messages in messages in messages of hostile files are not read.
  static let maximumDepth = 8

  let message: OutlookMessage

  init(_ message: OutlookMessage) { self.message = message }
}
