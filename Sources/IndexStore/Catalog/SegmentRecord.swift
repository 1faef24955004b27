internal import Attributes

/// Names a segment of a store; never given to another.
struct SegmentID: Hashable, Comparable, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  static func < (left: SegmentID, right: SegmentID) -> Bool { left.rawValue < right.rawValue }

  /// The name of its file in the store's folder `segments`.
  var fileName: String {
    let digits = String(rawValue)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + ".segment"
  }
}

/// The lists of segments that a store has.
enum SegmentLayer: UInt8, Sendable, CaseIterable {
  /// Names, places, status, types, and what importers found: all that the catalog's rows say.
  case attributes = 1
  /// Tokens of texts. Only DocumentIDs tie them to the rest: moving or renaming a document leaves its text alone.
  case text
  /// The table of directories, as a ``DirectoryTable``: at most one, and never listed as damaged. The catalog knows all that it says.
  case directories

  /// Those that have versions of documents. A document has at most one live version in each.
  static let ofDocuments: [SegmentLayer] = [.attributes, .text]
}

/// A segment as the catalog lists it.
struct SegmentRecord: Equatable, Sendable {
  let id: SegmentID
  let layer: SegmentLayer
  /// Versions of documents, dead ones included; of a table of directories how many it has.
  let documentCount: Int
  /// Length of the file.
  let byteCount: Int
  /// Whether the file is lost, or its bytes are not those that were written. Until its documents are indexed again it stays on the list, so
  /// that no search takes what is left for all.
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
      // Ordinals have 32 bits, and lengths of files 63.
      guard let documentCount = UInt32(exactly: try reader.variable()), let byteCount = Int(exactly: try reader.variable()) else {
        throw .malformed(at: reader.position)
      }
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
