internal import Glibc
internal import Synchronization

/// A thread that runs one closure; where the system has none to give, the closure runs at once on the caller's.
@safe
final class WorkerThread {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @Sendable @escaping () -> Void) { self.run = run }
  }

  private var thread = pthread_t()
  private let isRunning: Bool

  init(_ run: @Sendable @escaping () -> Void) {
    let work = unsafe Unmanaged.passRetained(Work(run))
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    isRunning = code == 0
    if !isRunning { unsafe work.takeRetainedValue().run() }
  }

  func join() {
    if isRunning { pthread_join(thread, nil) }
  }
}

/// Work that another thread does meanwhile.
final class ConcurrentWork {
  private let outcome: Outcome
  private let thread: WorkerThread

  private final class Outcome: Sendable {
    let result = Mutex<Result<Void, StoreError>>(.success(()))
  }

  init(_ work: @Sendable @escaping () throws(StoreError) -> Void) {
    let outcome = Outcome()
    self.outcome = outcome
    thread = WorkerThread {
      do throws(StoreError) {
        try work()
      } catch {
        outcome.result.withLock { $0 = .failure(error) }
      }
    }
  }

  /// Waits for the work to end. To be called once.
  func finish() throws(StoreError) {
    thread.join()
    try outcome.result.withLock { $0 }.get()
  }
}
