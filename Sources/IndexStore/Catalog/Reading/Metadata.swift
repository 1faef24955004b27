// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB

/// Values that programs keep about the whole store.
package enum MetadataKey: String, Sendable, CaseIterable {
  /// The importers and their versions at the last run. When they differ, failed imports are tried
  /// again.
  case importers
  /// The state of the file with the names of places at the last run. When another one is installed, files whose positions
  /// have no names are read again.
  case places
  /// The boot during which writing began and did not end in an orderly way. After another boot,
  /// recent changes may be lost and must be scanned again.
  case uncleanBoot
  /// The paths of the roots that the configuration named at the last crawl of all roots, separated
  /// by zero bytes. When the configuration no longer includes one of them, its tree is removed.
  case configuredRoots
  /// The directories that are roots of mounted file systems, with identifiers of these. Their trees
  /// stay in the index while the file systems are not mounted.
  case volumes
  /// The trees that searches leave out because file systems are not mounted (``HiddenTrees``).
  case hidden
  /// Present while the index lacks files because it was erased or lost and not everything was indexed
  /// again: the paths of the trees that were, separated by zero bytes.
  case unfinished
  /// Present while the index lacks contents for the same reason.
  case unread
  /// The trees that were in the index when it was erased, separated by zero bytes. Present as long as
  /// ``unfinished``.
  case lostTrees
  /// A number for the last time when the index was erased or lost (``Erasure``).
  case erasure
  /// The layers of the sandbox that held for the workers of the last run.
  case sandbox
  /// How many entries the last scans of trees have left out: for each tree, the count, a space and the
  /// path, separated by zero bytes.
  case skipped
  /// Present if the configuration says that the uses of files are not recorded.
  case withoutUses
  /// Present if the configuration says that meanings of documents are not compared.
  case withoutMeaning
  /// How much text was searched in pictures on the last day on which that was done (``RecognitionDay``).
  case recognition
}

extension Snapshot {
  /// The value of a key; `nil` when it was never set or was removed.
  package func metadata(_ key: MetadataKey) throws(StoreError) -> [UInt8]? { try meta("user." + key.rawValue) }

  /// The store's identifier. It is assigned at creation and kept when the catalog is rewritten.
  package func storeIdentifier() throws(StoreError) -> [UInt8] { try meta("identifier") ?? [] }

  func meta(_ name: String) throws(StoreError) -> [UInt8]? {
    guard let value = try transaction.value(.meta, bytes: Array(name.utf8)) else { return nil }
    do throws(DecodingError) {
      return try unsealed(value)
    } catch {
      throw .damaged(.meta, name, error)
    }
  }
}
