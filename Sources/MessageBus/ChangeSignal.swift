// SPDX-License-Identifier: Apache-2.0

internal import CSystemd
internal import Glibc

/// Wakes the thread of a connection. eventfd(2)
package final class ChangeSignal: Sendable {
  /// Readable after ``send()``.
  package let descriptor: Int32

  /// - Returns: `nil` if the process has no descriptor left.
  package init?() {
    descriptor = service_event()
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  package func send() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
  }

  package func takeAll() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
  }
}
