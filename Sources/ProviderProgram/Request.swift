// SPDX-License-Identifier: Apache-2.0

import DesktopSearch
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
  /// Search in the program of an item.
  case continueSearch(String)
  /// Show all results of a search.
  case launch(ShellQuery, StartToken?)
  case program(ProgramQuery)

  enum Shell: Sendable {
    case gnome
    case krunner
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
