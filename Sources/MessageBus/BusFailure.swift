// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// A call of sd-bus that failed.
package struct BusFailure: Error, CustomStringConvertible {
  package let call: StaticString
  /// A negative errno.
  package let code: Int32

  package init(call: StaticString, code: Int32) { (self.call, self.code) = (call, code) }

  package var description: String { "\(call): \(Errno(-code))" }

  /// Whether there is no message bus: no address, no socket at the usual place, nobody who listens there, which the first call after the
  /// connection may notice.
  package var isWithoutBus: Bool {
    [Errno.noMedium, .noSuchFileOrDirectory, .connectionRefused, Errno.notConnected].contains(Errno(-code))
  }

  /// Whether the bus has ended the connection, as at the end of a session.
  package var isEndOfConnection: Bool { [Errno.connectionReset, .notConnected, .brokenPipe].contains(Errno(-code)) }

  package static func check(_ code: Int32, _ call: StaticString) throws(BusFailure) {
    if code < 0 { throw BusFailure(call: call, code: code) }
  }
}
