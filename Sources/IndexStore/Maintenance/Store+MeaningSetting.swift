// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// Records whether searches compare meanings, and vectors of documents are written. Vectors that were written stay in their
  /// segments.
  package func setComparesMeanings(_ comparesMeanings: Bool) throws(StoreError) {
    if try read({ snapshot throws(StoreError) in try snapshot.comparesMeanings }) == comparesMeanings { return }
    try write { transaction throws(StoreError) in try transaction.setMetadata(.withoutMeaning, to: comparesMeanings ? nil : []) }
  }
}
