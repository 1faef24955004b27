// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// The folders in which programs are registered, by the XDG base directory specification. A file in
/// an earlier one takes the place of files with its name in later ones.
package struct DataFolders: Hashable, Sendable {
  /// Absolute paths: `$XDG_DATA_HOME`, then those of `$XDG_DATA_DIRS`.
  package let paths: [String]
  /// The folder of the user, `$XDG_DATA_HOME`; `nil` if there is none.
  package let home: String?

  /// Uses the environment of the process.
  package init() { self.init(ProcessFacts.variable) }

  /// - Parameter value: The values of environment variables.
  package init(_ value: (_ name: String) -> String?) {
    home = Self.home(value)
    let system = value("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    paths = [home].compactMap { $0 } + system.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  /// ``home`` in the environment of the process.
  package static var home: String? { home(ProcessFacts.variable) }

  /// `$XDG_STATE_HOME` in the environment of the process; `nil` if there is none.
  package static var stateHome: String? { folder("XDG_STATE_HOME", ".local/state", ProcessFacts.variable) }

  private static func home(_ value: (_ name: String) -> String?) -> String? { folder("XDG_DATA_HOME", ".local/share", value) }

  private static func folder(_ name: String, _ standard: String, _ value: (_ name: String) -> String?) -> String? {
    // As the specification demands, relative paths are ignored.
    if let own = value(name), own.hasPrefix("/") { return own }
    return value("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/" + standard : nil }
  }

  /// The entries with a file extension in the folders `subfolder`, in the order of their names.
  ///
  /// - Parameter suffix: With the full stop: `.extension`.
  func files(in subfolder: String, suffix: String) -> [(name: String, path: String)] {
    var found: [String: String] = [:]
    for folder in paths {
      for name in (try? Directory.names(in: Path(folder + "/" + subfolder))) ?? [] {
        guard !name.isHidden, let name = name.validText, name.hasSuffix(suffix) else { continue }
        let stem = String(name.dropLast(suffix.count))
        if found[stem] == nil { found[stem] = "\(folder)/\(subfolder)/\(name)" }
      }
    }
    return found.sorted { $0.key < $1.key }.map { (name: $0.key, path: $0.value) }
  }

  /// The first file with a name; `nil` if no folder has it.
  package func file(_ name: String, in subfolder: String) -> String? {
    // What follows a NUL would not count.
    guard !name.contains("/"), !name.utf8.contains(0) else { return nil }
    return paths.map { "\($0)/\(subfolder)/\(name)" }.first { Path($0).exists }
  }
}

/// The text of a file that a program has installed; `nil` if it cannot be read, is not UTF-8, or is
/// longer than any such file.
func installedText(_ path: String) -> String? {
  let limit = 1 << 20
  guard let bytes = try? ReadableFile.contents(of: Path(path), limit: limit), bytes.count < limit else { return nil }
  return String(validating: bytes, as: UTF8.self)
}
