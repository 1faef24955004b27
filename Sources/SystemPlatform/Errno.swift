// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The number of an error of a system call. errno(3)
package struct Errno: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// The error of the calling thread's last call that failed.
  package static var current: Errno { Errno(errno) }

  /// Whether the error is about a shortage, or a device or server, that may recover.
  package var isPassing: Bool {
    [EAGAIN, EBUSY, EDQUOT, EINTR, EIO, EMFILE, ENFILE, ENOLCK, ENOMEM, ENOSPC, ESTALE, ETIMEDOUT].contains(rawValue)
  }

  /// Whether there is nothing at a path, or a file in the place of a folder that leads to it.
  package var isMissing: Bool { self == .noSuchFileOrDirectory || self == .notDirectory }

  /// Whether there is nothing at a path, or a symbolic link, which the call does not follow.
  package var isMissingOrLink: Bool { isMissing || self == .tooManyLinks }
}

extension Errno: CustomStringConvertible {
  /// For example `Permission denied`. strerror(3)
  package var description: String { unsafe String(cString: strerror(rawValue)) }
}

// Only the errors that the modules above tell apart.
extension Errno {
  package static let connectionRefused = Errno(ECONNREFUSED)
  package static let fileNameTooLong = Errno(ENAMETOOLONG)
  package static let fileTooLarge = Errno(EFBIG)
  package static let interrupted = Errno(EINTR)
  package static let invalidArgument = Errno(EINVAL)
  package static let ioError = Errno(EIO)
  package static let isDirectory = Errno(EISDIR)
  package static let noData = Errno(ENODATA)
  package static let noMedium = Errno(ENOMEDIUM)
  package static let noSpace = Errno(ENOSPC)
  package static let noSuchDeviceOrAddress = Errno(ENXIO)
  package static let noSuchFileOrDirectory = Errno(ENOENT)
  package static let notDirectory = Errno(ENOTDIR)
  package static let notPermitted = Errno(EPERM)
  package static let notSupported = Errno(ENOTSUP)
  package static let permissionDenied = Errno(EACCES)
  package static let timedOut = Errno(ETIMEDOUT)
  package static let tooManyLinks = Errno(ELOOP)
  package static let tooManyOpenFiles = Errno(EMFILE)
}
