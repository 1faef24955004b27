// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import CompoundFiles
internal import ImporterSupport

/// The text of a document of Hangul 5 in a compound file (Hancom, “HWP Document File Formats 5.0”).
enum HangulBinary {
  private static let maximumSectionCount = 4096
  private static let maximumSectionByteCount = 64 << 20
  /// The record with the characters of a paragraph.
  private static let paragraphText: UInt32 = 67

  private struct Flags: OptionSet {
    let rawValue: UInt32
    static let isCompressed = Flags(rawValue: 1)
    static let isEncrypted = Flags(rawValue: 2)
    /// The content is encrypted, with a key in the file, so that readers do not change it.
    static let isForDistribution = Flags(rawValue: 4)
  }

  /// Sets the attributes that the document has in a property set of its own format.
  static func fill(_ attributes: CSSearchableItemAttributeSet, from file: CompoundFile) {
    guard let stream = file.stream("\u{5}HwpSummaryInformation"), let properties = PropertySet(stream) else { return }
    attributes.take(properties.facts)
  }

  static func appendText(of file: CompoundFile, to text: TextSink) throws {
    guard let header = file.stream("FileHeader"), header.bytes(at: 0, count: 17).has("HWP Document File") else { return }
    let flags = Flags(rawValue: header.integer(at: 36, as: UInt32.self, .little) ?? 0)
    if flags.contains(.isEncrypted) { throw ImportError.encrypted }
    guard !flags.contains(.isForDistribution), let body = file.storage("BodyText") else { return try appendPreview(of: file, to: text) }
    for index in 0..<maximumSectionCount {
      guard let section = body.stream("Section\(index)") else { break }
      let content =
        try flags.contains(.isCompressed)
        ? GzipContent(.none, section).all(limit: maximumSectionByteCount)
        : section.bytes(at: 0, count: min(section.count, maximumSectionByteCount))
      try appendText(of: content, to: text)
    }
  }

  /// The first page of the text, which the file contains again.
  private static func appendPreview(of file: CompoundFile, to text: TextSink) throws {
    guard let preview = file.stream("PrvText") else { return }
    let characters = StoredCharacters(bytes: preview.bytes(at: 0, count: min(preview.count, 1 << 20)), encoding: .wide)
    try text.append(utf8: characters.utf8.span)
    try text.append("\n")
  }

  private static func appendText(of section: [UInt8], to text: TextSink) throws {
    var offset = 0
    while let header = section.integer(at: offset, as: UInt32.self, .little) {
      offset += 4
      var size = Int(header >> 20)
      if size == 0xFFF {
        guard let long = section.integer(at: offset, as: UInt32.self, .little) else { return }
        size = Int(long)
        offset += 4
      }
      guard size <= section.count - offset else { return }
      if header & 0x3FF == paragraphText {
        var line = paragraph(section[offset..<(offset + size)])
        line.append(UInt8(ascii: "\n"))
        try text.append(utf8: line.span)
      }
      offset += size
    }
  }

  /// The characters of a paragraph. Most of those below the space are objects and fields, which take eight places.
  private static func paragraph(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var units: [UInt16] = []
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let unit = UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
      index += 2
      switch unit {
      case 0, 25...29: break
      case 10, 13: units.append(0x0A)
      case 24: units.append(0x2D)
      case 30, 31: units.append(0x20)
      case 9:
        units.append(9)
        index += 14
      case 1...23: index += 14
      default: units.append(unit)
      }
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
