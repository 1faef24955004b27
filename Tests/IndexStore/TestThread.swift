import Glibc
import IndexStore

/// A thread for tests: what blocks must not block the threads that tests share.
struct TestThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let handle: pthread_t

  init(_ body: @escaping @Sendable () -> Void) throws {
    var handle = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let status = pthread_create(
      &handle, nil,
      { @Sendable argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      work.release()
      throw StoreError.system(call: "pthread_create", path: "", code: status)
    }
    self.handle = handle
  }

  func join() { pthread_join(handle, nil) }
}
