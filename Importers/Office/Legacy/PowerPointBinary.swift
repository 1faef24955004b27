// SPDX-License-Identifier: Apache-2.0

internal import CompoundFiles
internal import ImporterSupport

/// The text of a PowerPoint presentation since version 97: texts of slides, notes and comments, in the order
/// of the file.
enum PowerPointBinary {
  private static let maximumRecordCount = 1 << 20

  /// - Returns: The number of slides.
  @discardableResult
  static func appendText(of file: CompoundFile, to text: TextSink) throws -> Int {
    guard let stream = file.stream("PowerPoint Document") else { return 0 }
    if file.contains("EncryptedSummary") { throw ImportError.encrypted }
    var offset = 0
    var endOfHeaders = 0
    var endOfComment = 0
    // Whether the data that follows is of PowerPoint 2002, which stores comments so.
    var isExtension = false
    var slideCount = 0
    var lines: [UInt8] = []
    for _ in 0..<maximumRecordCount {
      guard let header = stream.integer(at: offset, as: UInt64.self, .little) else { break }
      let isContainer = header & 0x0F == 0x0F
      let kind = UInt16(truncatingIfNeeded: header >> 16)
      let length = Int(header >> 32)
      offset += 8
      switch kind {
      // The texts of a master say only where texts belong.
      case 0x03F8: offset += length
      case _ where isContainer:
        // Headers and footers, and links.
        if kind == 0x0FD9 || kind == 0x0FD7 { endOfHeaders = offset + length }
        if kind == 0x03EE { slideCount += 1 }
        if kind == 0x2EE0 { endOfComment = offset + length }
      // Data of a later version consists of records, too.
      case 0x138B where isExtension: break
      // Texts of two bytes or one byte for each character.
      case 0x0FA0, 0x0FA8:
        append(StoredCharacters(bytes: stream.bytes(at: offset, count: length), encoding: kind == 0x0FA8 ? .latin1 : .wide), to: &lines)
        offset += length
      // Other texts are names, unless they are headers, footers and addresses.
      case 0x0FBA where offset < endOfHeaders:
        append(StoredCharacters(bytes: stream.bytes(at: offset, count: length), encoding: .wide), to: &lines)
        offset += length
      case 0x0FBA:
        let characters = StoredCharacters(bytes: stream.bytes(at: offset, count: length), encoding: .wide)
        // The second string of a comment; its author and initials are the others.
        if offset < endOfComment, header >> 4 & 0xFFF == 1 { append(characters, to: &lines) }
        isExtension = length == 16 && String(decoding: characters.utf8, as: UTF8.self) == "___PPT10"
        offset += length
      default: offset += length
      }
      if lines.count >= 16 << 10 {
        try text.append(unsafe UTF8Span(unchecked: lines.span))
        lines.removeAll(keepingCapacity: true)
      }
    }
    try text.append(unsafe UTF8Span(unchecked: lines.span))
    return slideCount
  }

  /// Appends lines with their ends. Paragraphs end with a carriage return, and lines with a vertical tab.
  private static func append(_ characters: StoredCharacters, to lines: inout [UInt8]) {
    let start = lines.count
    var converter = UTF16Converter()
    characters.append(to: &lines, with: &converter)
    converter.finish(&lines)
    for index in start..<lines.count where lines[index] == 0x0D || lines[index] == 0x0B { lines[index] = 0x0A }
    lines.append(0x0A)
  }
}
