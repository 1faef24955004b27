// SPDX-License-Identifier: Apache-2.0

/// Small archives in memory.
enum ArchiveFixture {
  /// A tar archive of files with names and contents.
  static func tar(_ members: KeyValuePairs<String, String>) -> [UInt8] {
    let blocks = members.flatMap { name, content -> [UInt8] in
      let field = { (text: String, length: Int) in Bytes.text(text) + [UInt8](repeating: 0, count: length - text.utf8.count) }
      let octal = { (number: Int, digits: Int) in
        let text = String(number, radix: 8)
        return String(repeating: "0", count: digits - text.utf8.count) + text
      }
      var header = Bytes.all(
        field(name, 100), field("0000644", 8), field("0000000", 8), field("0000000", 8), field(octal(content.utf8.count, 11), 12),
        field("00000000000", 12), Bytes.text("        "), [0x30], field("", 100), field("ustar", 6), Bytes.text("00"), field("", 247))
      header.replaceSubrange(148..<155, with: field(octal(header.reduce(0) { $0 + Int($1) }, 6), 7))
      let padding = (512 - content.utf8.count % 512) % 512
      return header + Bytes.text(content) + [UInt8](repeating: 0, count: padding)
    }
    return blocks + [UInt8](repeating: 0, count: 1024)
  }

  /// A gzip file without compression.
  ///
  /// - Parameter hasChecksum: `false` to save time for large contents; libarchive does not check it.
  static func gzip(_ content: [UInt8], hasChecksum: Bool = true) -> [UInt8] {
    var bytes = gzipHeader
    var rest = content[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      bytes += (rest.isEmpty ? [1] : [0]) + Bytes.little(count, ~count) + block
    } while !rest.isEmpty
    return bytes + Bytes.little(hasChecksum ? ZipFixture.crc32(content) : 0) + Bytes.little(UInt32(content.count))
  }

  static let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

  /// A Unix archive, the container of Debian packages.
  static func ar(_ members: [(String, [UInt8])]) -> [UInt8] {
    let field = { (text: String, length: Int) in Bytes.text(text) + [UInt8](repeating: 0x20, count: length - text.utf8.count) }
    return Bytes.text("!<arch>\n")
      + members.flatMap { name, content in
        Bytes.all(
          field(name, 16), field("0", 12), field("0", 6), field("0", 6), field("100644", 8), field(String(content.count), 10),
          [0x60, 0x0A],
          content, content.count.isMultiple(of: 2) ? [] : [0x0A])
      }
  }

  /// An archive of empty files in the newer format of cpio, the container of the files in RPM packages.
  static func cpio(_ names: [String]) -> [UInt8] {
    (names + ["TRAILER!!!"]).flatMap { name in
      let hexadecimal = { (number: Int) in
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
      }
      let fields = [1, 0o100644, 0, 0, 1, 0, 0, 0, 0, 0, 0, name.utf8.count + 1, 0]
      let header = Bytes.text("070701" + fields.map(hexadecimal).joined() + name + "\0")
      return header + [UInt8](repeating: 0, count: (4 - header.count % 4) % 4)
    }
  }

  /// An RPM package with texts and numbers.
  static func rpm(_ texts: [(tag: UInt32, text: String)], _ numbers: [(tag: UInt32, number: UInt32)], files: [String]) -> [UInt8] {
    let mark: [UInt8] = [0x8E, 0xAD, 0xE8, 1, 0, 0, 0, 0]
    var (index, store) = ([] as [UInt8], [] as [UInt8])
    for (tag, number) in numbers {
      index += Bytes.big(tag, 4, UInt32(store.count), 1)
      store += Bytes.big(number)
    }
    for (tag, text) in texts {
      index += Bytes.big(tag, 6, UInt32(store.count), 1)
      store += Bytes.text(text + "\0")
    }
    // A signature of three bytes, which are padded to eight.
    let signature = mark + Bytes.big(UInt32(1), 3, 1000, 7, 0, 3) + [1, 2, 3, 0, 0, 0, 0, 0]
    return Bytes.all(
      [0xED, 0xAB, 0xEE, 0xDB, 3, 0], [UInt8](repeating: 0, count: 90), signature,
      mark, Bytes.big(UInt32(index.count / 16), UInt32(store.count)), index, store, gzip(cpio(files)))
  }

  static let redHatPackage = rpm(
    [
      (1000, "hello"), (1001, "1.2"), (1002, "3"), (1004, "Says hello"), (1005, "A program\nthat greets."), (1011, "Works"), (1014, "MIT"),
      (1015, "Ada <ada@example.org>"), (1016, "Amusements/Games"), (1020, "https://example.org/"),
    ], [(1003, 4), (1006, 1_580_474_863)], files: ["./usr/bin/hello"])

  static let package = ar([
    ("debian-binary", Bytes.text("2.0\n")),
    (
      "control.tar.gz",
      gzip(
        tar([
          "./control":
            "Package: hello\nVersion: 1.2\nMaintainer: Ada <ada@example.org>\nHomepage: https://example.org/\nDescription: Says hello\n long text\n"
        ]))
    ),
    ("data.tar", tar(["./usr/bin/hello": "x"])),
  ])
}
