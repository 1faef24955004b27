internal import IndexStore
internal import Synchronization

/// Documents that changed just now and are to be read before what waits since the crawl.
///
/// Only a hint about order: the catalog knows what is pending, so whatever is forgotten here is read all the same, later.
final class FreshDocuments: Sendable {
  /// More than so many are no small change any more: they take their places by date. 16 bytes are held for each.
  private static let capacity = 10_000

  private let documents = Mutex<[DocumentReference]>([])

  func add(_ references: some Collection<DocumentReference>) {
    documents.withLock { documents in
      documents += references
      if documents.count > Self.capacity { documents = [] }
    }
  }

  /// Takes the latest one that is not among those in work.
  func next(except inWork: Set<DocumentID>) -> DocumentReference? {
    documents.withLock { documents in
      documents.lastIndex { !inWork.contains($0.document) }.map { documents.remove(at: $0) }
    }
  }
}
