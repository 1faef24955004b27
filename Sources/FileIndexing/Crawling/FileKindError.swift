// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
package import LogMessages

/// The entry at a path is a named pipe, a socket or a device. These are never indexed.
package struct FileKindError: Error, Equatable, LogMessageConvertible {
  /// The reason alone, for messages that name the path themselves.
  static let reason = "neither a file, a folder nor a symbolic link"

  package let path: [UInt8]

  init(path: [UInt8]) { self.path = path }

  /// - Returns: `nil` if the path names an entry that can be indexed, or nothing.
  package init?(at path: [UInt8]) {
    guard FileStatus(at: path)?.kind == .other else { return nil }
    self.init(path: path)
  }

  package var logMessage: LogMessage { "\(path: path): \(Self.reason)" }
}
