internal import CSystem
internal import Glibc

/// A request to stop that a thread waiting in poll(2) notices, and that a signal handler may make: eventfd(2).
final class StopSignal: Sendable {
  /// Readable, and staying so, once the request was made.
  let descriptor: Int32

  init() throws(SystemError) {
    descriptor = event_make()
    guard descriptor >= 0 else { throw .current("eventfd") }
  }

  deinit { close(descriptor) }

  func send() { event_raise(descriptor) }

  var isSent: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&waiting, 1, 0) > 0
  }
}
