// SPDX-License-Identifier: Apache-2.0

/// With what a desktop has given, the window of an opened program may come to the front.
package struct StartToken: Sendable {
  package let variables: [String: String]

  /// - Parameter time: That of the key or click, in milliseconds, as X has it. Startup notification specification
  package init?(time: UInt32) {
    guard time > 0 else { return nil }
    variables = ["DESKTOP_STARTUP_ID": "searchlight_TIME\(time)"]
  }

  /// - Parameter activationToken: As Wayland's xdg-activation has it.
  package init?(activationToken: String) {
    let isPlain = activationToken.utf8.allSatisfy { 0x20 < $0 && $0 < 0x7F }
    guard !activationToken.isEmpty, activationToken.utf8.count <= 256, isPlain else { return nil }
    variables = ["XDG_ACTIVATION_TOKEN": activationToken, "DESKTOP_STARTUP_ID": activationToken]
  }
}
