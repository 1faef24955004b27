// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The number of an error of a system call. errno(3)
package struct Errno: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// The error of the calling thread's last call that failed.
  package static var current: Errno { Errno(errno) }

  /// Forgets the last error of the calling thread, before a call of a library that only sets `errno` for some of its errors.
  package static func reset() { errno = 0 }

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
  package static let argumentListTooLong = Errno(E2BIG)
  package static let brokenPipe = Errno(EPIPE)
  package static let canceled = Errno(ECANCELED)
  package static let connectionAborted = Errno(ECONNABORTED)
  package static let connectionRefused = Errno(ECONNREFUSED)
  package static let connectionReset = Errno(ECONNRESET)
  package static let fileExists = Errno(EEXIST)
  package static let fileNameTooLong = Errno(ENAMETOOLONG)
  package static let fileTooLarge = Errno(EFBIG)
  package static let illegalByteSequence = Errno(EILSEQ)
  package static let interrupted = Errno(EINTR)
  package static let invalidArgument = Errno(EINVAL)
  package static let ioError = Errno(EIO)
  package static let isDirectory = Errno(EISDIR)
  package static let messageTooLong = Errno(EMSGSIZE)
  package static let noBufferSpace = Errno(ENOBUFS)
  package static let noData = Errno(ENODATA)
  package static let noMedium = Errno(ENOMEDIUM)
  package static let noMemory = Errno(ENOMEM)
  package static let noSpace = Errno(ENOSPC)
  package static let noSuchDeviceOrAddress = Errno(ENXIO)
  package static let noSuchFileOrDirectory = Errno(ENOENT)
  package static let noSuchProcess = Errno(ESRCH)
  package static let notConnected = Errno(ENOTCONN)
  package static let notDirectory = Errno(ENOTDIR)
  package static let notImplemented = Errno(ENOSYS)
  package static let notPermitted = Errno(EPERM)
  package static let notSupported = Errno(ENOTSUP)
  package static let permissionDenied = Errno(EACCES)
  package static let resultTooLarge = Errno(ERANGE)
  package static let staleHandle = Errno(ESTALE)
  package static let timedOut = Errno(ETIMEDOUT)
  package static let tooManyLinks = Errno(ELOOP)
  package static let tooManyOpenFiles = Errno(EMFILE)
  package static let tooManyOpenFilesInSystem = Errno(ENFILE)
  package static let wouldBlock = Errno(EAGAIN)
}
