// SPDX-License-Identifier: Apache-2.0

/// The frames of an answer, whose beginning is kept until it may begin. Making them then takes no time that shows.
final class AnswerStream {
  private let connection: Connection
  /// The frames until the answer has begun.
  private var kept: [UInt8]? = []
  private let begin: () -> Void

  /// Number of bytes of an answer that is not kept any longer. What follows in a longer one depends only on what the
  /// caller sees.
  private static let limit = 1 << 20

  /// - Parameter begin: Called once, before the first bytes are sent.
  init(_ connection: Connection, begin: @escaping () -> Void) { (self.connection, self.begin) = (connection, begin) }

  func send(_ answer: SystemAnswer) throws(ConnectionError) {
    let bytes = Connection.frame(answer.encoded())
    guard kept != nil else { return try connection.send(framed: bytes) }
    kept? += bytes
    if let kept, kept.count >= Self.limit { try flush() }
  }

  /// Sends what is kept, as soon as the answer may begin.
  func flush() throws(ConnectionError) {
    guard let bytes = kept.take() else { return }
    begin()
    try connection.send(framed: bytes)
  }
}
