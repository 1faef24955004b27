// SPDX-License-Identifier: Apache-2.0

internal import LogMessages
internal import SystemPlatform

/// The reason why a path typed by a user cannot be used.
package enum PathError: Error, Hashable, CustomStringConvertible {
  /// The path is empty, usually because of an unset shell variable.
  case empty
  /// The path is relative, and the working folder was removed or is unreachable. `code` is the
  /// `errno` of getcwd(3).
  case noWorkingFolder([UInt8], code: Int32)

  package var description: String {
    switch self {
    case .empty: "an empty argument names no file or folder"
    case .noWorkingFolder(let path, Errno.noSuchFileOrDirectory.rawValue):
      "\(PrintableText.path(path)): the current folder no longer exists; change to another one or give an absolute path"
    case .noWorkingFolder(let path, let code):
      "\(PrintableText.path(path)): cannot determine the current folder: \(Errno(code))"
    }
  }
}
