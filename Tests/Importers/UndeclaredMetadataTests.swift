// SPDX-License-Identifier: Apache-2.0

import ArchiveImporter
import AttributeSets
import DocumentImporter
import Foundation
import ImageImporter
import ImporterSupport
import MailImporter
import MusicImporter
import Testing
import VideoImporter

/// Texts in the metadata of files that do not say in which encoding they are.
@Suite struct UndeclaredMetadataTests {
  static let samples = [
    ("WINDOWS-1251", "Группа крови на рукаве"), ("WINDOWS-1250", "Žluťoučký kůň"), ("ISO-8859-7", "Μίκης Θεοδωράκης"),
    ("WINDOWS-1255", "ירושלים של זהב"), ("CP874", "เพลงไทยสากล"), ("GB18030", "月亮代表我的心"), ("BIG5", "我愛台灣電影"), ("CP932", "となりのトトロ"),
    ("EUC-KR", "서태지와 아이들"), ("ISO-8859-1", "Été à la plage"),
  ]

  @Test(arguments: samples)
  func `both versions of ID3 are read`(encoding: String, text: String) throws {
    let bytes = try encoded(text, as: encoding)
    let second = MusicFixture.id3([], other: [("TIT2", [0] + bytes)]) + MusicFixture.frames
    #expect(try MediaImport(MusicImporter(), second, name: "a.mp3").attributes.title == text)
    let field = { (bytes: [UInt8]) in Array((bytes + [UInt8](repeating: 0, count: 30)).prefix(30)) }
    let first = Bytes.all(
      MusicFixture.frames, Bytes.text("TAG"), field(bytes), field([]), field([]), [UInt8](repeating: 0, count: 4), field([]), [17])
    #expect(try MediaImport(MusicImporter(), first, name: "a.mp3").attributes.title == text)
  }

  @Test(arguments: samples)
  func `the information of RIFF, a song and a photograph is read`(encoding: String, text: String) throws {
    let bytes = try encoded(text, as: encoding)
    let list = Bytes.chunk("LIST", Bytes.text("INFO") + Bytes.chunk("INAM", bytes))
    let movie = Bytes.chunk("RIFF", Bytes.text("AVI ") + list)
    #expect(try MediaImport(VideoImporter(), movie, name: "a.avi", type: "public.avi").attributes.title == text)
    let track = Bytes.all([0, 0xFF, 3, UInt8(bytes.count)], bytes, [0, 0xFF, 0x2F, 0])
    let song = Bytes.all(
      Bytes.text("MThd"), Bytes.big(UInt32(6)), Bytes.big(UInt16(0), UInt16(1), UInt16(96)), Bytes.text("MTrk"),
      Bytes.big(UInt32(track.count)), track)
    #expect(try MediaImport(MusicImporter(), song, name: "a.mid").attributes.title == text)
    let block = TIFFBuilder(isBig: false, image: [(0x010E, .bytes(bytes + [0]))], exif: []).bytes
    let jpeg = PacketFixture.jpeg(PacketFixture.segment(0xE1, Bytes.text("Exif\0\0"), block))
    #expect(try MediaImport(ImageImporter(), jpeg).attributes.contentDescription == text)
  }

  @Test(arguments: samples)
  func `names in archives and torrents are read`(encoding: String, text: String) throws {
    let bytes = try encoded(text, as: encoding)
    let torrent = Bytes.all(Bytes.text("d4:infod6:lengthi5e4:name\(bytes.count):"), bytes, Bytes.text("ee"))
    #expect(try MediaImport(ArchiveImporter(), torrent, type: "org.bittorrent.torrent").attributes.title == text)
    let declared = Bytes.all(
      Bytes.text("d8:encoding\(encoding.utf8.count):\(encoding)4:infod6:lengthi5e4:name\(bytes.count):"), bytes, Bytes.text("ee"))
    #expect(try MediaImport(ArchiveImporter(), declared, type: "org.bittorrent.torrent").attributes.title == text)
  }

  @Test(arguments: PopplerInterface.available, samples)
  func `the information of a PDF is read`(poppler: PopplerInterface, sample: (encoding: String, text: String)) throws {
    let digits = try encoded(sample.text, as: sample.encoding).map { String(UInt16($0) | 0x100, radix: 16).suffix(2) }.joined()
    let document = try ImportedDocument(PDFFixture(information: "/Title <\(digits)>").bytes, type: "com.adobe.pdf", poppler: poppler)
    #expect(document.attributes.title == sample.text)
  }

  @Test(arguments: PopplerInterface.available)
  func `PDFDocEncoding that is right stays`(poppler: PopplerInterface) throws {
    let fixture = PDFFixture(information: "/Title <636166E92085208D718E>")
    #expect(try ImportedDocument(fixture.bytes, type: "com.adobe.pdf", poppler: poppler).attributes.title == "café – “q”")
  }

  // MARK: Mail

  private func message(_ headers: [UInt8], _ body: [UInt8] = Bytes.text("text\n")) throws -> MediaImport {
    try MediaImport(MailImporter(), headers + Bytes.text("\n") + body, type: "com.apple.mail.email")
  }

  @Test func `words of a header are decoded one by one`() throws {
    let headers = """
      From: =?utf-8?B?0JjQstCw0L0=?= =?utf-8?B?INCf0LXRgtGA0L7Qsg==?= <a@example.org>
      To: "=?utf-8?B?0JbQsNC90L3QsA==?=" <b@example.org>
      Subject: =?utf-8?B?0J7RgtGH0ZE=?=
       =?utf-8?B?0YIg0L4g0L8=?= =?UTF-8?Q?=D0?=
       =?UTF-8?Q?=BE?= =?koi8-r?B?xdrEy8U=?= to =?iso-8859-1*en?Q?K=F6ln?=
      Date: Tue, 1 Jul 2014 15:38:50 +200

      """
    let attributes = try message(Bytes.text(headers)).attributes
    #expect(attributes.subject == "Отчёт о поездке to Köln")
    #expect(attributes.authorNames == ["Иван Петров"])
    #expect(attributes.recipientNames == ["Жанна"])
    #expect(attributes.contentCreationDate == .init(timeIntervalSince1970: 1_404_221_930))
  }

  @Test func `bytes beyond ASCII in headers are those of the message, or the likely ones`() throws {
    let subject = try encoded("Отчёт о поездке", as: "KOI8-R")
    let declared = Bytes.all(Bytes.text("Subject: "), subject, Bytes.text("\nContent-Type: text/plain; charset=koi8-r\n"))
    #expect(try message(declared).attributes.subject == "Отчёт о поездке")
    #expect(try message(Bytes.all(Bytes.text("Subject: "), subject, Bytes.text("\n"))).attributes.subject == "Отчёт о поездке")
    let word = Bytes.all(Bytes.text("Subject: =?us-ascii?Q?a_"), subject, Bytes.text("?=\n"))
    #expect(try message(word).attributes.subject == "a Отчёт о поездке")
    let base64 = Bytes.all(Bytes.text("Subject: =?utf-8?B?"), Bytes.text("Größe"), Bytes.text("?=\n"))
    #expect(try message(base64).attributes.subject == "Größe")
    let disposition = Bytes.all(
      Bytes.text("Content-Disposition: attachment; filename=\""), try encoded("Отчёт о поездке.bin", as: "WINDOWS-1251"), Bytes.text("\"\n")
    )
    #expect(try message(disposition).text.contains("Отчёт о поездке.bin"))
  }

  @Test(arguments: ["ISO-2022-KR", "JOHAB", "UTF-32", "UTF-16", "EUC-KR"])
  func `a text in any declared encoding is read`(encoding: String) throws {
    let body = try encoded("<p>대한민국의 아침 abc</p>\n", as: encoding)
    let headers = "Subject: s\nContent-Type: text/html; charset=\(encoding.lowercased())\nContent-Transfer-Encoding: 8bit\n"
    let base64 = "Subject: s\nContent-Type: text/html; charset=\(encoding.lowercased())\nContent-Transfer-Encoding: base64\n"
    #expect(try message(Bytes.text(base64), Bytes.text(Self.base64(body))).text.contains("대한민국의 아침 abc"))
    if !encoding.hasPrefix("UTF") { #expect(try message(Bytes.text(headers), body).text.contains("대한민국의 아침 abc")) }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 { text.append(index <= group.count ? digits[value >> (18 - 6 * index) & 63] : "=") }
    }
    return text
  }
}
