internal import Glibc
internal import Synchronization
internal import Threading

/// Idle workers that are kept for later runs, so that a changed file is read without starting a
/// process first, and the threads of these runs.
package final class ParkedWorkers: Sendable {
  private final class Slot: Sendable {
    let worker: Mutex<WorkerProcess?>

    init(_ worker: consuming WorkerProcess) { self.worker = Mutex(consume worker) }

    func take() -> WorkerProcess? { worker.withLock { $0.take() } }
  }

  private let slots = Mutex<[Slot]>([])
  let threads = ThreadCache()

  package init() {}

  /// Removes a worker that is still running; `nil` if there is none.
  func take() -> WorkerProcess? {
    while let slot = slots.withLock({ $0.popLast() }) {
      if let worker = slot.take(), worker.isRunning { return worker }
    }
    return nil
  }

  func park(_ worker: consuming WorkerProcess) {
    let slot = Slot(worker)
    slots.withLock { $0.append(slot) }
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
