// SPDX-License-Identifier: Apache-2.0

internal import LMDB

/// A number that is drawn anew whenever the index is erased or lost. Empty before the first time.
package struct Erasure: Equatable, Sendable {
  let number: [UInt8]
}

extension Snapshot {
  func lastErasure() throws(StoreError) -> Erasure { Erasure(number: try metadata(.erasure) ?? []) }
}

extension WriteTransaction {
  func markFinished() throws(StoreError) {
    for key in [MetadataKey.unfinished, .lostTrees] { try setMetadata(key, to: nil) }
  }
}

extension GenerationWriter {
  /// Records that the catalog takes the place of one with documents.
  ///
  /// - Parameter trees: The trees that were in it, as far as they are known.
  mutating func markIncomplete(lacking trees: [[UInt8]]) throws(StoreError) {
    var generator = SystemRandomNumberGenerator()
    let number: UInt64 = generator.next()
    let lost = Array(trees.joined(separator: [0]))
    for (key, value) in [(MetadataKey.unfinished, []), (.unread, []), (.erasure, littleEndian(number)), (.lostTrees, lost)] {
      try put(.meta, bytes: Array(("user." + key.rawValue).utf8), sealed(value))
    }
  }
}
