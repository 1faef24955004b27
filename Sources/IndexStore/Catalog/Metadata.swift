internal import Attributes
internal import LMDB

/// What the store's users keep about the whole store.
package enum MetadataKey: String, Sendable, CaseIterable {
  /// The importers and their versions at the last run: another set means that failures are retried.
  case importers
  /// The boot in which writing began and was not ended in order: after another boot the tail has to be scanned again.
  case uncleanBoot
  /// Where the indexer is.
  case indexerState
}

extension Snapshot {
  /// `nil` when nothing was ever set.
  package func metadata(_ key: MetadataKey) throws(StoreError) -> [UInt8]? { try meta("user." + key.rawValue) }

  /// The store's identity, given at its creation and kept over compaction.
  package func storeIdentifier() throws(StoreError) -> [UInt8] { try meta("identifier") ?? [] }

  func meta(_ name: String) throws(StoreError) -> [UInt8]? {
    guard let value = try transaction.value(.meta, bytes: Array(name.utf8)) else { return nil }
    do throws(DecodingError) {
      var reader = try ByteReader(checked: value)
      return unsafe try reader.span(reader.remaining).withUnsafeBufferPointer { unsafe [UInt8]($0) }
    } catch {
      throw .damaged(.meta, name, error)
    }
  }
}

extension WriteTransaction {
  /// - Parameter value: `nil` removes it.
  package func setMetadata(_ key: MetadataKey, to value: [UInt8]?) throws(StoreError) {
    let name = "user." + key.rawValue
    if let value { try setMeta(name, value) } else { try remove(.meta, bytes: Array(name.utf8)) }
  }

  func setMeta(_ name: String, _ value: [UInt8]) throws(StoreError) {
    try put(.meta, bytes: Array(name.utf8), sealed(value))
  }
}
