// SPDX-License-Identifier: Apache-2.0

/// The stored form of a record.
///
///     version (1 byte)
///     number of schema attributes; for each: key minus the previous key, tag, payload
///     number of custom attributes; for each: name, searchability, tag, payload
///     checksum (4 bytes)
///
/// Numbers are variable-length; see ``ByteWriter``. Equal records have equal bytes.
extension AttributeRecord {
  package static let encodingVersion: UInt8 = 1

  /// Maximum nesting depth of arrays and dictionaries: enough for mail headers, but not enough to
  /// exhaust the stack.
  package static let maximumDepth = 8

  package func encoded() -> [UInt8] {
    var writer = ByteWriter(reserving: 16 + 24 * (known.count + custom.count))
    writer.append(byte: Self.encodingVersion)
    writer.append(variable: UInt64(known.count))
    var previous: UInt16 = 0
    for entry in known {
      writer.append(variable: UInt64(entry.key.rawValue - previous))
      previous = entry.key.rawValue
      entry.value.encode(into: &writer)
    }
    writer.append(variable: UInt64(custom.count))
    for entry in custom {
      writer.append(string: entry.name)
      writer.append(byte: entry.searchability.rawValue)
      entry.value.encode(into: &writer)
    }
    return writer.sealed()
  }

  /// Decodes what ``encoded()`` wrote.
  ///
  /// - Throws: ``DecodingError`` for damaged or invalid bytes; any changed byte is detected.
  package init(decoding bytes: Span<UInt8>) throws(DecodingError) {
    var reader = try ByteReader(checked: bytes)
    try Self.checkVersion(&reader)
    var previous: UInt64 = 0
    let count = try reader.count(ofAtLeast: 2)
    known.reserveCapacity(count)
    for index in 0..<count {
      let (key, step) = try Self.nextKey(&reader, after: previous)
      guard index == 0 || step > 0 else { throw .malformed(at: reader.position) }
      previous = UInt64(key.rawValue)
      known.append(Entry(key: key, value: try AttributeValue(decoding: &reader)))
    }
    for _ in 0..<(try reader.count(ofAtLeast: 3)) {
      let name = try reader.string()
      guard let searchability = Searchability(rawValue: try reader.byte()), custom.last.map({ $0.name < name }) ?? true else {
        throw .malformed(at: reader.position)
      }
      custom.append(CustomEntry(name: name, searchability: searchability, value: try AttributeValue(decoding: &reader)))
    }
    guard reader.isAtEnd else { throw .malformed(at: reader.position) }
  }

  /// One attribute of an encoded record, without decoding the others. The checksum is verified.
  ///
  /// - Returns: `nil` if the record does not have the attribute.
  package static func value(of key: AttributeKey, inEncoded bytes: Span<UInt8>) throws(DecodingError) -> AttributeValue? {
    var reader = try ByteReader(checked: bytes)
    try checkVersion(&reader)
    var previous: UInt64 = 0
    for _ in 0..<(try reader.count(ofAtLeast: 2)) {
      let (found, _) = try nextKey(&reader, after: previous)
      if found == key { return try AttributeValue(decoding: &reader) }
      if found > key { return nil }
      previous = UInt64(found.rawValue)
      try AttributeValue.skip(&reader)
    }
    return nil
  }

  private static func checkVersion(_ reader: inout ByteReader) throws(DecodingError) {
    let version = try reader.byte()
    guard version <= encodingVersion else { throw .newerVersion(version) }
    guard version > 0 else { throw .malformed(at: 0) }
  }

  private static func nextKey(_ reader: inout ByteReader, after previous: UInt64) throws(DecodingError) -> (key: AttributeKey, step: UInt64)
  {
    let step = try reader.variable()
    let (sum, overflow) = previous.addingReportingOverflow(step)
    guard !overflow, let raw = UInt16(exactly: sum), let key = AttributeKey(rawValue: raw) else { throw .malformed(at: reader.position) }
    return (key, step)
  }
}
