// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WordVectors

extension Store {
  /// The model of the vectors of documents; `nil` for none.
  var vectorsForWriting: WordVectorModel? { writesVectors.load(ordering: .relaxed) ? writingVectors() : nil }
}

extension Snapshot {
  /// Whether the user lets meanings be compared.
  var comparesMeanings: Bool { get throws(StoreError) { try metadata(.withoutMeaning) == nil } }
}
