// SPDX-License-Identifier: Apache-2.0

internal import WordVectors

extension Store {
  /// The model of the vectors of documents that are written; `nil` if there is none, or the user does not let meanings be compared.
  func vectorsForWriting() throws(StoreError) -> WordVectorModel? {
    try read { snapshot throws(StoreError) in try vectorsForWriting(in: snapshot) }
  }

  func vectorsForWriting(in snapshot: borrowing Snapshot) throws(StoreError) -> WordVectorModel? {
    try snapshot.comparesMeanings ? writingVectors() : nil
  }
}

extension TextSegmentWriter {
  /// - Parameter budget: Memory for sorting tokens, in bytes. More tokens are spilled to the disk.
  package convenience init(for store: Store, budget: Int = 64 << 20) throws(StoreError) {
    try self.init(in: store.path, budget: budget, vectors: store.vectorsForWriting())
  }
}

extension Store {
  /// Why the installed word vectors cannot be used, so that searches find no documents that are similar in meaning; `nil` if they can,
  /// or there are none.
  package static var wordVectorProblem: String? { WordVectorModel.installationProblem }
}

extension Snapshot {
  /// Whether the user lets meanings be compared.
  package var comparesMeanings: Bool { get throws(StoreError) { try metadata(.withoutMeaning) == nil } }
}
