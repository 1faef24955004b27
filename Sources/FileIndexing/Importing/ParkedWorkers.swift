internal import Glibc
internal import Synchronization

/// Idle workers that are kept for later runs, so that a changed file is read without starting a
/// process first.
package final class ParkedWorkers: Sendable {
  private final class Slot: Sendable {
    let worker: Mutex<WorkerProcess?>

    init(_ worker: consuming WorkerProcess) { self.worker = Mutex(consume worker) }

    func take() -> WorkerProcess? { worker.withLock { $0.take() } }
  }

  private let slots = Mutex<[Slot]>([])

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

  /// Ends all parked workers.
  package func release() { slots.withLock { $0 = [] } }
}
