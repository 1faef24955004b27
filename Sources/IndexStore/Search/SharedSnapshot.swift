internal import Glibc
internal import Synchronization
internal import Threading

/// A snapshot for one thread of a search that uses several.
///
/// LMDB lets one thread at a time use a transaction, so each has its own; all show the same commit.
// Safe to send: made by one thread, handed to one other, and taken back when that has ended.
final class SharedSnapshot: @unchecked Sendable {
  let snapshot: Snapshot

  private init(_ lease: GenerationLease) throws(StoreError) { snapshot = try Snapshot(lease) }

  /// Snapshots of one and the same commit; only one when commits come so fast that no two agree.
  static func open(_ count: Int, of store: Store) throws(StoreError) -> [SharedSnapshot] {
    let lease = try store.lease()
    for _ in 0..<100 {
      var snapshots: [SharedSnapshot] = []
      for _ in 0..<count { snapshots.append(try SharedSnapshot(lease)) }
      if snapshots.allSatisfy({ $0.snapshot.number == snapshots[0].snapshot.number }) { return snapshots }
    }
    return [try SharedSnapshot(lease)]
  }

  /// Calls `body` with each snapshot on a thread of its own, the first one on the caller's.
  ///
  /// - Returns: The results, joined.
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
