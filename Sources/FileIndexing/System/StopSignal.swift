// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import SystemPlatform

/// A request to stop. It wakes threads that wait in poll(2), and a signal handler may send it.
/// eventfd(2)
final class StopSignal: Sendable {
  /// Readable once the request was sent, and from then on.
  var descriptor: Int32 { event.rawValue }
  private let event: OwnedDescriptor

  init() throws(SystemError) {
    let number = event_make()
    guard number >= 0 else { throw .current("eventfd") }
    event = OwnedDescriptor(owning: number)
  }

  func send() { event_raise(descriptor) }

  var isSent: Bool { wait(atMost: .zero) }

  /// Waits until the request is sent, or until the time is over.
  ///
  /// - Returns: Whether it was sent.
  @discardableResult
  func wait(atMost duration: Duration) -> Bool { WaitSource.input(descriptor).isReady(within: duration) }
}
