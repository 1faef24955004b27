// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import CXXHash
internal import LMDB

/// A row of ``CatalogTable/items``: the document of an item, and when it expires.
struct ItemRow: Equatable {
  var reference: DocumentReference
  /// Seconds since 1970; `nil` if the item does not expire.
  var expiration: Int64?

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.append(fixed: reference.directory.rawValue)
    writer.append(fixed: reference.document.rawValue)
    writer.append(fixed: expiration ?? .max)
    return writer.sealed()
  }

  init(reference: DocumentReference, expiration: Int64?) {
    self.reference = reference
    self.expiration = expiration
  }

  init(_ value: Span<UInt8>) throws(StoreError) {
    do throws(DecodingError) {
      var reader = try ByteReader(checked: value)
      let directory = DirectoryID(rawValue: try reader.uint32())
      reference = DocumentReference(directory: directory, document: DocumentID(rawValue: try reader.uint64()))
      let time = try reader.int64()
      expiration = time == .max ? nil : time
    } catch {
      throw .damaged(.items, "an item", error)
    }
  }

  /// The key of an identifier: its bytes, or the beginning and a hash of 128 bits if it is too long
  /// for a key of LMDB, which is at most 511 bytes.
  static func key(_ identifier: String) -> [UInt8] {
    let bytes = Array(identifier.utf8)
    // A key cannot be empty.
    guard bytes.count > longestIdentifier else { return [UInt8(ascii: "=")] + bytes }
    let hash = unsafe bytes.withUnsafeBufferPointer { unsafe xxh3_128($0.baseAddress, $0.count) }
    let words = [hash.high64, hash.low64].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    return [UInt8(ascii: "#")] + bytes.prefix(longestIdentifier) + words
  }

  /// Bytes of the longest identifier that is its own key.
  private static let longestIdentifier = 400
}

extension Key {
  /// The key of ``CatalogTable/expirations``.
  init(expiration: Int64, _ document: DocumentID) {
    // Negative times sort before positive ones.
    self.init(high: UInt64(bitPattern: expiration) ^ 1 << 63, low: document.rawValue, count: 16)
  }
}
