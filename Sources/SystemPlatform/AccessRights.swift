// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a process may want to do with a file or folder. access(2)
package struct AccessRights: OptionSet, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let read = AccessRights(rawValue: R_OK)
  package static let write = AccessRights(rawValue: W_OK)
  /// To run a file, or to reach what is in a folder.
  package static let execute = AccessRights(rawValue: X_OK)
}

extension Path {
  /// Whether the path leads to something. Also `false` if that cannot be determined, for example for lack of permission. access(2)
  package var exists: Bool { accessError() == nil }

  /// Whether the path leads to a file that this process may run, or a folder that it may search. access(2)
  package var isExecutable: Bool { accessError(for: .execute) == nil }

  /// Why the user who started this process may not use what the path leads to. access(2)
  ///
  /// - Parameter rights: If empty, only whether it is there.
  /// - Returns: `nil` if it may be used.
  package func accessError(for rights: AccessRights = []) -> Errno? {
    unsafe withCString { unsafe access($0, rights.rawValue) == 0 ? nil : .current }
  }

  /// Why the user with whose rights this process opens files may not use what the path leads to. faccessat(2), `AT_EACCESS`
  ///
  /// - Parameter folder: Where a relative path begins.
  /// - Returns: `nil` if it may be used.
  package func effectiveAccessError(for rights: AccessRights, in folder: FileDescriptor = .workingFolder) -> Errno? {
    unsafe withCString { unsafe faccessat(folder.rawValue, $0, rights.rawValue, AT_EACCESS) == 0 ? nil : .current }
  }

  /// Whether there is something with this name, also a symbolic link that leads nowhere. Also `false` if that cannot be determined.
  /// faccessat(2), `AT_SYMLINK_NOFOLLOW`
  ///
  /// - Parameter folder: Where a relative path begins.
  package func isEntry(in folder: FileDescriptor = .workingFolder) -> Bool {
    unsafe withCString { unsafe faccessat(folder.rawValue, $0, F_OK, AT_SYMLINK_NOFOLLOW) == 0 }
  }
}
