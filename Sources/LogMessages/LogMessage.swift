// SPDX-License-Identifier: Apache-2.0

/// A message for a log, in which the paths of a user's files and folders are marked as private.
///
/// In `"\(path: root): not indexed: \(error)"`, the path of the root is private, and so are those in
/// the message of an error that is ``LogMessageConvertible``. Other values become text on one line,
/// without unprintable characters.
package struct LogMessage: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case text(String)
    case path([UInt8])
  }

  /// No two texts follow each other, so that equal messages have equal pieces.
  private var pieces: [Piece] = []
  /// The `errno` of the call whose failure the message reports; `nil` if it reports none.
  package var errorNumber: Int32?

  /// The message for the user whose files it names.
  package var description: String { text { PrintableText.path($0) } }

  /// The message for others, without names of files.
  package func redacted(by redaction: PathRedaction) -> String { text { redaction.replacement(for: $0) } }

  /// The message without the full stop at its end, if it is a sentence.
  package var withoutFullStop: LogMessage {
    var message = self
    if case .text(let text)? = pieces.last, text.last == "." {
      message.pieces[pieces.count - 1] = .text(String(text.dropLast()))
    }
    return message
  }

  private func text(showing path: ([UInt8]) -> String) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .path(let bytes): path(bytes)
      }
    }.joined()
  }

  private mutating func append(_ piece: Piece) {
    if case .text(let new) = piece, case .text(let last)? = pieces.last {
      pieces[pieces.count - 1] = .text(last + new)
    } else {
      pieces.append(piece)
    }
  }
}

extension LogMessage: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { append(.text(text)) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.message }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message = LogMessage()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: String) { if !text.isEmpty { message.append(.text(text)) } }

    /// Adds a value, whose private paths stay private if it has a log message.
    package mutating func appendInterpolation(_ value: some Any) {
      guard let value = value as? any LogMessageConvertible else { return appendLiteral(PrintableText.line("\(value)")) }
      let inner = value.logMessage
      for piece in inner.pieces { message.append(piece) }
      message.errorNumber = message.errorNumber ?? inner.errorNumber
    }

    /// Adds the path or the name of a file, or a pattern for names, which is private.
    package mutating func appendInterpolation(path: [UInt8]) { message.append(.path(path)) }

    package mutating func appendInterpolation(path: some StringProtocol) { message.append(.path(Array(path.utf8))) }
  }
}

/// A value, usually an error, whose description may contain private paths.
package protocol LogMessageConvertible: CustomStringConvertible {
  var logMessage: LogMessage { get }
}

extension LogMessageConvertible {
  package var description: String { logMessage.description }
}

extension LogMessage: LogMessageConvertible {
  package var logMessage: LogMessage { self }
}
