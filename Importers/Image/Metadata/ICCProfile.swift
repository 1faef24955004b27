// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The name of a colour profile.
enum ICCProfile {
  /// The text of the profile's `desc` tag; `nil` when there is none.
  static func name(in profile: [UInt8]) -> String? {
    guard let count = profile.integer(at: 128, as: UInt32.self, .big) else { return nil }
    for index in 0..<min(Int(count), 128) {
      let entry = 132 + 12 * index
      guard profile.has("desc", at: entry) else { continue }
      guard let offset = profile.integer(at: entry + 4, as: UInt32.self, .big),
        let size = profile.integer(at: entry + 8, as: UInt32.self, .big), Int(offset) < profile.count
      else { return nil }
      let tag = Array(profile[Int(offset)..<min(profile.count, Int(offset) + Int(size))])
      let name = tag.has("mluc") ? localizedName(tag) : plainName(tag)
      return name.flatMap { $0.isEmpty ? nil : $0 }
    }
    return nil
  }

  /// `textDescriptionType` of version 2: a counted ASCII text.
  private static func plainName(_ tag: [UInt8]) -> String? {
    guard tag.has("desc"), let length = tag.integer(at: 8, as: UInt32.self, .big) else { return nil }
    return String(looselyDecoding: tag.dropFirst(12).prefix(Int(length)))
  }

  /// `multiLocalizedUnicodeType` of version 4: the English text, or else the first one.
  private static func localizedName(_ tag: [UInt8]) -> String? {
    guard let count = tag.integer(at: 8, as: UInt32.self, .big), let size = tag.integer(at: 12, as: UInt32.self, .big), size >= 12
    else { return nil }
    let records = (0..<min(Int(count), 256)).map { 16 + $0 * Int(size) }
    guard let record = records.first(where: { tag.has("en", at: $0) }) ?? records.first,
      let length = tag.integer(at: record + 4, as: UInt32.self, .big), let offset = tag.integer(at: record + 8, as: UInt32.self, .big)
    else { return nil }
    let bytes = tag.dropFirst(Int(offset)).prefix(Int(length))
    let units = stride(from: 0, to: bytes.count - 1, by: 2).compactMap { bytes.integer(at: $0, as: UInt16.self, .big) }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }
}
