/// How a text file's bytes stand for characters.
enum CharacterEncoding: Equatable {
  /// UTF-8, and therefore ASCII: passed on after validation, never converted.
  case utf8
  /// Any other encoding, by a name that `iconv_open(3)` knows.
  case named(String)

  static let utf16LittleEndian = named("UTF-16LE")
  static let utf16BigEndian = named("UTF-16BE")
  static let utf32LittleEndian = named("UTF-32LE")
  static let utf32BigEndian = named("UTF-32BE")
  /// The encoding of last resort: ISO 8859-1 with quotes and dashes where that has control characters nobody writes.
  static let windows1252 = named("WINDOWS-1252")

  /// The encoding meant by `label`, from a document's declaration or a detector's answer.
  ///
  /// Labels are taken as browsers take them: a name widely used for a larger relative (ISO-8859-1 for Windows-1252, GB2312 for
  /// GB18030) means the relative, so that its additional characters are not lost; and a label that could be read byte by byte is not
  /// UTF-16, whatever it says.
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
    case "BIG5", "BIG-5": self = .named("BIG5-HKSCS")
    default: self = .named(name)
    }
  }

  /// Bytes of the smallest unit, and so how far to go on after bytes that mean nothing.
  var unitSize: Int {
    switch self {
    case .utf16LittleEndian, .utf16BigEndian: 2
    case .utf32LittleEndian, .utf32BigEndian: 4
    default: 1
    }
  }
}
