// SPDX-License-Identifier: Apache-2.0

import ArchiveImporter
import AttributeSets
import DocumentImporter
import ImporterSupport
import MailImporter
import MusicImporter
import OfficeImporter
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct EmbeddedFilesTests {
  private func files(textByteCount: UInt64 = 1 << 20) -> EmbeddedFiles {
    EmbeddedFiles(
      importers: [ArchiveImporter.self, DocumentImporter.self, MailImporter.self, MusicImporter.self, OfficeImporter.self],
      sniffer: Letters(), textByteCount: textByteCount)
  }

  private func imported(
    _ bytes: [UInt8], name: String = "file", type: String = "public.archive", textByteCount: UInt64 = 1 << 20
  ) throws -> (found: MediaImport, files: EmbeddedFiles) {
    let files = files(textByteCount: textByteCount)
    return (try MediaImport(ArchiveImporter(), bytes, name: name, type: type, embeddedFiles: files), files)
  }

  private func words(_ found: MediaImport) -> [Substring] { found.text.split(whereSeparator: \.isWhitespace) }

  @Test func `the text of an archive contains that of its members in any format`() throws {
    let archive = ZipFixture([
      ("plans/notes.txt", Bytes.text("caf") + [0xE9]), ("page.html", Bytes.text("<p>one <b>two</b></p>")),
      ("letter.doc", CompoundFixture.word().bytes), ("inner.tar", ArchiveFixture.tar(["deep.txt": "depth"])), ("sound.mp3", [1, 2, 3]),
    ])
    let (found, files) = try imported(archive.bytes)
    #expect(found.failure == nil)
    #expect(
      words(found) == [
        "plans/notes.txt", "café", "page.html", "one", "two", "letter.doc", "Grün", "7", "Größe", "€", "inner.tar", "deep.txt", "depth",
        "sound.mp3",
      ])
    #expect(files.omission == nil)
  }

  @Test func `the content of a member tells its type if the name does not`() throws {
    let archive = ZipFixture([
      ("COPYING", Bytes.text("permission")), ("bin/tool", [0x7F, 0x45, 0x4C, 0x46]), ("object.o", Bytes.text("<x>compiled</x>")),
      ("empty", []),
    ])
    let (found, files) = try imported(archive.bytes)
    #expect(found.failure == nil)
    #expect(words(found) == ["COPYING", "permission", "bin/tool", "object.o", "empty"])
    #expect(files.omission == nil)
  }

  @Test func `the text of a Debian package contains that of its files, but not of its scripts`() throws {
    let package = ArchiveFixture.ar([
      ("debian-binary", Bytes.text("2.0\n")),
      ("control.tar", ArchiveFixture.tar(["./control": "Package: a\n", "./postinst.txt": "script"])),
      ("data.tar", ArchiveFixture.tar(["./usr/a.txt": "manual"])),
    ])
    let (found, _) = try imported(package, name: "a.deb", type: "org.debian.deb-archive")
    #expect(found.failure == nil)
    #expect(words(found).suffix(5) == ["Package:", "a", "./postinst.txt", "./usr/a.txt", "manual"])
    #expect(found.attributes.title == "a")
  }

  @Test func `names in the encoding of DOS are converted`() throws {
    var archive = ZipFixture(["M\u{7F}ller.txt": "one"])
    archive.tellsEncoding = false
    let zip = archive.bytes.map { $0 == 0x7F ? 0x81 : $0 }
    #expect(words(try imported(zip).found) == ["Müller.txt", "one"])
  }

  @Test func `archives in archives are read down to a limit`() throws {
    var archive = ArchiveFixture.tar(["treasure.txt": "gold"])
    for level in 1...8 { archive = ZipFixture([("level\(level).tar", archive)]).bytes }
    let (found, files) = try imported(archive)
    #expect(found.failure == nil)
    #expect(files.omission == "Files in it are read down to level 3; those below are left out.")
    #expect(words(found) == ["level8.tar", "level7.tar", "level6.tar", "level5.tar"])
  }

  @Test func `a shorter member after a longer one does not have its end`() throws {
    let archive = ArchiveFixture.tar(["long.txt": String(repeating: "long ", count: 5000), "short.txt": "short"])
    let (found, _) = try imported(archive)
    #expect(words(found).suffix(2) == ["short.txt", "short"])
  }

  @Test func `the text of all members is limited, their names are not, and the limit is reported`() throws {
    let members = ZipFixture((1...40).map { ("member\($0).txt", Bytes.text(String(repeating: "word ", count: 20_000))) })
    let (found, files) = try imported(members.bytes, textByteCount: 1 << 20)
    #expect(words(found).count { $0.hasPrefix("member") } == 40)
    let text = found.text.utf8.count
    #expect((900_000...1_050_000).contains(text))
    #expect(files.omission == "Of the text of the files in it, only 1 MiB are indexed.")
  }

  @Test func `the text of archives in archives counts once, also if the outer one is compressed`() throws {
    let member = ZipFixture([("a.txt", Bytes.text(String(repeating: "word ", count: 150_000)))]).bytes
    let (found, files) = try imported(ZipFixture([("inner.zip", member)]).bytes)
    #expect(words(found).count { $0 == "word" } == 150_000)
    #expect(files.omission == nil)
    let long = ZipFixture((1...3).map { ("\($0).txt", Bytes.text(String(repeating: "word ", count: 150_000))) }).bytes
    let (compressed, others) = try imported(ArchiveFixture.gzip(long, hasChecksum: false), name: "all.zip.gz")
    #expect((100_000...220_000).contains(words(compressed).count { $0 == "word" }))
    #expect(others.omission != nil)
  }

  @Test func `a limit of nothing leaves the names`() throws {
    let (found, files) = try imported(ArchiveFixture.tar(["a.txt": "words", "b.txt": "words"]), textByteCount: 0)
    #expect(words(found) == ["a.txt", "b.txt"])
    #expect(files.omission == nil)
  }

  @Test func `a limit that one file has reached does not concern the next one`() throws {
    let files = files(textByteCount: 1 << 20)
    let long = ArchiveFixture.tar(["a.txt": String(repeating: "word ", count: 400_000)])
    _ = try MediaImport(ArchiveImporter(), long, type: "public.archive", embeddedFiles: files)
    #expect(files.omission != nil)
    let next = try MediaImport(
      ArchiveImporter(), ArchiveFixture.tar(["b.txt": "words"]), type: "public.archive", embeddedFiles: files)
    #expect(words(next) == ["b.txt", "words"])
    #expect(files.omission == nil)
  }

  @Test func `a damaged or encrypted member does not concern the archive`() throws {
    let archive = ZipFixture([
      ("broken.docx", Bytes.text("PK broken")), ("secret.doc", CompoundFixture.word(flags: 0x300).bytes), ("c.txt", Bytes.text("fine")),
    ])
    let (found, _) = try imported(archive.bytes)
    #expect(found.failure == nil)
    #expect(words(found) == ["broken.docx", "secret.doc", "c.txt", "fine"])
  }

  @Test func `members that cannot be unpacked keep their names`() throws {
    var archive = ZipFixture(["a.txt": "no deflate", "b.txt": "no deflate"])
    archive.unpackedByteCount = 100
    let (found, _) = try imported(archive.bytes)
    #expect(found.failure is ImportError)
    #expect(words(found) == ["a.txt", "b.txt"])
  }

  @Test func `the text of attachments belongs to the message`() throws {
    let message = """
      From: a@example.org
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/plain

      see attachment
      --b
      Content-Type: application/octet-stream; name="report.html"
      Content-Disposition: attachment
      Content-Transfer-Encoding: base64

      PHA+cXVhcnRlcjwvcD4=
      --b
      Content-Type: text/plain; name="list.txt"
      Content-Disposition: attachment

      pears
      --b--

      """
    let found = try MediaImport(MailImporter(), Bytes.text(message), type: "com.apple.mail.email", embeddedFiles: files())
    #expect(found.failure == nil)
    #expect(words(found).suffix(6) == ["see", "attachment", "report.html", "quarter", "list.txt", "pears"])
  }

  @Test func `a compressed file is imported as what it holds`() throws {
    let page = ".TH TOOL 1\n.SH NAME\ntool \\- does things\n"
    let (found, _) = try imported(ArchiveFixture.gzip(Bytes.text(page)), name: "tool.1.gz")
    #expect(found.failure == nil)
    #expect(found.attributes.title == "TOOL(1)")
    #expect(found.attributes.contentDescription == "does things")
    let (letter, _) = try imported(ArchiveFixture.gzip(CompoundFixture.word().bytes), name: "letter.doc.gz")
    #expect(letter.attributes.title == "A Title")
    #expect(words(letter) == ["Grün", "7", "Größe", "€"])
    let (latin, _) = try imported(ArchiveFixture.gzip(Bytes.text("caf") + [0xE9]), name: "latin.txt.gz")
    #expect(latin.text.trimmingSpace == "café")
  }

  @Test func `a compressed text that does not fit into memory is read to its end`() throws {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 17 << 20) + Bytes.text("\nlast")
    let (found, files) = try imported(ArchiveFixture.gzip(text, hasChecksum: false), name: "log.txt.gz")
    #expect(found.failure == nil)
    #expect(found.text.hasSuffix("\nlast"))
    #expect(files.omission == nil)
  }
}

extension String {
  fileprivate var trimmingSpace: String { String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()) }
}

/// Knows texts of letters.
private struct Letters: TypeSniffing {
  func mimeType(ofFile descriptor: Int32) -> String? { nil }

  func mimeType(ofContent content: Span<UInt8>) -> String? {
    content.indices.allSatisfy { (0x61...0x7A).contains(content[$0]) } ? "text/plain" : "application/octet-stream"
  }
}
