// SPDX-License-Identifier: Apache-2.0

import ArchiveImporter
import AttributeSets
import DocumentImporter
import Foundation
import ImporterSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ArchiveImporterTests {
  private func imported(_ bytes: [UInt8], name: String = "file", type: String = "public.archive") throws -> MediaImport {
    try MediaImport(ArchiveImporter(), bytes, name: name, type: type)
  }

  private static let tar = ArchiveFixture.tar(["plans/größe.txt": "content", "b.md": ""])

  @Test(arguments: [tar, ArchiveFixture.gzip(tar), ZipFixture(["plans/größe.txt": "content", "b.md": ""]).bytes])
  func `the names of the members are text`(bytes: [UInt8]) throws {
    let found = try imported(bytes)
    #expect(found.failure == nil)
    #expect(found.text == "plans/größe.txt\nb.md\n")
  }

  @Test func `a Debian package has the fields of its description and the names of its files`() throws {
    let found = try imported(ArchiveFixture.package)
    #expect(found.attributes.title == "hello")
    #expect(found.attributes.version == "1.2")
    #expect(found.attributes.contentDescription == "Says hello")
    #expect(found.attributes.url == URL(string: "https://example.org/"))
    #expect(found.text.hasSuffix("./usr/bin/hello\n"))
  }

  @Test func `an RPM package has the fields of its header and the names of its files`() throws {
    let found = try imported(ArchiveFixture.redHatPackage)
    #expect(found.failure == nil)
    #expect(found.attributes.title == "hello")
    #expect(found.attributes.version == "4:1.2-3")
    #expect(found.attributes.contentDescription == "Says hello")
    #expect(found.attributes.authorNames == ["Ada <ada@example.org>"])
    #expect(found.attributes.organizations == ["Works"])
    #expect(found.attributes.rights == "MIT")
    #expect(found.attributes.keywords == ["Amusements/Games"])
    #expect(found.attributes.url == URL(string: "https://example.org/"))
    #expect(found.attributes.contentCreationDate == Date(timeIntervalSince1970: 1_580_474_863))
    #expect(found.text == "A program\nthat greets.\n./usr/bin/hello\n")
  }

  @Test(arguments: [(8, UInt32.max), (12, UInt32.max), (8, 0), (24, 0xFFFF_FFF0)] as [(Int, UInt32)])
  func `impossible numbers in the header of an RPM package do no harm`(offset: Int, number: UInt32) throws {
    var bytes = ArchiveFixture.redHatPackage
    // The header after the lead and the signature.
    let start = 96 + 16 + 16 + 8 + offset
    bytes.replaceSubrange(start..<(start + 4), with: Bytes.big(number))
    _ = try imported(bytes)
  }

  @Test(arguments: [
    ("notes.txt.gz", "some text\n", "some text\n"), ("tool.1.gz", ".TH TOOL 1\n", ".TH TOOL 1\n"),
    ("page.html.gz", "<p>one <b>two</b></p>", "one two"), ("data.bin.gz", "\u{0}\u{1}binary", ""),
  ])
  func `a compressed file has the text of its content`(name: String, content: String, text: String) throws {
    let found = try imported(ArchiveFixture.gzip(Bytes.text(content)), name: name)
    #expect(found.failure == nil)
    #expect(found.text.trimmingLines == text.trimmingLines)
  }

  /// Texts whose unpacked beginning is shorter and longer than a block of libarchive.
  @Test(arguments: [1, 60_000])
  func `a compressed file that was cut off has the text before`(lineCount: Int) throws {
    let content = "first\n" + String(repeating: "line\n", count: lineCount) + "last\n" + String(repeating: "gone\n", count: 10)
    let whole = ArchiveFixture.gzip(Bytes.text(content), hasChecksum: false)
    let bytes = Array(whole.dropLast(8 + 50))
    for files in [nil, EmbeddedFiles(importers: [DocumentImporter.self], textByteCount: 1 << 20)] {
      let found = try MediaImport(ArchiveImporter(), bytes, name: "log.txt.gz", type: "org.gnu.gnu-zip-archive", embeddedFiles: files)
      #expect(found.failure != nil)
      #expect(found.text.hasPrefix("first\nline\n"))
      #expect(found.text.contains("line\nlast\n") && !found.text.contains("gone"))
    }
  }

  @Test func `a program in PostScript that is not unpacked has no text`() throws {
    let found = try imported(ArchiveFixture.gzip(Bytes.text("%!PS-Adobe-3.0\nshowpage\n")), name: "figure.ps.gz")
    #expect("\(String(describing: found.failure))".contains("PostScript"))
    #expect(found.text.isEmpty)
  }

  @Test(arguments: [ArchiveFixture.tar([:]), ArchiveFixture.gzip([UInt8](repeating: 0, count: 4096)), ZipFixture([]).bytes])
  func `an archive without members is read`(bytes: [UInt8]) throws {
    let found = try imported(bytes, type: "public.zip-archive")
    #expect(found.failure == nil)
    #expect(found.text.isEmpty)
  }

  @Test func `a file that unpacks to far more than its size is refused`() throws {
    // The header of a Deflate block whose code for 258 times the previous byte has two bits, all of
    // them zero.
    let block: [UInt8] = [0xED, 0xC1, 1, 0x0D, 0, 0, 0, 0xC2, 0xA0, 0x2A, 0xEF, 0x9F, 0xD2, 0x1E, 0x0E, 0x28]
    let bomb = ArchiveFixture.gzipHeader + block + [UInt8](repeating: 0, count: 100_000)
    #expect(try imported(bomb).failure as? ImportError == .damaged("it unpacks to more than 400 times its size"))
  }

  @Test func `a file of a known type that is no archive is damaged, and others have no reader`() throws {
    #expect(try imported(Bytes.text("words"), type: "public.zip-archive").failure != nil)
    #expect(try imported(Bytes.text("words"), type: "com.vmware.vmdk").failure as? ImportError == .noReader)
  }

  /// Names in the encoding of each country, which the archive does not tell.
  @Test(arguments: [
    ("CP866", ["Привет мир.txt", "Документы/отчёт.doc"]), ("WINDOWS-1251", ["Привет мир.txt", "Документы/отчёт.doc", "ФОТО.jpg"]),
    ("CP866", ["СМЕТА 2004.XLS"]), ("CP866", ["ФОТО.JPG"]), ("WINDOWS-1251", ["договор №5.doc"]),
    ("CP932", ["新しいフォルダ/会議資料.txt", "写真.jpg"]),
    ("CP932", ["カタログ.pdf"]), ("CP932", ["東京都.txt"]), ("GBK", ["新建文件夹/会议记录.doc", "照片.jpg"]), ("GBK", ["说明书.txt"]),
    ("CP949", ["새 폴더/회의록.hwp", "사진.jpg"]), ("BIG5", ["新增資料夾/會議記錄.doc", "照片.jpg"]),
    ("CP850", ["Größe/Müller.txt", "ÄÖÜ.txt"]), ("CP850", ["ÄÖÜ.TXT"]), ("CP850", ["Umlaute ÄÖÜäöüß.txt"]), ("CP850", ["æøåÆØÅ.txt"]),
    ("CP850", ["créée à l'été/Île.txt"]),
    ("CP850", ["niño y año ¿qué.txt"]),
    ("CP850", ["Smørrebrød på Ærø.txt"]),
  ])
  func `names of a ZIP archive have the encoding that fits all of them`(encoding: String, names: [String]) throws {
    var archive = ZipFixture(names.map { ($0, []) })
    archive.tellsEncoding = false
    archive.encodedNames = try names.map { try encoded($0, as: encoding) }
    let found = try imported(archive.bytes, type: "public.zip-archive")
    #expect(found.text == names.map { $0 + "\n" }.joined())
  }

  @Test func `a disk image that begins with zeros is no archive without members`() throws {
    let image = [UInt8](repeating: 0, count: 4096) + Bytes.text("content")
    #expect(try imported(image, type: "com.apple.disk-image").failure as? ImportError == .noReader)
  }

  @Test func `an encrypted archive is reported, and its names are kept`() throws {
    var archive = ZipFixture(["secret.txt": "content"])
    archive.isEncrypted = true
    let found = try imported(archive.bytes)
    #expect(found.text == "secret.txt\n")
    #expect(found.attributes.securityMethod == "Password Encrypted")
  }

  private static let all = [
    tar, ArchiveFixture.gzip(tar), ArchiveFixture.package, ArchiveFixture.redHatPackage, ZipFixture(["a": "b"]).bytes,
  ]

  @Test(arguments: all.indices, [1, 2] as [UInt64])
  func `damage does not crash the importer`(index: Int, seed: UInt64) throws {
    let bytes = Self.all[index]
    for length in stride(from: 0, to: bytes.count, by: 37) { _ = try imported(Array(bytes[..<length])) }
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 { _ = try imported(bytes.damaged(using: &generator)) }
  }
}

extension String {
  fileprivate var trimmingLines: [Substring] { split(whereSeparator: \.isNewline) }
}
