// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Attributes
import Foundation
import ImporterSupport
import MailImporter
import TestSupport
import Testing

private func imported(_ text: String, as type: String) throws -> MediaImport {
  try MediaImport(MailImporter(), Bytes.text(text), type: type)
}

private func lines(_ text: String) -> [Substring] { text.split(whereSeparator: \.isNewline) }

private let date = Date(timeIntervalSince1970: 1_404_221_930)

@Suite(.timeLimit(.minutes(10))) struct MailImporterTests {
  @Test func `the headers of a message become attributes`() throws {
    let attributes = try imported(MailFixture.message, as: "com.apple.mail.email").attributes
    #expect(attributes.subject == "Grüße aus Berlin")
    #expect(attributes.authorNames == ["Ada Lövelace"])
    #expect(attributes.authorEmailAddresses == ["ada@example.org"])
    #expect(attributes.recipientNames == ["Bob", "Eve", "x@example.org", "carol@example.org"])
    #expect(attributes.recipientEmailAddresses == ["bob@example.org", "eve@example.org", "x@example.org", "carol@example.org"])
    #expect(attributes.contentCreationDate == date)
    #expect(attributes.identifier == "abc@example.org")
    #expect(attributes.creator == "Pen/1.0")
    #expect(attributes.likelyJunk == 1)
  }

  @Test func `the text of a message is that of its parts in any encoding, and the names of attachments`() throws {
    let found = lines(try imported(MailFixture.message, as: "com.apple.mail.email").text)
    #expect(found.suffix(6) == ["Dwa żółwie", "Наветрль", "Größe.pdf", "Forwarded", "Zoe zoe@example.org", "inner text"])
    #expect(found.prefix(2) == ["Grüße aus Berlin", "Ada Lövelace ada@example.org"])
  }

  @Test func `attached files are named, and pictures of the text are not`() throws {
    let message = """
      From: a@example.org
      Content-Type: multipart/mixed; boundary=m

      --m
      Content-Type: multipart/related; boundary=r

      --r
      Content-Type: text/html

      <img src="cid:logo">
      --r
      Content-Type: image/png; name=logo.png
      Content-ID: <logo>
      Content-Disposition: inline; filename=logo.png

      x
      --r--
      --m
      Content-Type: application/pdf; name="=?UTF-8?Q?Gr=C3=B6=C3=9Fe.pdf?="
      Content-Disposition: attachment

      x
      --m
      Content-Type: image/jpeg; name=photo.jpg

      x
      --m
      Content-Type: message/rfc822

      Subject: inner
      Content-Type: text/csv
      Content-Disposition: attachment; filename=inner.csv

      a,b
      --m--

      """
    let names: [String]? = try imported(message, as: "com.apple.mail.email").attributes[.attachmentNames]
    #expect(names == ["Größe.pdf", "photo.jpg", "inner.csv"])
    let none: [String]? = try imported("Subject: none\n\ntext\n", as: "com.apple.mail.email").attributes[.attachmentNames]
    #expect(none == nil)
  }

  @Test func `HTML is read if there is no plain alternative`() throws {
    let message = """
      From: a@example.org
      Content-Type: multipart/alternative; boundary=c

      --c
      Content-Type: text/plain

      --c
      Content-Type: text/html

      <p>only here</p>
      --c--

      """
    #expect(lines(try imported(message, as: "com.apple.mail.email").text) == ["a@example.org", "only here"])
  }

  @Test(arguments: [
    ("X-Gmail-Labels: Inbox,own,=?UTF-8?Q?R=C3=A9ponses?=", ["Inbox", "own", "Réponses"]),
    ("X-Gmail-Labels: =?UTF-8?Q?Bo=C3=AEte,two?=", ["Boîte", "two"]),
    ("X-Mozilla-Keys: $label1 NonJunk travel work     ", ["travel", "work"]),
    ("X-Label: one, two", ["one", "two"]), ("X-Keywords: one two", ["one", "two"]), ("Keywords: two words, one", ["two words", "one"]),
    ("List-Id: \"The list\" <list.example.org>", ["The list", "list.example.org"]), ("List-Id: <list.example.org>", ["list.example.org"]),
    ("X-Mozilla-Keys:     ", []),
  ])
  func `labels are keywords, also in the text of a mailbox`(header: String, keywords: [String]) throws {
    let message = "From: a@example.org\n\(header)\n\nbody\n"
    let found = try imported(message, as: "com.apple.mail.email").attributes.keywords ?? []
    #expect(found == keywords)
    let text = try imported("From a@example.org Fri Mar  5 10:00:00 2021\n" + message, as: "com.apple.mail.mbox").text
    for keyword in keywords { #expect(text.contains(keyword)) }
  }

  @Test func `words that a flowed text divides are joined`() throws {
    let text = "abc \ndef\n> one \n> two\n> quo \nnot quoted\n stuffed\n-- \nsign\n"
    let message = "From: a@example.org\nContent-Type: text/plain; format=flowed; delsp=yes\n\n" + text
    let found = lines(try imported(message, as: "com.apple.mail.email").text).dropFirst()
    #expect(found == ["abcdef", "onetwo", "quo", "not quoted", "stuffed", "-- ", "sign"])
    let plain = "From: a@example.org\nContent-Type: text/plain; format=flowed\n\nabc \ndef\n"
    #expect(lines(try imported(plain, as: "com.apple.mail.email").text).suffix(2) == ["abc ", "def"])
  }

  @Test func `the messages of programs in a mailbox are left out`() throws {
    let start = "From a@example.org Fri Mar  5 10:00:00 2021\n"
    let mailbox =
      start + "X-IMAP: 1 2\nSubject: DON'T DELETE THIS MESSAGE -- FOLDER INTERNAL DATA\n\ninternal\n\n" + start
      + "X-Mozilla-Status: 0001\nX-Mozilla-Status2: 00200000\nSubject: gone\n\nold\n\n" + start + "Subject: Hello\n\nkept\n"
    #expect(lines(try imported(mailbox, as: "com.apple.mail.mbox").text) == ["Hello", "kept"])
  }

  @Test func `a mailbox has the text of all messages`() throws {
    let found = try imported(MailFixture.mailbox, as: "com.apple.mail.mbox")
    let expected = ["First", "Ada ada@example.org", "one", ">From here on", "Second", "Bob bob@example.org", "two"]
    #expect(lines(found.text).map(String.init) == expected)
    #expect(found.attributes.subject == nil)
  }

  @Test func `messages that Thunderbird has deleted and not removed yet are left out`() throws {
    let statuses = ["0009", "0001", "0008", "1011", "FFFF", "00000010", "zzzz", ""]
    let mailbox = MailFixture.mailbox(withStatuses: statuses)
    let found = try imported(mailbox, as: "com.apple.mail.mbox")
    for (status, isFound) in zip(statuses, [false, true, false, true, false, true, true, true]) {
      let lines = found.text.split(separator: "\n")
      #expect(lines.contains("status\(status)") == isFound && lines.contains("body\(status)") == isFound, "\(status): \(lines)")
    }
    #expect(try imported(mailbox, as: "com.apple.mail.email").attributes.subject == "status0001")
    #expect(try imported(MailFixture.mailbox(withStatuses: ["0009"]), as: "com.apple.mail.mbox").text.isEmpty)
    // A message of its own is there, whatever its status was in another mailbox.
    #expect(try imported("X-Mozilla-Status: 0009\nSubject: Alone\n\none\n", as: "com.apple.mail.email").attributes.subject == "Alone")
  }

  @Test func `a message in a mailbox file with one message keeps its headers`() throws {
    #expect(try imported(MailFixture.mailbox, as: "com.apple.mail.email").attributes.subject == "First")
  }

  @Test func `an event has its times, place and people`() throws {
    let found = try imported(MailFixture.calendar, as: "com.apple.ical.ics")
    let attributes = found.attributes
    #expect(attributes.title == "Tea, with friends")
    #expect(attributes.startDate == date)
    #expect(attributes.endDate == date.addingTimeInterval(3600))
    #expect(attributes.allDay == 0)
    #expect(attributes.namedLocation == "Garden")
    #expect(attributes.authorNames == ["Ada: L."])
    #expect(attributes.participants == ["Bob"])
    #expect(attributes.keywords == ["one", "two"])
    #expect(attributes.latitude == 52.5)
    #expect(lines(found.text).contains("Garden"))
    #expect(!found.text.contains("Reminder"))
    let places = ["https://example.org/tea", "Tea room https://meet.example.org/x", "cake.pdf", "https://example.org/list.txt"]
    #expect(lines(found.text).suffix(4).map(String.init) == places)
  }

  @Test func `a calendar of several events has no title of one of them`() throws {
    let event = "BEGIN:VEVENT\nSUMMARY:One\nEND:VEVENT\n"
    let found = try imported("BEGIN:VCALENDAR\nX-WR-CALNAME:Home\n\(event)\(event)END:VCALENDAR\n", as: "com.apple.ical.ics")
    #expect(found.attributes.title == "Home")
    #expect(found.text == "Home\nOne\nOne\n")
  }

  @Test func `people and words of further headers are text`() throws {
    let message = """
      From: Ada <ada@example.org>
      Sender: Office <office@example.org>
      Reply-To: Answers <ada@example.org>
      To: Bob <bob@example.org>
      Bcc: Carol <carol@example.org>
      Organization: =?UTF-8?Q?K=C3=B6nig_Ltd?=
      Comments: by hand
      Subject: One

      text

      """
    let found = try imported(message, as: "com.apple.mail.email")
    for words in ["Office office@example.org", "Answers ada@example.org", "Carol carol@example.org", "König Ltd", "by hand"] {
      #expect(found.text.contains(words + "\n"), "\(found.text)")
    }
    #expect(found.attributes.organizations == ["König Ltd"])
    #expect(found.attributes.authorNames == ["Ada"])
  }

  @Test func `the name and the description of a calendar are text`() throws {
    let calendar =
      "BEGIN:VCALENDAR\nX-WR-CALNAME:Home\nX-WR-CALDESC:Of us\nBEGIN:VEVENT\nSUMMARY:Tea\n"
      + "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=\"Cafe\":geo:1,2\nEND:VEVENT\nEND:VCALENDAR\n"
    let found = try imported(calendar, as: "com.apple.ical.ics")
    #expect(found.text == "Home\nOf us\nTea\nCafe\n")
    #expect(found.attributes.title == "Tea")
  }

  @Test func `names and further lines of a contact are text`() throws {
    let contact = """
      BEGIN:VCARD
      N:King;Ada;Augusta;Dr;Jr
      FN:Ada King
      X-PHONETIC-LAST-NAME:Kingu
      X-ABUID:ABC
      X-ABLabel:_$!<HomePage>!$_
      item1.X-ABLabel:Boat
      X-NUMBER:42
      END:VCARD

      """
    let found = try imported(contact, as: "public.vcard")
    #expect(found.text == "Ada King\nKingu\nBoat\nDr\nAugusta\nJr\n")
    #expect(found.attributes.title == "Ada King")
  }

  @Test func `a contact has its addresses`() throws {
    let found = try imported(MailFixture.contact, as: "public.vcard")
    let attributes = found.attributes
    #expect(attributes.title == "Jörg M")
    #expect(attributes.emailAddresses == ["j@example.org"])
    #expect(attributes.phoneNumbers == ["+49 30 1"])
    #expect(attributes.organizations == ["ACME, Lab"])
    #expect(attributes.thoroughfare == "Street 1; left")
    #expect(attributes.city == "Berlin")
    #expect(attributes.postalCode == "10115")
    #expect(attributes.contentDescription == "first\nsecond")
    #expect(lines(found.text).contains("Jörg M"))
    #expect(!found.text.contains("AAAA") && !found.text.contains("uuid"))
    #expect(lines(found.text).contains("Zoe") && lines(found.text).contains("sailing"))
  }

  @Test func `the parts of a name take the place of a missing name, for each contact`() throws {
    let first = "BEGIN:VCARD\nN:Miller;Jack;;Dr.;\nTEL:1\nEND:VCARD\n"
    #expect(try imported(first, as: "public.vcard").attributes.title == "Dr. Jack Miller")
    let both = try imported("BEGIN:VCARD\nFN:Eve\nN:Other;Eve\nEND:VCARD\n" + first, as: "public.vcard").attributes
    #expect(both.contactKeywords == ["Eve", "Dr. Jack Miller"])
  }

  @Test func `the declared or likely encoding of a contact is used`() throws {
    let card = "BEGIN:VCARD\nFN;CHARSET=ISO-8859-2;ENCODING=QUOTED-PRINTABLE:=A3ukasz\nNOTE:"
    let bytes = Bytes.text(card) + [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72] + Bytes.text("\nEND:VCARD\n")
    let attributes = try MediaImport(MailImporter(), bytes, type: "public.vcard").attributes
    #expect(attributes.title == "Łukasz")
    #expect(attributes.contentDescription == "Müller")
  }

  @Test(arguments: ["", "; charset=us-ascii", "; charset=unknown-8bit"])
  func `a text without a true encoding has the likely one`(charset: String) throws {
    let head = "From: a@b.c\nSubject: s\nContent-Type: text/plain\(charset)\nContent-Transfer-Encoding: 8bit\n\n"
    let body = Bytes.text("Sch") + [0xF6] + Bytes.text("ne Gr") + [0xFC, 0xDF] + Bytes.text("e aus dem Norden\n")
    #expect(
      try MediaImport(MailImporter(), Bytes.text(head) + body, type: "com.apple.mail.email").text.contains("Schöne Grüße aus dem Norden"))
    let utf8 = String(repeating: "ö", count: 100_000)
    #expect(try MediaImport(MailImporter(), Bytes.text(head + utf8), type: "com.apple.mail.email").text.contains(utf8))
  }

  @Test(arguments: MailFixture.all.map(\.type))
  func `a truncated file does not crash the importer`(type: String) throws {
    let text = try #require(MailFixture.all.first { $0.type == type }).text
    let bytes = Bytes.text(text)
    for length in 0..<bytes.count { _ = try MediaImport(MailImporter(), Array(bytes[..<length]), type: type) }
  }

  @Test(arguments: MailFixture.all.map(\.type), [1, 2] as [UInt64])
  func `random damage does not crash the importer`(type: String, seed: UInt64) throws {
    let bytes = Bytes.text(try #require(MailFixture.all.first { $0.type == type }).text)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 { _ = try MediaImport(MailImporter(), bytes.damaged(using: &generator), type: type) }
  }

  @Test func `parts in parts do not exhaust the stack`() throws {
    let nested = (0..<20_000).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }.joined()
    _ = try imported("From: a@example.org\n" + nested + "\ntext\n", as: "com.apple.mail.email")
    let forwarded = String(repeating: "Content-Type: message/rfc822\n\n", count: 20_000)
    _ = try imported(forwarded + "text\n", as: "com.apple.mail.email")
  }

  @Test func `a file without a calendar or a contact is damaged`() throws {
    #expect(try imported("nothing", as: "com.apple.ical.ics").failure != nil)
    #expect(try imported("", as: "public.vcard").failure != nil)
  }
}
