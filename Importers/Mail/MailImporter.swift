// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
package import ImporterSupport

/// Imports what people exchange: e-mail messages and mailboxes, calendars, contacts.
package final class MailImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Mail"
  package static let importerVersion = 5
  package static let readsText = true
  package static let contentTypes = [
    "com.apple.ical.ics", "com.apple.ical.vcs", "com.apple.mail.email", "com.apple.mail.mbox", "org.ietf.mhtml", "public.vcard",
  ]

  package static func prepare() { MessageParser.prepare() }

  /// Longer calendars and address books are read in part.
  private static let maximumListByteCount = 64 << 20

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    switch file.typeIdentifier {
    case "com.apple.ical.ics", "com.apple.ical.vcs":
      try importCards(file, into: Calendar(), attributes, text)
    case "public.vcard":
      try importCards(file, into: AddressBook(), attributes, text)
    default:
      try importMessages(file, into: attributes, text: text)
    }
  }

  private func importMessages(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    // A mailbox begins with a line that no message begins with.
    let isMailbox = try file.read(at: 0, count: 5) == Array("From ".utf8)
    let parser = MessageParser(file, isMailbox: isMailbox)
    var (count, kept) = (0, 0)
    while let message = parser.next() {
      count += 1
      let headers = message.headers
      if isMailbox, headers.isExpunged { continue }
      kept += 1
      if kept == 1, file.typeIdentifier != "com.apple.mail.mbox" {
        headers.fill(attributes)
        message.fillAttachments(of: attributes)
      }
      if text.isWanted {
        try headers.appendText(to: text)
        try message.appendText(to: text)
      }
    }
    if count == 0 { throw ImportError.damaged("it has no message") }
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
