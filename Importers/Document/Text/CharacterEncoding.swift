// SPDX-License-Identifier: Apache-2.0

/// The character encoding of a text file.
enum CharacterEncoding: Equatable {
  /// UTF-8, including ASCII. It is validated but not converted.
  case utf8
  /// Any other encoding, by a name for `iconv_open(3)`.
  case named(String)

  static let utf16LittleEndian = named("UTF-16LE")
  static let utf16BigEndian = named("UTF-16BE")
  static let utf32LittleEndian = named("UTF-32LE")
  static let utf32BigEndian = named("UTF-32BE")
  /// The fallback: ISO 8859-1 with quotes and dashes instead of control characters that nobody
  /// uses.
  static let windows1252 = named("WINDOWS-1252")

  /// The encoding for a label, from a document's declaration or a detector.
  ///
  /// Labels are interpreted as in browsers. A name that is often used for a larger encoding
  /// (ISO-8859-1 for Windows-1252, GB2312 for GB18030) means the larger one, so that its additional
  /// characters are not lost. A label that could be read byte by byte cannot mean UTF-16.
  init(label: some StringProtocol) {
    let name = label.uppercased()
    switch name {
    case "UTF-8", "UTF8", "ASCII", "US-ASCII", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32": self = .utf8
    case "ISO-8859-1", "ISO8859-1", "ISO_8859-1", "LATIN1", "LATIN-1", "L1", "CP1252", "X-CP1252": self = .windows1252
    case "ISO-8859-9", "LATIN5": self = .named("WINDOWS-1254")
    case "ISO-8859-11", "TIS-620": self = .named("CP874")
    case "GB2312", "GB_2312-80", "GBK", "CP936", "X-GBK", "EUC-CN": self = .named("GB18030")
    case "SHIFT_JIS", "SHIFT-JIS", "SJIS", "X-SJIS", "MS_KANJI", "WINDOWS-31J": self = .named("CP932")
    case "EUC-KR", "KS_C_5601-1987", "KSC5601", "UHC": self = .named("CP949")
    case "KS_C_5601-1992", "X-JOHAB", "CP1361": self = .named("JOHAB")
    case "BIG5", "BIG-5": self = .named("BIG5-HKSCS")
    default: self = .named(name)
    }
  }

  /// The encoding for a label, if it is one of single bytes or one that contains ASCII.
  ///
  /// - Returns: `nil` for UTF-8 and for an encoding that the C library does not know.
  static func knownLocal(_ label: String) -> CharacterEncoding? {
    let encoding = CharacterEncoding(label: label)
    guard encoding != .utf8, encoding.unitSize == 1, CharacterConverter(from: encoding) != nil else { return nil }
    return encoding
  }

  /// The size of a unit in bytes, which is the number of bytes to skip after an invalid unit.
  var unitSize: Int {
    switch self {
    case .utf16LittleEndian, .utf16BigEndian: 2
    case .utf32LittleEndian, .utf32BigEndian: 4
    default: 1
    }
  }
}
