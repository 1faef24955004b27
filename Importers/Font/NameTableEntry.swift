internal import Foundation
internal import ImporterSupport

/// A name in the table of names of OpenType.
struct NameTableEntry {
  /// What a name says. The values are those of the format.
  enum Meaning: UInt16 {
    case copyright = 0
    /// The family as programs know it that allow only four styles for each.
    case family = 1
    case style = 2
    case fullName = 4
    case version = 5
    case postScriptName = 6
    case manufacturer = 8
    case designer = 9
    case description = 10
    case license = 13
    case typographicFamily = 16
    case typographicStyle = 17
  }

  let meaning: Meaning
  private let bytes: [UInt8]
  private let encoding: String.Encoding
  /// 0 for English, and more for languages and encodings that are chosen less often.
  let rank: Int

  static let otherLanguage = 4

  /// - Returns: `nil` for names that are not used, or have one of the old encodings.
  init?(platform: UInt16, encoding: UInt16, language: UInt16, id: UInt16, bytes: [UInt8]) {
    guard let meaning = Meaning(rawValue: id) else { return nil }
    switch (platform, encoding) {
    case (0, _), (3, 0), (3, 1), (3, 10):
      self.encoding = .utf16BigEndian
      rank = platform == 0 ? 1 : language == 0x409 ? 0 : language & 0x3FF == 9 ? 3 : Self.otherLanguage
    case (1, 0):
      self.encoding = .macOSRoman
      rank = language == 0 ? 2 : Self.otherLanguage
    default: return nil
    }
    self.meaning = meaning
    self.bytes = bytes
  }

  /// The name; `nil` if it is empty. Most names, such as those in other languages, are never decoded.
  var text: String? {
    // Paragraphs of descriptions and licences are kept.
    guard let found = String(bytes: bytes, encoding: encoding)?.trimmingCharacters(in: Self.surroundings) else { return nil }
    return found.isEmpty ? nil : found
  }

  private static let surroundings = CharacterSet.whitespacesAndNewlines.union(.controlCharacters)
}
