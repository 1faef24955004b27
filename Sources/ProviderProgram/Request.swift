// SPDX-License-Identifier: Apache-2.0

import ShellSearch

/// What a shell or another program asks for.
enum Request: Sendable {
  case search(ShellQuery, Shell)
  /// The rows of results.
  case rows([String])
  case open(String, ShellQuery?, StartToken?)
  /// Show a file in the file manager.
  case show(String)
  case copy(String)
  /// Show all results of a search.
  case launch(ShellQuery, StartToken?)
  case program(ProgramQuery)

  enum Shell: Sendable {
    case gnome
    case krunner
  }

  /// With what a desktop has given, the window of an opened program may come to the front.
  struct StartToken: Sendable {
    let variables: [String: String]

    /// - Parameter time: That of the key or click, in milliseconds, as X has it. Startup notification specification
    init?(time: UInt32) {
      guard time > 0 else { return nil }
      variables = ["DESKTOP_STARTUP_ID": "searchlight_TIME\(time)"]
    }

    /// - Parameter activationToken: As Wayland's xdg-activation has it.
    init?(activationToken: String) {
      let isPlain = activationToken.utf8.allSatisfy { 0x20 < $0 && $0 < 0x7F }
      guard !activationToken.isEmpty, activationToken.utf8.count <= 256, isPlain else { return nil }
      variables = ["XDG_ACTIVATION_TOKEN": activationToken, "DESKTOP_STARTUP_ID": activationToken]
    }
  }
}

/// What a shell or another program is told.
enum Answer: Sendable {
  case identifiers([String])
  case rows([ResultRow], [String])
  case matches([RunnerMatch])
  case hits(ProgramHits)
  /// The number of a live search, and its first result.
  case watch(UInt32, ProgramHits)
  case done
  case failure(ProviderError)

  /// The answer to a search that another one has ended.
  init(endedBy shell: Request.Shell) {
    switch shell {
    case .gnome: self = .identifiers([])
    case .krunner: self = .matches([])
    }
  }
}
