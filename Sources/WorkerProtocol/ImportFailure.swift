// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// The reason why an importer could not read all of a file.
package struct ImportFailure: Hashable, Sendable {
  package enum Code: UInt8, CaseIterable, Sendable {
    /// The content violates the format.
    case damaged = 1
    /// The file needs a password.
    case encrypted
    /// The importer does not support this variant of the format.
    case unsupported
    /// The operating system refused to read the file.
    case unreadable
    /// The attributes or the text exceed a limit.
    case tooLarge
    /// The importer threw an error of its own.
    case importer
  }

  /// Maximum length of a message; longer messages are truncated when they are sent.
  package static let maximumMessageByteCount = 1024

  package var code: Code
  /// A description for the user, without the path, which the receiver knows.
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension ImportFailure {
  /// Describes what was left out of a record.
  package init(_ losses: [RecordLoss]) { self.init(.tooLarge, "Some attributes are incomplete: \(losses.summary).") }
}

extension ImportFailure: CustomStringConvertible {
  package var description: String { message }
}
