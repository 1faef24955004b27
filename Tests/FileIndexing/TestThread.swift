import Testing

@testable import FileIndexing

/// A thread for tests that drive one object from several sides.
struct TestThread {
  private let thread: FileIndexing.Thread

  init(_ body: @escaping @Sendable () -> Void) throws { thread = try FileIndexing.Thread(body) }

  func join() { thread.join() }
}
