// SPDX-License-Identifier: Apache-2.0

/// Small files of compiled help in memory, whose files are not packed.
enum HelpFixture {
  /// - Parameters:
  ///   - files: Names and contents. The names begin with a slash.
  ///   - language: As Windows numbers languages.
  ///   - isOfFreePascal: Whether it has the wrong identifier that Free Pascal's compiler writes.
  static func help(
    _ files: [(name: String, content: [UInt8])], language: UInt32 = 0x409, isOfFreePascal: Bool = false
  ) -> [UInt8] {
    let chunkSize = 4096
    var content: [UInt8] = []
    var entries: [UInt8] = []
    for file in files {
      entries += number(file.name.utf8.count) + Bytes.text(file.name) + [0] + number(content.count) + number(file.content.count)
      content += file.content
    }
    let free = chunkSize - 20 - entries.count
    let listing = Bytes.all(
      Bytes.text("PMGL"), Bytes.little(UInt32(free), 0, .max, .max), entries, [UInt8](repeating: 0, count: free - 2),
      Bytes.little(UInt16(files.count)))
    let directory = Bytes.all(
      Bytes.text("ITSP"), Bytes.little(UInt32(1), 0x54, 10, UInt32(chunkSize), 2, 1, .max, 0, 0, .max, 1, language), identifier(0x6A),
      Bytes.little(UInt32(0x54), .max, .max, .max), listing)
    // After the header, the size of the file, the directory, and the content.
    let (start, sectionByteCount) = (0x60, 0x18)
    let size = start + sectionByteCount + directory.count + content.count
    let section = Bytes.all(Bytes.little(UInt32(0x1FE), 0), Bytes.little(UInt64(size), 0))
    return Bytes.all(
      Bytes.text("ITSF"), Bytes.little(UInt32(3), 0x60, 1, 0, language), identifier(0x10), identifier(isOfFreePascal ? 0x10 : 0x11),
      Bytes.little(UInt64(start), UInt64(sectionByteCount), UInt64(start + sectionByteCount), UInt64(directory.count)),
      Bytes.little(UInt64(start + sectionByteCount + directory.count)), section, directory, content)
  }

  /// The properties of the whole help.
  static func properties(title: [UInt8]) -> [UInt8] {
    Bytes.all(
      Bytes.little(UInt32(3)), Bytes.little(UInt16(2), 2), Bytes.text("a\0"), Bytes.little(UInt16(3), UInt16(title.count + 1)), title, [0])
  }

  private static func identifier(_ first: UInt8) -> [UInt8] {
    [first, 0xFD, 0x01, 0x7C, 0xAA, 0x7B, 0xD0, 0x11, 0x9E, 0x0C, 0x00, 0xA0, 0xC9, 0x22, 0xE6, 0xEC]
  }

  /// A number in groups of seven bits.
  private static func number(_ value: Int) -> [UInt8] {
    value < 128 ? [UInt8(value)] : number(value >> 7).map { $0 | 0x80 } + [UInt8(value & 0x7F)]
  }
}
