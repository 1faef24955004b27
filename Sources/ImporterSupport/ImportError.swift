internal import Glibc
package import WorkerProtocol

/// Why a file cannot be imported, or only in part.
package enum ImportError: Error, Equatable {
  /// The content is not what the format demands; the argument says what is wrong: `no header`.
  case damaged(String)
  /// A password is needed.
  case encrypted
  /// A variant of the format that the importer does not read; the argument names it.
  case unsupported(String)
  /// The system refused a call.
  case system(code: Int32, call: String)
  /// The window is too small for the attributes.
  case tooLarge(byteCount: Int)

  /// As the parent is told.
  package var failure: ImportFailure {
    switch self {
    case .damaged(let detail): ImportFailure(.damaged, "The file is damaged: \(detail).")
    case .encrypted: ImportFailure(.encrypted, "The file is encrypted; it can be read only with its password.")
    case .unsupported(let detail): ImportFailure(.unsupported, "This variant of the format is not supported: \(detail).")
    case .system(let code, let call):
      ImportFailure(.unreadable, "The file cannot be read: \(unsafe String(cString: strerror(code))) (\(call)).")
    case .tooLarge(let byteCount): ImportFailure(.tooLarge, "The attributes take \(byteCount) bytes, more than a worker can hand over.")
    }
  }
}

extension ImportError: CustomStringConvertible {
  package var description: String { failure.message }
}
