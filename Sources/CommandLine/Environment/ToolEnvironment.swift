// SPDX-License-Identifier: Apache-2.0

internal import LogMessages
internal import SystemPlatform

/// The folders of Searchlight's files, by the XDG base directory specification.
///
/// This type does not use the user database (NSS), which a static executable cannot load. Without
/// `HOME`, the folders must be named explicitly.
package struct ToolEnvironment: Sendable {
  private let variables: [String: String]?
  /// Whether the folders are those of the system's index instead of a user's.
  package let isOfSystem: Bool

  /// Uses the environment of the process.
  ///
  /// - Parameter isOfSystem: Whether the index and its configuration are those of the system: in
  ///   `/var/lib/searchlight` and `/etc/searchlight`, whatever the variables say.
  package init(isOfSystem: Bool = false) { (variables, self.isOfSystem) = (nil, isOfSystem) }

  /// Uses the given variables.
  package init(_ variables: [String: String]) { (self.variables, isOfSystem) = (variables, false) }

  /// The variables that have fixed values for the system's index. `~` in its configuration is the
  /// home folder of the superuser.
  private static let systemVariables = ["XDG_DATA_HOME": "/var/lib", "XDG_CONFIG_HOME": "/etc"]

  /// The folder in which the folders of the system are; empty for the root. Tests have another.
  private var systemRoot: String { ProcessFacts.variable("SEARCHLIGHT_SYSTEM_ROOT") ?? "" }

  /// The socket of the service that searches the system's index.
  package var querySocket: String { systemRoot + "/run/searchlight/query" }

  /// The socket at which systemd starts the user's daemon; `nil` if the tools use another index.
  package var startSocket: String? {
    guard !isOfSystem, value(of: "SEARCHLIGHT_STORE") == nil, let folder = value(of: "XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
      return nil
    }
    return folder + "/searchlight/start"
  }

  /// The value of a variable; `nil` if it is not set or empty.
  package func value(of name: String) -> String? {
    if isOfSystem {
      if let folder = Self.systemVariables[name] { return systemRoot + folder }
      if name == "SEARCHLIGHT_STORE" { return nil }
    }
    let value: String? = if let variables { variables[name] } else { ProcessFacts.variable(name) }
    return value?.isEmpty == false ? value : nil
  }

  package func home() throws(EnvironmentError) -> String {
    // The service manager sets no HOME for the system's daemon.
    guard let home = value(of: "HOME") ?? (isOfSystem ? "/root" : nil), home.hasPrefix("/") else { throw .noHome }
    return home
  }

  /// The folder of the store for files: the argument of `-store`, else `SEARCHLIGHT_STORE`, else
  /// the user's store.
  ///
  /// - Parameter option: The argument of `-store`, relative to the working folder; `nil` if the
  ///   option was not given.
  /// - Throws: `EnvironmentError`, `PathError`.
  package func store(_ option: [UInt8]?) throws -> String {
    guard let chosen = option ?? value(of: "SEARCHLIGHT_STORE").map({ Array($0.utf8) }) else {
      return try folder("XDG_DATA_HOME", ".local/share") + "/files"
    }
    // In `-store=~/index` and in quotes, the shell leaves `~` as it is, which would create a folder
    // of this name.
    guard !chosen.starts(with: "~/".utf8), chosen != Array("~".utf8) else { throw EnvironmentError.tilde(chosen) }
    guard let path = String(validating: try AbsolutePath.resolve(chosen), as: UTF8.self) else {
      throw EnvironmentError.unusableStore(chosen)
    }
    return path
  }

  /// The folder of the stores in which programs keep their items.
  package func applications() throws(EnvironmentError) -> String { try folder("XDG_DATA_HOME", ".local/share") + "/applications" }

  /// Searchlight's folder for what has to outlive its data; `nil` without a home folder.
  package func state() -> String? { try? folder("XDG_STATE_HOME", ".local/state", inExistingHome: false) }

  /// The configuration file of the indexer.
  ///
  /// - Parameter isWritten: Whether it is going to be written, and not only read.
  package func configurationFile(isWritten: Bool = false) throws(EnvironmentError) -> String {
    try folder("XDG_CONFIG_HOME", ".config", inExistingHome: isWritten) + "/searchlight.conf"
  }

  /// The folder of saved searches.
  package func searches() throws(EnvironmentError) -> String { try folder("XDG_DATA_HOME", ".local/share") + "/searches" }

  /// Whether the terminal, if there is one, supports control sequences. An unknown terminal does
  /// not.
  package var terminalHasColors: Bool { value(of: "TERM").map { $0 != "dumb" } ?? false }

  /// Searchlight's folder in one of the user's folders. As the specification demands, a variable
  /// with a relative path counts as unset.
  ///
  /// - Parameter inExistingHome: Whether the home folder must exist. No data is written to a misspelled
  ///   one.
  private func folder(_ variable: String, _ standard: String, inExistingHome: Bool = true) throws(EnvironmentError) -> String {
    if let path = value(of: variable), path.hasPrefix("/") { return path + "/searchlight" }
    let home = try home()
    if inExistingHome {
      let isThere: Bool
      do throws(SystemError) { isThere = try FileFacts(of: Path(home)).isDirectory } catch { isThere = !error.code.isMissing }
      guard isThere else { throw .missingHome(home, variable) }
    }
    return home + "/" + standard + "/searchlight"
  }
}

/// The environment does not determine the folders.
package enum EnvironmentError: Error, Hashable, CustomStringConvertible {
  case noHome
  /// No folder is at the path in `HOME`, and the variable that names another folder is not set.
  case missingHome(String, String)
  case unusableStore([UInt8])
  /// The path of the index begins with a `~` that the shell has not replaced.
  case tilde([UInt8])

  package var description: String {
    switch self {
    case .noHome: "HOME is not set to an absolute path; set it, or choose the index with -store"
    case .missingHome(let path, let variable):
      "\(PrintableText.line(path)): HOME names this, but there is no such folder; create it, or correct HOME, or set \(variable)"
    case .tilde(let path):
      "\(PrintableText.path(path)): the shell has not replaced ~ by the home folder; write $HOME, or ./~ for a folder of this name"
    case .unusableStore(let path): "\(PrintableText.path(path)): an index cannot be in a folder whose path is not UTF-8; choose another"
    }
  }
}
