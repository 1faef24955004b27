// SPDX-License-Identifier: Apache-2.0

import LogMessages
import SystemPlatform

/// Why a program did not open something.
struct BusError: Error, CustomStringConvertible {
  let description: String
  /// Whether the program has not received the request.
  let isUnreachable: Bool

  /// There is no message bus.
  init(connecting code: Int32) {
    description = "the message bus of the session cannot be reached: \(Errno(-code))"
    isUnreachable = true
  }

  /// The request could not be written.
  init(_ program: String, _ code: Int32) {
    description = "\(PrintableText.line(program)): \(Errno(-code))"
    isUnreachable = true
  }

  /// The bus or the program has replied with an error.
  init(program: String, name: String, message: String) {
    description = "\(PrintableText.line(program)): \(PrintableText.line(message))"
    let errors = ["ServiceUnknown", "NameHasNoOwner", "Disconnected"].map { "org.freedesktop.DBus.Error." + $0 }
    isUnreachable = errors.contains(name) || name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
  }
}
