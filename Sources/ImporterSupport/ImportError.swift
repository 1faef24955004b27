// SPDX-License-Identifier: Apache-2.0

package import SystemPlatform
package import WorkerProtocol

/// The reason why a file cannot be imported, or only in part.
package enum ImportError: Error, Equatable {
  /// The content violates the format; the argument describes the error: `no header`.
  case damaged(String)
  /// The file needs a password.
  case encrypted
  /// The importer does not support this variant of the format; the argument names it.
  case unsupported(String)
  /// The importer claims a group of formats, but no file of this one. That is no failure: the file counts
  /// as one that no importer reads, and keeps the attributes that are already set.
  case noReader
  /// The system refused a call.
  case system(code: Int32, call: String)

  /// The failure to report to the parent.
  package var failure: ImportFailure {
    switch self {
    case .damaged(let detail): ImportFailure(.damaged, "The file is damaged: \(detail).")
    case .encrypted: ImportFailure(.encrypted, "The file is encrypted; it can be read only with its password.")
    case .unsupported(let detail): ImportFailure(.unsupported, "This variant of the format is not supported: \(detail).")
    case .noReader: ImportFailure(.unsupported, "No importer reads this format.")
    case .system(let code, let call):
      ImportFailure(.unreadable, "The file cannot be read: \(Errno(code)) (\(call)).")
    }
  }
}

extension ImportError: CustomStringConvertible {
  package var description: String { failure.message }
}

extension ImportError {
  /// A system call failed.
  package init(_ error: SystemError) { self = .system(code: error.code.rawValue, call: error.call) }

  /// A call of a library failed for lack of memory.
  package static func outOfMemory(_ call: String) -> ImportError { .system(code: Errno.noMemory.rawValue, call: call) }
}
