// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import Synchronization

/// The documents that are being read by any of several readers. No document is read twice at the
/// same time, because two readers would mix the parts of a long text.
final class DocumentClaims: Sendable {
  private let claimed = Mutex<Set<DocumentID>>([])

  /// - Returns: `false` if the document is claimed already.
  func claim(_ document: DocumentID) -> Bool { claimed.withLock { $0.insert(document).inserted } }

  func contains(_ document: DocumentID) -> Bool { claimed.withLock { $0.contains(document) } }

  func release(_ documents: some Sequence<DocumentID>) { claimed.withLock { $0.subtract(documents) } }
}
