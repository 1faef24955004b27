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
