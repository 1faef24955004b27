// SPDX-License-Identifier: Apache-2.0

internal import DocumentImporter
internal import ImporterSupport

/// A medical image or report (DICOM, part 10): its size, and what the first elements say of the patient and the study.
enum DICOM {
  /// Where the mark is, after a preamble for other readers.
  private static let markOffset = 128
  private static let maximumElementCount = 4096
  private static let maximumTextLength = 4096
  private static let undefinedLength = UInt32.max

  static func begins(_ start: [UInt8]) -> Bool { start.has("DICM", at: markOffset) }

  private struct Element {
    let tag: UInt32
    let representation: String
    let offset: Int
    let count: UInt32
  }

  /// The elements with texts that people search for.
  private static let texts: Set<UInt32> = [
    0x0008_0060, 0x0008_0070, 0x0008_0080, 0x0008_0090, 0x0008_1030, 0x0008_103E, 0x0008_1050, 0x0008_1060, 0x0008_1090, 0x0010_0010,
    0x0010_0020, 0x0010_4000, 0x0018_0015, 0x0018_1030, 0x0020_4000, 0x0042_0010,
  ]

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    var reader = Reader(file, offset: markOffset + 4)
    var values: [UInt32: String] = [:]
    var depth = 0
    for _ in 0..<maximumElementCount {
      guard let element = reader.next() else { break }
      // The pixels, and what follows them.
      if element.tag >= 0x7FE0_0000, element.tag < 0xFFFE_0000 { break }
      if element.count == undefinedLength {
        depth += 1
        continue
      }
      // The ends of items and sequences without a length.
      if element.tag == 0xFFFE_E00D || element.tag == 0xFFFE_E0DD {
        depth -= 1
        continue
      }
      reader.offset = element.offset + Int(element.count)
      guard depth <= 0 else { continue }
      switch element.tag {
      case 0x0028_0010: facts.height = reader.number(element)
      case 0x0028_0011: facts.width = reader.number(element)
      case 0x0028_0101: facts.bitsPerSample = reader.number(element)
      case 0x0028_0004: facts.colorSpace = reader.text(element).hasPrefix("MONOCHROME") ? .gray : .rgb
      case 0x0028_0008: facts.pageCount = Int(reader.text(element))
      case 0x0002_0010, 0x0008_0005, 0x0008_0020, 0x0008_0030: values[element.tag] = reader.text(element)
      case _ where texts.contains(element.tag): values[element.tag] = reader.text(element)
      default: break
      }
      if element.tag == 0x0002_0010 { reader.transferSyntax = values[element.tag] ?? "" }
      if element.tag == 0x0008_0005 { reader.characterSets = values[element.tag] ?? "" }
    }
    facts.take(values)
    return facts
  }

  /// Reads elements one after the other.
  private struct Reader {
    private let file: FileBytes
    var offset: Int
    private var order = ByteOrder.little
    private var isImplicit = false

    init(_ file: FileBytes, offset: Int) {
      self.file = file
      self.offset = offset
    }

    /// The form of the elements after those that describe the file; empty if it is not known.
    var transferSyntax = ""

    /// The names of the character sets, in the words of the standard, one in a line.
    var characterSets = "" { didSet { encoding = Self.encoding(of: characterSets) } }
    /// The name of the encoding of texts; `nil` for the one that fits.
    private var encoding: String?

    mutating func next() -> Element? {
      // The elements of the second group always have the same form.
      if !transferSyntax.isEmpty, file.integer(at: offset, as: UInt16.self, .little) != 2 {
        isImplicit = transferSyntax == "1.2.840.10008.1.2"
        order = transferSyntax == "1.2.840.10008.1.2.2" ? .big : .little
        // The rest is compressed.
        if transferSyntax == "1.2.840.10008.1.2.1.99" { return nil }
      }
      guard let group = file.integer(at: offset, as: UInt16.self, order), let number = file.integer(at: offset + 2, as: UInt16.self, order)
      else { return nil }
      let tag = UInt32(group) << 16 | UInt32(number)
      guard !isImplicit, group != 0xFFFE else {
        guard let count = file.integer(at: offset + 4, as: UInt32.self, order) else { return nil }
        offset += 8
        return Element(tag: tag, representation: "", offset: offset, count: count)
      }
      let representation = String(decoding: file.bytes(at: offset + 4, count: 2), as: UTF8.self)
      if ["OB", "OD", "OF", "OL", "OV", "OW", "SQ", "SV", "UC", "UN", "UR", "UT", "UV"].contains(representation) {
        guard let count = file.integer(at: offset + 8, as: UInt32.self, order) else { return nil }
        offset += 12
        return Element(tag: tag, representation: representation, offset: offset, count: count)
      }
      guard let count = file.integer(at: offset + 6, as: UInt16.self, order) else { return nil }
      offset += 8
      return Element(tag: tag, representation: representation, offset: offset, count: UInt32(count))
    }

    func number(_ element: Element) -> Int? { file.integer(at: element.offset, as: UInt16.self, order).map(Int.init) }

    func text(_ element: Element) -> String {
      let bytes = file.bytes(at: element.offset, count: min(Int(element.count), maximumTextLength))
      // Switches between character sets of one byte, of which there is only one here, mean nothing.
      let isWide = encoding?.hasPrefix("ISO-2022") ?? false
      let text = String(decoding: DetectedText.utf8(bytes.span, declared: encoding), as: UTF8.self)
      let plain = isWide ? text : text.replacing(/\u{1B}[ -\/]+[@-~]/, with: "")
      // Parts of names, their forms in other scripts, and several values.
      let parts = plain.replacing("^", with: " ").replacing("=", with: " ").replacing("\\", with: "\n")
      return parts.replacing("\0", with: " ").trimmed
    }

    /// The encoding for the names of character sets (DICOM, part 3, C.12.1.1.2).
    private static func encoding(of names: String) -> String? {
      let numbers = names.split(whereSeparator: \.isNewline).compactMap { name in name.split { " _".contains($0) }.last.flatMap { Int($0) }
      }
      if names.contains("GB18030") || names.contains("GBK") { return "GB18030" }
      if numbers.contains(where: [87, 159].contains) { return "ISO-2022-JP-2" }
      if numbers.contains(149) { return "EUC-KR" }
      if numbers.contains(192) { return "UTF-8" }
      let parts = [100: 1, 101: 2, 109: 3, 110: 4, 144: 5, 127: 6, 126: 7, 138: 8, 148: 9, 203: 15]
      if let part = numbers.lazy.compactMap({ parts[$0] }).last { return "ISO-8859-\(part)" }
      return numbers.contains(166) ? "TIS-620" : numbers.contains(13) ? "SHIFT_JIS" : nil
    }
  }
}

extension ImageFacts {
  /// Takes the texts of elements, by their tags.
  fileprivate mutating func take(_ values: [UInt32: String]) {
    let title = values[0x0008_1030] ?? values[0x0042_0010] ?? values[0x0008_103E]
    if let title, !title.isEmpty { texts.append(("Title", title)) }
    if let comment = values[0x0010_4000] ?? values[0x0020_4000], !comment.isEmpty { texts.append(("Comment", comment)) }
    if let model = values[0x0008_1090], !model.isEmpty { texts.append(("Source", model)) }
    if let day = values[0x0008_0020], day.count == 8, day.allSatisfy(\.isNumber) {
      let time = values[0x0008_0030]?.prefix { $0.isNumber } ?? ""
      let clock =
        time.count >= 6 ? "T" + [time.prefix(2), time.dropFirst(2).prefix(2), time.dropFirst(4).prefix(2)].joined(separator: ":") : ""
      texts.append(("Creation Time", "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))\(clock)"))
    }
    let shown = values.filter { $0.key > 0x0008_0030 && !$0.value.isEmpty }.sorted { $0.key < $1.key }.map(\.value)
    content = shown.map { $0 + "\n" }.joined()
  }
}
