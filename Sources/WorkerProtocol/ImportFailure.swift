/// Why an importer got less out of a file than the file's type promised.
package struct ImportFailure: Hashable, Sendable {
  package enum Code: UInt8, CaseIterable, Sendable {
    /// The content is not what the format demands.
    case damaged = 1
    /// A password is needed.
    case encrypted
    /// A variant of the format that the importer does not read.
    case unsupported
    /// The operating system refused to read the file.
    case unreadable
    /// The attributes do not fit the window.
    case tooLarge
    /// The importer threw an error of its own.
    case importer
  }

  /// Longer messages are cut when they are sent.
  package static let maximumMessageByteCount = 1024

  package var code: Code
  /// What happened, in words for the user; no path, since the receiver knows the file.
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension ImportFailure: CustomStringConvertible {
  package var description: String { message }
}
