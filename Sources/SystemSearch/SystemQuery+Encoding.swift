// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import IndexStore

/// The encoding of a question. Both sides are of one version, because its first field is the version
/// of the encoding.
extension SystemQuery {
  static let encodingVersion: UInt64 = 2

  /// More attributes are in no question, so that an answer does not need too much memory.
  static let maximumAttributeCount = 200

  private enum Kind: UInt8 { case predicate = 1, words, file }

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.append(variable: Self.encodingVersion)
    switch question {
    case .predicate(let predicate):
      writer.append(byte: Kind.predicate.rawValue)
      writer.append(string: predicate)
    case .words(let words, let predicate):
      writer.append(byte: Kind.words.rawValue)
      writer.append(string: words)
      writer.append(string: predicate)
    case .file(let path):
      writer.append(byte: Kind.file.rawValue)
      writer.append(counted: path)
    }
    writer.append(variable: UInt64(folders.count))
    for folder in folders { writer.append(counted: folder) }
    writer.append(byte: order == nil ? 0 : order?.isDescending == true ? 2 : 1)
    if let order { writer.append(string: order.attribute.description) }
    for number in [limit, synchronizationTime] {
      writer.append(byte: number == nil ? 0 : 1)
      if let number { writer.append(variable: UInt64(number)) }
    }
    switch attributes {
    case .shown: writer.append(byte: 1)
    case .named(let names):
      writer.append(byte: 0)
      writer.append(variable: UInt64(names.count))
      for name in names { writer.append(string: name.description) }
    }
    writer.append(byte: wantsPassages ? 1 : 0)
    for name in CallerCalendar.variables { writer.append(string: calendar.values[name] ?? "") }
    return writer.bytes
  }

  /// - Throws: `DecodingError` if the bytes are not an encoded question of this version.
  init(decoding bytes: Span<UInt8>) throws(DecodingError) {
    var reader = ByteReader(bytes)
    let version = try reader.variable()
    guard version == Self.encodingVersion else { throw .newerVersion(UInt8(truncatingIfNeeded: version)) }
    switch Kind(rawValue: try reader.byte()) {
    case .predicate: self.init(.predicate(try reader.string()))
    case .words: self.init(.words(try reader.string(), predicate: try reader.string()))
    case .file: self.init(.file(try reader.counted()))
    case nil: throw .malformed(at: reader.position)
    }
    for _ in 0..<(try reader.count()) { folders.append(try reader.counted()) }
    switch try reader.byte() {
    case 0: break
    case let direction where direction <= 2:
      order = SearchOrder(attribute: AttributeName(try reader.string()), isDescending: direction == 2)
    default: throw .malformed(at: reader.position)
    }
    limit = try reader.optionalCount()
    synchronizationTime = try reader.optionalCount()
    if try reader.bool() {
      attributes = .shown
    } else {
      var names: [AttributeName] = []
      for _ in 0..<(try reader.count()) { names.append(AttributeName(try reader.string())) }
      guard names.count <= Self.maximumAttributeCount else { throw .malformed(at: reader.position) }
      attributes = .named(names)
    }
    wantsPassages = try reader.bool()
    var values: [String: String] = [:]
    for name in CallerCalendar.variables { values[name] = try reader.string() }
    calendar = CallerCalendar { values[$0]?.isEmpty == false ? values[$0] : nil }
    guard reader.isAtEnd, calendar.rejected.isEmpty else { throw .malformed(at: reader.position) }
  }
}

extension ByteReader {
  mutating func bool() throws(DecodingError) -> Bool {
    let value = try byte()
    guard value <= 1 else { throw .malformed(at: position - 1) }
    return value == 1
  }

  fileprivate mutating func optionalCount() throws(DecodingError) -> Int? {
    guard try bool() else { return nil }
    guard let number = Int(exactly: try variable()) else { throw .malformed(at: position) }
    return number
  }
}
