// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Questions about files that a manifest names.
enum OwnedFile {
  /// Who else could replace the code of an importer: what to say about a file that belongs to another
  /// user, or that everybody may write; `nil` if it does not.
  static func stranger(at path: String) -> String? {
    guard let facts = FileFacts(at: Path(path)) else { return nil }
    if facts.owner != 0, facts.owner != ProcessFacts.effectiveUser { return "belongs to another user" }
    return facts.permissions & 0o002 != 0 ? "can be changed by other users" : nil
  }

  static func isRegular(_ path: String) -> Bool { FileFacts(at: Path(path))?.isRegular ?? false }

  /// The path without symbolic links; `nil` if there is nothing.
  static func realPath(_ path: String) -> String? {
    do throws(SystemError) { return try Path(path).resolved().text } catch { return nil }
  }

  /// The real path of the user's home folder.
  static var home: String? { ProcessFacts.variable("HOME").flatMap(realPath) }
}
