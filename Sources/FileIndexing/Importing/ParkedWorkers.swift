internal import Glibc
internal import Synchronization

/// Workers that wait for more to do, so that a file which changes is not kept waiting for the start of a process.
package final class ParkedWorkers: Sendable {
  private final class Place: Sendable {
    let worker: Mutex<WorkerProcess?>

    init(_ worker: consuming WorkerProcess) { self.worker = Mutex(consume worker) }

    func take() -> WorkerProcess? { worker.withLock { $0.take() } }
  }

  private let places = Mutex<[Place]>([])

  package init() {}

  /// Takes a worker that still runs; `nil` when there is none.
  func take() -> WorkerProcess? {
    while let place = places.withLock({ $0.popLast() }) {
      if let worker = place.take(), worker.isRunning { return worker }
    }
    return nil
  }

  /// Keeps a worker.
  func park(_ worker: consuming WorkerProcess) {
    let place = Place(worker)
    places.withLock { $0.append(place) }
  }

  var isEmpty: Bool { places.withLock { $0.isEmpty } }

  /// The processes that are parked.
  package var processes: [Int32] { places.withLock { $0.compactMap { $0.worker.withLock { $0?.id } } } }

  /// Ends all that are parked.
  package func release() { places.withLock { $0 = [] } }
}
