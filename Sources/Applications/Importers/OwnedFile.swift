// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Questions about files that a manifest names.
enum OwnedFile {
  /// Who else could replace the code of an importer: what to say about a file that belongs to another
  /// user, or that everybody may write; `nil` if it does not.
  static func stranger(at path: String) -> String? {
    guard let status = status(of: path) else { return nil }
    if status.st_uid != 0, status.st_uid != geteuid() { return "belongs to another user" }
    return status.st_mode & S_IWOTH != 0 ? "can be changed by other users" : nil
  }

  static func isRegular(_ path: String) -> Bool { status(of: path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false }

  /// The path without symbolic links; `nil` if there is nothing.
  static func realPath(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The real path of the user's home folder.
  static var home: String? { unsafe getenv("HOME").flatMap { unsafe realPath(String(cString: $0)) } }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }
}
