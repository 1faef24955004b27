internal import CSystem

/// A thread that runs one closure, and begins at once if a processor is idle.
@safe
package final class WorkerThread {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @Sendable @escaping () -> Void) { self.run = run }
  }

  /// How many threads a search may use.
  package static let processors = min(Int(process_processors()), 8)

  private var thread = pthread_t()

  /// - Returns: `nil` where the system has no thread to give.
  package init?(_ run: @Sendable @escaping () -> Void) {
    let work = unsafe Unmanaged.passRetained(Work(run))
    let code = unsafe thread_start(
      &thread,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      return nil
    }
  }

  package func join() { pthread_join(thread, nil) }
}
