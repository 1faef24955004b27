// SPDX-License-Identifier: Apache-2.0

/// A record with names instead of numbers, as programs in other languages write it.
///
///     number of attributes; for each: name, tag, payload
///
/// Numbers and values are encoded as in ``encoded()``. There is no checksum, because these bytes are
/// not stored.
extension AttributeRecord {
  /// Maximum number of attributes. Adding a custom one takes time in proportion to their number.
  static let maximumNameCount = 2_000

  /// - Parameter bytes: If a name occurs twice, the last value counts. Names that the schema does not
  ///   have are custom keys. A value need not have the type of the schema.
  /// - Throws: ``DecodingError`` for invalid bytes.
  package init(decodingNames bytes: Span<UInt8>) throws(DecodingError) {
    self.init()
    var reader = ByteReader(bytes)
    let count = try reader.count(ofAtLeast: 2)
    guard count <= Self.maximumNameCount else { throw .malformed(at: 0) }
    for _ in 0..<count {
      let name = AttributeName(try reader.string())
      let value = try AttributeValue(decoding: &reader)
      switch name {
      case .known(let key): self[key] = value
      case .custom(let name): setCustom(name, to: value)
      }
    }
    guard reader.isAtEnd else { throw .malformed(at: reader.position) }
  }
}
