// SPDX-License-Identifier: Apache-2.0

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
  private let encoding: Encoding
  /// 0 for English, and more for languages and encodings that are chosen less often.
  let rank: Int

  static let otherLanguage = 4

  private enum Encoding {
    case utf16
    case macRoman
  }

  /// - Returns: `nil` for names that are not used, or have one of the old encodings.
  init?(platform: UInt16, encoding: UInt16, language: UInt16, id: UInt16, bytes: [UInt8]) {
    guard let meaning = Meaning(rawValue: id) else { return nil }
    switch (platform, encoding) {
    case (0, _), (3, 0), (3, 1), (3, 10):
      self.encoding = .utf16
      rank = platform == 0 ? 1 : language == 0x409 ? 0 : language & 0x3FF == 9 ? 3 : Self.otherLanguage
    case (1, 0):
      self.encoding = .macRoman
      rank = language == 0 ? 2 : Self.otherLanguage
    default: return nil
    }
    self.meaning = meaning
    self.bytes = bytes
  }

  /// The name; `nil` if it is empty. Most names, such as those in other languages, are never decoded.
  ///
  /// Paragraphs of descriptions and licences are kept.
  var text: String? {
    let text = decoded.trimmed
    return text.isEmpty ? nil : text
  }

  private var decoded: String {
    switch encoding {
    case .macRoman: return String(bytes: bytes, encoding: .macOSRoman) ?? ""
    case .utf16:
      let count = bytes.count / 2
      var text: [UInt8] = []
      var converter = UTF16Converter()
      text.append(addingCapacity: UTF16Converter.maximumByteCount(ofUnitCount: count)) { output in
        let bytes = bytes.span
        for index in 0..<count { converter.append(UInt16(bytes[2 * index]) << 8 | UInt16(bytes[2 * index + 1]), to: &output) }
      }
      converter.finish(&text)
      return String(decoding: text, as: UTF8.self)
    }
  }
}
