import Glibc
import Testing

@testable import WorkerProtocol

/// A file without a name, which goes when the value goes.
final class TemporaryFile {
  let descriptor: Int32

  init(containing bytes: [UInt8]) throws {
    var path = Array("/tmp/searchlight-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&path)
    try #require(descriptor >= 0)
    unsafe unlink(path)
    let written = unsafe pwrite(descriptor, bytes, bytes.count, 0)
    try #require(written == bytes.count)
  }

  deinit { close(descriptor) }
}

/// A thread that plays the worker: what it does may block, which a task must not.
final class WorkerThread: Sendable {
  private let thread: pthread_t

  init(_ body: @escaping @Sendable () -> Void) throws {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Body(run: body)).toOpaque()
    let result = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context)
    try #require(result == 0)
    self.thread = thread
  }

  func join() { pthread_join(thread, nil) }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

extension WorkerConnection {
  /// The worker's end, for a test to play with; -1 once released.
  func duplicateOfChildSocket() -> Int32 { dup(childSocket ?? -1) }

  func duplicateOfChildWindow() -> Int32 { dup(childWindow ?? -1) }

  /// Runs `body` as the worker of this connection. An error that it throws is the test's, unless the parent has gone.
  mutating func startWorker(_ body: @escaping @Sendable (inout WorkerChannel) throws -> Void) throws -> WorkerThread {
    let (socket, window) = (duplicateOfChildSocket(), duplicateOfChildWindow())
    releaseChildEnds()
    return try WorkerThread {
      do {
        var channel = try WorkerChannel(socket: OwnedDescriptor(owning: socket), window: OwnedDescriptor(owning: window))
        try body(&channel)
      } catch WorkerProtocolError.disconnected {
      } catch {
        Issue.record("the worker failed: \(error)")
      }
    }
  }
}
