// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
internal import Attributes

/// The texts in the metadata of one file whose encoding the file does not declare.
///
/// A single title is too short to tell its encoding from, so it is found from all of them together. Until they are known, a reader
/// keeps the bytes beyond ASCII as characters of a private area, by ``marked(_:)``.
package struct UndeclaredTexts {
  /// What bytes stand for in the format's own encoding, in which they are if they make sense in it.
  package enum Standard {
    /// Latin-1, and the additions of Windows to it.
    case latin1
    /// PDFDocEncoding.
    case pdfDocument
  }

  private let encoding: CharacterEncoding
  private let standard: Standard

  /// U+EE80 to U+EEFF, which no font for texts uses.
  private static let marks = 0xEE80...0xEEFF as ClosedRange<UInt32>

  /// The text of bytes, up to the first NUL: as UTF-8 if they are that, and otherwise with a mark for each byte beyond ASCII.
  package static func marked(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes.prefix { $0 != 0 })
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : mark($0) }))
  }

  private static func mark(_ byte: UInt8) -> Unicode.Scalar { Unicode.Scalar(0xEE00 + UInt32(byte)) ?? "\u{FFFD}" }

  /// - Parameters:
  ///   - texts: All texts of the file that may have marks.
  ///   - declared: The name of the encoding if the file says it after all. One that nobody knows does not count.
  package init(_ texts: some Sequence<String>, declared: String? = nil, standard: Standard = .latin1) {
    self.standard = standard
    if let declared, let known = CharacterEncoding.knownLocal(declared) {
      encoding = known
      return
    }
    let parts = Set(texts.lazy.filter(Self.isMarked)).map { Array($0.unicodeScalars.compactMap(Self.byte)) }
      .filter { String(validating: $0, as: UTF8.self) == nil }
    guard !parts.isEmpty else {
      encoding = .windows1252
      return
    }
    let rating = EncodingRating(parts)
    let isStandard =
      standard == .pdfDocument && EncodingRating(parts.map(Self.asWindows1252), only: .windows1252).bits <= rating.bits
    encoding = isStandard ? .windows1252 : rating.encoding
  }

  /// The text with letters instead of marks.
  package func decoded(_ text: String) -> String {
    guard Self.isMarked(text) else { return text }
    var decoded = ""
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let byte = Self.byte(scalar) {
        bytes.append(byte)
        continue
      }
      decoded += decode(bytes)
      bytes = []
      decoded.unicodeScalars.append(scalar)
    }
    return decoded + decode(bytes)
  }

  private func decode(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    guard encoding == .windows1252, standard == .pdfDocument else { return String(decoding: encoding.utf8(bytes.span), as: UTF8.self) }
    return String(String.UnicodeScalarView(bytes.map { Self.pdfDocumentSigns[$0] ?? Unicode.Scalar($0) }))
  }

  private static func isMarked(_ text: String) -> Bool { text.unicodeScalars.contains { marks.contains($0.value) } }

  /// The byte of a mark or of an ASCII character; `nil` for characters that are known.
  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    scalar.isASCII || marks.contains(scalar.value) ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  /// Bytes of PDFDocEncoding as those of Windows-1252 with the same meaning.
  private static func asWindows1252(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { byte in pdfDocumentSigns[byte].map { windows1252Signs[$0] ?? UInt8(ascii: "*") } ?? byte }
  }

  private static let windows1252Signs: [Unicode.Scalar: UInt8] = Dictionary(
    zip("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ".unicodeScalars, [0x80] + Array(0x82...0x8C) + [0x8E] + Array(0x91...0x9C) + [0x9E, 0x9F] as [UInt8]),
    uniquingKeysWith: { first, _ in first })

  /// The bytes in which PDFDocEncoding differs from Latin-1 (ISO 32000-1, annex D.2), beyond ASCII.
  private static let pdfDocumentSigns: [UInt8: Unicode.Scalar] = Dictionary(
    zip(0x80..., "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\u{FFFD}€".unicodeScalars), uniquingKeysWith: { first, _ in first })
}

extension CSSearchableItemAttributeSet {
  /// Replaces the marks in all texts of the set by letters.
  package func decodeUndeclaredTexts(standard: UndeclaredTexts.Standard = .latin1) {
    let values = record.known.map(\.value) + record.custom.map(\.value)
    let marked = values.flatMap(\.strings)
    guard !marked.isEmpty else { return }
    let texts = UndeclaredTexts(marked, standard: standard)
    for entry in record.known { record[entry.key] = entry.value.mapStrings(texts.decoded) }
    for entry in record.custom {
      record.setCustom(entry.name, to: entry.value.mapStrings(texts.decoded), searchability: entry.searchability)
    }
  }
}

extension AttributeValue {
  fileprivate var strings: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.strings)
    default: []
    }
  }

  fileprivate func mapStrings(_ transform: (String) -> String) -> AttributeValue {
    switch self {
    case .string(let text): .string(transform(text))
    case .array(let elements): .array(elements.map { $0.mapStrings(transform) })
    default: self
    }
  }
}
