// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension Store {
  /// Records whether searches compare meanings, and this process writes vectors of documents. Vectors that were written stay in their
  /// segments.
  package func setComparesMeanings(_ comparesMeanings: Bool) throws(StoreError) {
    writesVectors.store(comparesMeanings, ordering: .relaxed)
    if try read({ snapshot throws(StoreError) in try snapshot.comparesMeanings }) == comparesMeanings { return }
    try write { transaction throws(StoreError) in try transaction.setMetadata(.withoutMeaning, to: comparesMeanings ? nil : []) }
  }
}
