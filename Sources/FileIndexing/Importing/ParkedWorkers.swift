// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import Threading

/// Idle workers that are kept for later runs, so that a changed file is read without starting a
/// process first, and the threads of these runs. There are a limited number; the one that was parked
/// first makes room.
package final class ParkedWorkers: Sendable {
  private final class Slot: Sendable {
    let readers: FileReaders?
    let worker: Mutex<WorkerProcess?>

    init(_ worker: consuming WorkerProcess) {
      readers = worker.readers
      self.worker = Mutex(consume worker)
    }

    func take() -> WorkerProcess? { worker.withLock { $0.take() } }
  }

  /// Enough for the owners of most folders. An idle worker has about 10 MB of its own.
  package static let defaultMaximumCount = 8

  private let maximumCount: Int

  private let slots = Mutex<[Slot]>([])
  let threads = ThreadCache()

  package init(maximumCount: Int = ParkedWorkers.defaultMaximumCount) { self.maximumCount = maximumCount }

  /// Removes a worker that is still running, and may read files with these readers; `nil` if there is
  /// none.
  func take(for readers: FileReaders?) -> WorkerProcess? {
    while let slot = slots.withLock({ $0.removeLast(where: { $0.readers == readers }) ?? $0.removeLast(where: { $0.readers == nil }) }) {
      if let worker = slot.take(), worker.isRunning { return worker }
    }
    return nil
  }

  func park(_ worker: consuming WorkerProcess) {
    let slot = Slot(worker)
    // The process is ended outside of the lock.
    _ = slots.withLock { slots in
      slots.append(slot)
      return slots.count > maximumCount ? slots.removeFirst() : nil
    }
  }

  var isEmpty: Bool { slots.withLock { $0.isEmpty } }

  /// The process IDs of the parked workers.
  package var processes: [Int32] { slots.withLock { $0.compactMap { $0.worker.withLock { $0?.id } } } }

  /// Ends all parked workers and idle threads.
  package func release() {
    slots.withLock { $0 = [] }
    threads.release()
  }
}

extension Array {
  /// Removes the last element that fulfils a condition; `nil` if none does.
  fileprivate mutating func removeLast(where condition: (Element) -> Bool) -> Element? {
    lastIndex(where: condition).map { remove(at: $0) }
  }
}
