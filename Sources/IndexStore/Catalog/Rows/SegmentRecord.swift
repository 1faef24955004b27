// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// Identifies a segment of one store; never reused.
package struct SegmentID: Hashable, Comparable, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  package static func < (left: SegmentID, right: SegmentID) -> Bool { left.rawValue < right.rawValue }

  /// The ending of the names of segments' files.
  package static let fileSuffix = ".segment"

  /// The name of the segment's file in the store's folder `segments`.
  var fileName: String {
    let digits = String(rawValue)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + Self.fileSuffix
  }

  /// The path of the segment's file in a store.
  func path(in store: String) -> String { store + "/segments/" + fileName }
}

/// The layers of a store. Each is a list of segments.
enum SegmentLayer: UInt8, Sendable, CaseIterable {
  /// Name, directory, status, type and imported attributes: everything in the catalog's rows.
  case attributes = 1
  /// Tokens of texts. Only DocumentIDs connect them to the other layer, so moving or renaming a
  /// document does not touch its text.
  case text
  /// The directory table, as a ``DirectoryTable``: at most one segment, never listed as damaged.
  /// The catalog has everything that it contains.
  case directories

  /// Layers with versions of documents. A document has at most one live version in each.
  static let ofDocuments: [SegmentLayer] = [.attributes, .text]
}

/// A segment as listed in the catalog.
struct SegmentRecord: Equatable, Sendable {
  let id: SegmentID
  let layer: SegmentLayer
  /// Number of versions of documents, including dead ones. For a directory table, its number of
  /// directories.
  let documentCount: Int
  /// Length of the file in bytes.
  let byteCount: Int
  /// Whether the file is lost or its bytes differ from those that were written.
  ///
  /// The segment stays listed until its documents are indexed again, so that no search returns
  /// incomplete results without saying so.
  var isDamaged = false

  init(id: SegmentID, layer: SegmentLayer, documentCount: Int, byteCount: Int) {
    self.id = id
    self.layer = layer
    self.documentCount = documentCount
    self.byteCount = byteCount
  }

  private static let damageBit: UInt8 = 1 << 7

  func encoded() -> [UInt8] {
    var writer = ByteWriter(reserving: 24)
    writer.append(byte: layer.rawValue | (isDamaged ? Self.damageBit : 0))
    writer.append(variable: UInt64(documentCount))
    writer.append(variable: UInt64(byteCount))
    return writer.sealed()
  }

  init(_ id: SegmentID, _ value: Span<UInt8>) throws(StoreError) {
    do throws(DecodingError) {
      var reader = try ByteReader(checked: value)
      let bits = try reader.byte()
      guard let layer = SegmentLayer(rawValue: bits & ~Self.damageBit) else { throw .malformed(at: 0) }
      // Ordinals have 32 bits, and file lengths 63.
      guard let documentCount = UInt32(exactly: try reader.variable()), let byteCount = Int(exactly: try reader.variable()) else {
        throw .malformed(at: reader.position)
      }
      guard reader.isAtEnd else { throw .malformed(at: reader.position) }
      self.id = id
      self.layer = layer
      self.documentCount = Int(documentCount)
      self.byteCount = byteCount
      isDamaged = bits & Self.damageBit != 0
    } catch {
      throw .damaged(.segments, "\(id.rawValue)", error)
    }
  }
}
