// SPDX-License-Identifier: Apache-2.0

/// A metadata block in a text of a PNG file, as ImageMagick and ExifTool write it: a newline, a name of one or more words,
/// the number of bytes, and the bytes in hexadecimal digits.
enum RawProfile {
  enum Kind {
    case color
    case exif
    case iptc
    case xmp

    /// - Returns: `nil` for the keyword of another text.
    init?(keyword: String) {
      let words = keyword.lowercased().split(separator: " ")
      guard words.count == 4, words[..<3] == ["raw", "profile", "type"] else { return nil }
      switch words[3] {
      case "app1", "exif": self = .exif
      case "8bim", "iptc": self = .iptc
      case "icc", "icm": self = .color
      case "xmp": self = .xmp
      default: return nil
      }
    }
  }

  /// The bytes of the block, up to the first character that is no digit.
  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let words = text.split(whereSeparator: \.isBlank)
    guard let length = words.dropFirst().firstIndex(where: { $0.allSatisfy { (0x30...0x39).contains($0) } }) else { return [] }
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in words[(length + 1)...].joined() {
      guard let digit = Character(Unicode.Scalar(character)).hexDigitValue.map(UInt8.init) else { break }
      if let first = high { bytes.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    return bytes
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
