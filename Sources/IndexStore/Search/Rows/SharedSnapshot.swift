// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import Threading

/// A snapshot for one thread of a search that uses several threads.
///
/// LMDB allows only one thread at a time to use a transaction, so each thread has its own. All of
/// them show the same commit.
// Safe to send: one thread creates it, passes it to one other thread, and uses it again only after
// that thread has ended.
final class SharedSnapshot: @unchecked Sendable {
  let snapshot: Snapshot

  private init(_ lease: GenerationLease) throws(StoreError) { snapshot = try Snapshot(lease) }

  /// Opens snapshots of the same commit. Returns a single one if commits are so frequent that no
  /// attempt succeeds.
  static func open(_ count: Int, of store: Store) throws(StoreError) -> [SharedSnapshot] {
    let lease = try store.lease()
    for _ in 0..<100 {
      var snapshots: [SharedSnapshot] = []
      for _ in 0..<count { snapshots.append(try SharedSnapshot(lease)) }
      if snapshots.allSatisfy({ $0.snapshot.number == snapshots[0].snapshot.number }) { return snapshots }
    }
    return [try SharedSnapshot(lease)]
  }

  /// Calls `body` with each snapshot on a separate thread; the first one on the calling thread.
  ///
  /// - Returns: The combined results, in no particular order.
  static func concurrently<Element: Sendable>(
    _ snapshots: [SharedSnapshot], _ body: @Sendable @escaping (borrowing Snapshot) throws(StoreError) -> [Element]
  ) throws(StoreError) -> [Element] {
    let outcome = Outcome<Element>()
    let threads = snapshots.dropFirst().compactMap { other in
      let work = { @Sendable in outcome.add { () throws(StoreError) in try body(other.snapshot) } }
      let thread = try? Thread(work)
      if thread == nil { work() }
      return thread
    }
    outcome.add { () throws(StoreError) in try body(snapshots[0].snapshot) }
    for thread in threads { thread.join() }
    return try outcome.get()
  }

  private final class Outcome<Element: Sendable>: Sendable {
    private let result = Mutex<Result<[Element], StoreError>>(.success([]))

    func add(_ work: () throws(StoreError) -> [Element]) {
      do throws(StoreError) {
        let elements = try work()
        result.withLock { if case .success(let others) = $0 { $0 = .success(others + elements) } }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
    }

    func get() throws(StoreError) -> [Element] { try result.withLock { $0 }.get() }
  }
}
