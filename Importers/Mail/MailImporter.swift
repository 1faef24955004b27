// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
internal import CompoundFiles
internal import DocumentImporter
package import ImporterSupport
internal import UniformTypeIdentifiers

/// Imports what people exchange: e-mail messages and mailboxes, also those of Outlook and Apple's Mail, calendars, contacts.
package final class MailImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Mail"
  package static let importerVersion = 7
  package static let readsText = true
  package static let contentTypes =
    [
      "com.apple.ical.ics", "com.apple.ical.vcs", "com.apple.mail.email", "com.apple.mail.emlx", "com.apple.mail.mbox",
      "com.microsoft.tnef",
      "org.ietf.mhtml", "public.vcard",
    ] + [outlookType].compactMap(\.self)

  /// The type of messages of Outlook.
  private static let outlookType = UTType(mimeType: "application/vnd.ms-outlook")?.identifier

  package static func prepare() {
    MessageParser.prepare()
    CompoundFile.prepare()
  }

  /// Longer calendars and address books are read in part.
  private static let maximumListByteCount = 64 << 20

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    switch file.typeIdentifier {
    case "com.apple.ical.ics", "com.apple.ical.vcs":
      try importCards(file, into: Calendar(), attributes, text)
    case "com.microsoft.tnef":
      guard let message = OutlookMessage(tnef: try file.read(at: 0, count: Self.maximumPackedByteCount)) else {
        throw ImportError.damaged("it has no signature")
      }
      try importMessage(message, into: attributes, text)
      if file.byteCount > UInt64(Self.maximumPackedByteCount) {
        throw ImportError.unsupported("more than \(Self.maximumPackedByteCount >> 20) MiB")
      }
    case _ where file.typeIdentifier == Self.outlookType:
      guard try file.read(at: 0, count: 4) == [0xD0, 0xCF, 0x11, 0xE0] else {
        // Formats of text have the same name.
        let other = ImportedFile(
          descriptor: file.descriptor, byteCount: file.byteCount, name: file.name, modified: file.modified,
          typeIdentifier: "public.plain-text")
        return try DocumentImporter().update(attributes, from: other, text: text)
      }
      try importMessage(OutlookMessage(CompoundFile(file)), into: attributes, text)
    case "public.vcard":
      try importCards(file, into: AddressBook(), attributes, text)
    default:
      try importMessages(file, into: attributes, text: text)
    }
  }

  /// A longer message of this format is read in part.
  private static let maximumPackedByteCount = 256 << 20

  private func importMessage(_ message: OutlookMessage, into attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws {
    let headers = message.headers
    headers.fill(attributes)
    message.fillAttachments(of: attributes)
    guard text.isWanted else { return }
    try headers.appendText(to: text)
    try message.appendText(to: text)
  }

  private func importMessages(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    // A mailbox begins with a line that no message begins with.
    let isMailbox = try file.read(at: 0, count: 5) == Array("From ".utf8)
    let parser = MessageParser(file, isMailbox ? .mailbox : .message(try range(ofMessageIn: file)))
    var (count, kept) = (0, 0)
    while let message = parser.next() {
      count += 1
      let headers = message.headers
      if isMailbox, headers.isExpunged { continue }
      kept += 1
      if kept == 1, file.typeIdentifier != "com.apple.mail.mbox" {
        headers.fill(attributes)
        message.fillAttachments(of: attributes) { OutlookMessage(tnef: $0)?.collectAttachmentNames(in: &$1) }
      }
      if text.isWanted {
        try headers.appendText(to: text)
        try message.appendText(to: text)
      }
    }
    if count == 0 { throw ImportError.damaged("it has no message") }
  }

  /// Where the message is in a file: Apple's Mail writes its length into a line before it, and what it knows of it after it.
  private func range(ofMessageIn file: ImportedFile) throws -> Range<UInt64> {
    let all = 0..<file.byteCount
    guard file.typeIdentifier == "com.apple.mail.emlx" else { return all }
    let line = try file.read(at: 0, count: 32).prefix { $0 != UInt8(ascii: "\n") }
    guard line.count < 32, let count = UInt64(String(decoding: line, as: UTF8.self).trimmed) else { return all }
    let start = UInt64(line.count + 1)
    return start..<max(start, min(file.byteCount, start.addingReportingOverflow(count).partialValue))
  }

  private func importCards(
    _ file: ImportedFile, into list: some CardList, _ attributes: CSSearchableItemAttributeSet, _ text: TextSink
  ) throws {
    let bytes = try file.read(at: 0, count: Self.maximumListByteCount)
    guard bytes.prefix(64).contains(UInt8(ascii: "B")) || bytes.prefix(64).contains(UInt8(ascii: "b")) else {
      throw ImportError.damaged("it does not begin with BEGIN")
    }
    for line in CardLines(bytes) { list.take(line) }
    list.fill(attributes)
    for words in list.texts { try text.append(words + "\n") }
  }
}
