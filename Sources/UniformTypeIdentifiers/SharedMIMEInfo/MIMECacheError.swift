// SPDX-License-Identifier: Apache-2.0

/// The reason why a `mime.cache` is not used. The declared types and the types of other caches
/// remain available.
package enum MIMECacheError: Error, Hashable, Sendable {
  /// The file exists but could not be read; `errno` says why.
  case unreadable(path: String, errno: Int32)
  /// The file is larger than any real cache; it is not read.
  case tooLarge(path: String, byteCount: Int)
  /// The format is not 1.x: a later version of `update-mime-database` wrote it.
  case unsupportedVersion(path: String, major: Int, minor: Int)
  /// A list, node or string is outside the file or invalid. `update-mime-database` rewrites the
  /// file.
  case damaged(path: String, part: String, offset: Int)
}

extension MIMECacheError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let path, let errno):
      "\(path): cannot be read (error \(errno)); file types that only it declares are unknown"
    case .tooLarge(let path, let byteCount):
      "\(path): \(byteCount) bytes is too large for a MIME cache; it is ignored"
    case .unsupportedVersion(let path, let major, let minor):
      "\(path): format \(major).\(minor) is not supported; it is ignored"
    case .damaged(let path, let part, let offset):
      "\(path): damaged \(part) at byte \(offset); it is ignored, run update-mime-database to rewrite it"
    }
  }
}
