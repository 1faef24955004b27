internal import CSystem
internal import Glibc

/// A thread of this process. Whoever starts one joins it.
///
/// Blocking work (reading directories, waiting for a worker) would starve Swift's cooperative pool, which has one thread a core.
package struct Thread: Sendable {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let handle: pthread_t

  /// - Throws: the system's error when it has no thread to give.
  package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var handle = pthread_t()
    let work = unsafe Unmanaged.passRetained(Work(body))
    let status = unsafe thread_start(
      &handle,
      { @Sendable argument in
        if let argument = unsafe argument { unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      unsafe work.release()
      throw SystemError(code: status, call: "pthread_create")
    }
    self.handle = handle
  }

  /// Waits for its end.
  package func join() { pthread_join(handle, nil) }
}
