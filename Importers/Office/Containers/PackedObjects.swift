// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The text of a part of an iWork document since 2013: messages in the format of Protocol Buffers, compressed with Snappy
/// without its framing (“.iwa”).
struct PackedObjects {
  /// Larger parts are read in part, in bytes.
  private static let maximumByteCount = 64 << 20

  private var messages: [UInt8] = []

  /// - Parameter part: The bytes of the part. What follows damage is left out.
  init(_ part: [UInt8]) {
    var offset = 0
    while offset + 4 <= part.count, part[offset] == 0, messages.count < Self.maximumByteCount {
      let length = Int(part[offset + 1]) | Int(part[offset + 2]) << 8 | Int(part[offset + 3]) << 16
      offset += 4
      guard length <= part.count - offset, Self.unpack(part[offset..<(offset + length)], to: &messages) else { return }
      offset += length
    }
  }

  /// Appends what a block of Snappy unpacks to. Returns whether it is complete.
  private static func unpack(_ block: ArraySlice<UInt8>, to output: inout [UInt8]) -> Bool {
    var reader = ProtocolReader(block)
    guard let byteCount = reader.number(), byteCount <= 1 << 24 else { return false }
    let start = output.count
    let end = start + Int(byteCount)
    while output.count < end, let tag = reader.bytes(1)?.first {
      var length = Int(tag >> 2) + 1
      var distance = 0
      switch tag & 3 {
      case 0:
        if length > 60 {
          guard let more = reader.bytes(length - 60) else { return false }
          length = more.reversed().reduce(0) { $0 << 8 | Int($1) } + 1
        }
        guard let literal = reader.bytes(length) else { return false }
        output += literal
        continue
      case 1:
        guard let low = reader.bytes(1)?.first else { return false }
        length = Int(tag >> 2 & 7) + 4
        distance = Int(tag >> 5) << 8 | Int(low)
      default:
        guard let more = reader.bytes(tag & 3 == 2 ? 2 : 4) else { return false }
        distance = more.reversed().reduce(0) { $0 << 8 | Int($1) }
      }
      guard distance > 0, distance <= output.count - start, output.count + length <= end else { return false }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    return output.count == end
  }

  /// What the messages of a type contain: the numbers of the fields that lead to a text.
  private static let texts: [UInt64: [[UInt64]]] = [
    // Text of any length; the list of texts in the cells of a table; the name of a table; a comment.
    2001: [[3]], 2005: [[3]], 6005: [[3, 3]], 6001: [[8]], 3056: [[1]],
  ]
  /// The name of a sheet in Numbers. The number of this type means something else in other programs.
  private static let sheetType: UInt64 = 2
  private static let slideType: UInt64 = 5
  /// People who have commented on the document.
  private static let authorType: UInt64 = 212

  struct Content {
    var texts: [String] = []
    var authors: [String] = []
    var slideCount = 0
  }

  /// - Parameters:
  ///   - isSpreadsheet: Whether the document is one of Numbers.
  func content(isSpreadsheet: Bool) -> Content {
    var content = Content()
    var reader = ProtocolReader(messages[...])
    while let length = reader.number(), let header = reader.bytes(Int(clamping: length)) {
      for message in ProtocolReader.fields(header, 2) {
        guard let type = ProtocolReader.numbers(message, 1).first, let size = ProtocolReader.numbers(message, 3).first,
          let payload = reader.bytes(Int(clamping: size))
        else { return content }
        for path in Self.texts[type] ?? [] { content.texts += Self.texts(payload, path[...]) }
        if isSpreadsheet, type == Self.sheetType { content.texts += Self.texts(payload, [1]) }
        if type == Self.slideType { content.slideCount += 1 }
        if type == Self.authorType { content.authors += Self.texts(payload, [1]) }
      }
    }
    return content
  }

  private static func texts(_ message: ArraySlice<UInt8>, _ path: ArraySlice<UInt64>) -> [String] {
    guard let field = path.first else { return [String(decoding: message, as: UTF8.self)] }
    return ProtocolReader.fields(message, field).flatMap { texts($0, path.dropFirst()) }
  }
}

/// Reads fields in the format of Protocol Buffers.
private struct ProtocolReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// A number of variable length; `nil` at the end.
  mutating func number() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// The next field: its number, and its value.
  private mutating func field() -> (field: UInt64, number: UInt64?, bytes: ArraySlice<UInt8>?)? {
    guard let tag = number() else { return nil }
    switch tag & 7 {
    case 0: return number().map { (tag >> 3, $0, nil) }
    case 1: return bytes(8).map { _ in (tag >> 3, nil, nil) }
    case 2: return number().flatMap { bytes(Int(clamping: $0)) }.map { (tag >> 3, nil, $0) }
    case 5: return bytes(4).map { _ in (tag >> 3, nil, nil) }
    default: return nil
    }
  }

  /// The values of a field that are texts or messages.
  static func fields(_ message: ArraySlice<UInt8>, _ field: UInt64) -> [ArraySlice<UInt8>] {
    var reader = ProtocolReader(message)
    var values: [ArraySlice<UInt8>] = []
    while let next = reader.field() { if next.field == field, let bytes = next.bytes { values.append(bytes) } }
    return values
  }

  static func numbers(_ message: ArraySlice<UInt8>, _ field: UInt64) -> [UInt64] {
    var reader = ProtocolReader(message)
    var values: [UInt64] = []
    while let next = reader.field() { if next.field == field, let number = next.number { values.append(number) } }
    return values
  }
}
