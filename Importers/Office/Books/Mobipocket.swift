// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

/// A Mobipocket or Kindle book: records of a Palm database that contain metadata and compressed
/// HTML.
struct Mobipocket {
  private let file: FileBytes
  /// The offsets of the records.
  private let records: [Int]
  /// The first record, which describes the book.
  private let header: [UInt8]
  private let isUTF8: Bool

  private static let maximumHeaderByteCount = 64 << 10

  /// - Returns: `nil` if the file has no header of such a book.
  init?(_ file: FileBytes) {
    guard let count = file.integer(at: 76, as: UInt16.self, .big) else { return nil }
    let list = file.bytes(at: 78, count: Int(count) * 8)
    self.file = file
    records = stride(from: 0, to: list.count, by: 8).compactMap { list.integer(at: $0, as: UInt32.self, .big).map { Int($0) } }
    guard let first = records.first else { return nil }
    header = file.bytes(at: first, count: min((records.dropFirst().first ?? file.count) - first, Self.maximumHeaderByteCount))
    guard header.has("MOBI", at: 16) else { return nil }
    isUTF8 = header.integer(at: 28, as: UInt32.self, .big) == 65_001
  }

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    let values = extendedValues
    let first = { (kind: UInt32) in values.first { $0.kind == kind }?.text.oneLine }
    let all = { (kind: UInt32) in values.filter { $0.kind == kind }.map(\.text.oneLine).nonEmpty }
    attributes.title = first(503) ?? fullName
    attributes.authorNames = all(100)
    attributes.publishers = all(101)
    attributes.contentDescription = first(103).map { $0.withoutMarkup }
    attributes.identifier = first(104)
    attributes.subject = all(105)?.joined(separator: ", ")
    attributes.keywords = all(105)
    attributes.contentCreationDate = first(106).flatMap { Date(publicationDate: $0) }
    attributes.contributors = all(108)
    attributes.rights = first(109)
    attributes.languages = all(524)?.languageTags
  }

  private var fullName: String? {
    guard let offset = header.integer(at: 84, as: UInt32.self, .big), let length = header.integer(at: 88, as: UInt32.self, .big) else {
      return nil
    }
    let name = text(header.dropFirst(Int(offset)).prefix(Int(length))).oneLine
    return name.isEmpty ? nil : name
  }

  /// The values after the header, with the numbers of their kinds.
  private var extendedValues: [(kind: UInt32, text: String)] {
    guard let length = header.integer(at: 20, as: UInt32.self, .big), header.has("EXTH", at: 16 + Int(length)),
      let count = header.integer(at: 24 + Int(length), as: UInt32.self, .big)
    else { return [] }
    var values: [(UInt32, String)] = []
    var offset = 28 + Int(length)
    for _ in 0..<min(count, 1024) {
      guard let kind = header.integer(at: offset, as: UInt32.self, .big), let size = header.integer(at: offset + 4, as: UInt32.self, .big),
        size >= 8
      else { break }
      values.append((kind, text(header.dropFirst(offset + 8).prefix(Int(size) - 8))))
      offset += Int(size)
    }
    return values
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: isUTF8 ? Array(bytes) : StoredCharacters(bytes: Array(bytes), encoding: .windows1252).utf8, as: UTF8.self)
  }

  /// Appends the text of the book.
  func appendText(to sink: TextSink) throws {
    guard header.integer(at: 12, as: UInt16.self, .big) == 0 else { throw ImportError.encrypted }
    let compression = header.integer(at: 0, as: UInt16.self, .big)
    guard compression == 1 || compression == 2 else { throw ImportError.unsupported("a book with the compression of dictionaries") }
    let flags = (header.integer(at: 20, as: UInt32.self, .big) ?? 0) >= 228 ? header.integer(at: 242, as: UInt16.self, .big) ?? 0 : 0
    let count = Int(header.integer(at: 8, as: UInt16.self, .big) ?? 0)
    var parser = try HTMLParser()
    for index in records.indices.dropFirst().prefix(count) {
      let end = index + 1 < records.count ? records[index + 1] : file.count
      guard end > records[index] else { continue }
      let record = Self.withoutTrailers(file.bytes(at: records[index], count: min(end - records[index], 64 << 10)), flags: flags)
      let html = compression == 2 ? PalmCompression.unpacked(record) : record
      let utf8 = isUTF8 ? html : StoredCharacters(bytes: html, encoding: .windows1252).utf8
      try parser.parse(utf8.span, to: sink)
    }
    try parser.finish(to: sink)
  }

  /// Removes what follows the text of a record: for each bit but the lowest an entry whose length
  /// is in its last bytes, and for the lowest bit the rest of a character.
  private static func withoutTrailers(_ record: [UInt8], flags: UInt16) -> [UInt8] {
    var record = record[...]
    for bit in 1..<16 where flags >> UInt16(bit) & 1 == 1 {
      var length = 0
      for (index, byte) in record.suffix(4).reversed().enumerated() {
        length |= Int(byte & 0x7F) << (7 * index)
        if byte & 0x80 != 0 { break }
      }
      record = record.dropLast(length)
    }
    if flags & 1 == 1, let last = record.last { record = record.dropLast(Int(last & 3) + 1) }
    return Array(record)
  }
}

/// The compression of Palm documents: bytes, repeats, and spaces joined with the next letter.
enum PalmCompression {
  private static let maximumByteCount = 64 << 10

  static func unpacked(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count, result.count < maximumByteCount {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 1...8:
        result += bytes[index...].prefix(Int(byte))
        index += Int(byte)
        if index > bytes.count { return result }
      case 0x80..<0xC0:
        guard index < bytes.count else { return result }
        let pair = Int(byte) << 8 | Int(bytes[index])
        index += 1
        let distance = pair >> 3 & 0x7FF
        guard distance > 0, distance <= result.count else { return result }
        for _ in 0..<((pair & 7) + 3) { result.append(result[result.count - distance]) }
      case 0xC0...: result += [0x20, byte ^ 0x80]
      default: result.append(byte)
      }
    }
    return result
  }
}
