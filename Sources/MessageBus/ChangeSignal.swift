// SPDX-License-Identifier: Apache-2.0

internal import CSystemd
internal import SystemPlatform

/// Wakes the thread of a connection. eventfd(2)
package final class ChangeSignal: Sendable {
  /// Readable after ``send()``.
  package var descriptor: Int32 { event.rawValue }
  private let event: OwnedDescriptor

  /// - Returns: `nil` if the process has no descriptor left.
  package init?() {
    event = OwnedDescriptor(owning: service_event())
    if event.rawValue < 0 { return nil }
  }

  package func send() { event.file.addEvent() }

  package func takeAll() { event.file.takeEvents() }
}
