// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Receives the next question of a connection piece by piece, and never waits for the next piece. So a service needs no
/// process, and no limit of time, for a question that comes slowly or never.
package struct QuestionReader {
  private var prefix: [UInt8] = []
  private var message: [UInt8] = []
  /// The number of bytes after the prefix that have come.
  private var receivedCount = 0

  package init() {}

  package enum Progress: Equatable, Sendable {
    case incomplete
    case complete(ReceivedQuestion)
    /// The other side is gone.
    case ended
  }

  /// Maximum number of bytes that one call receives, so that each of many callers has a turn.
  private static let pieceSize = 1 << 16

  private static let prefixSize = 4

  /// Receives what has come, up to the end of the question. Call it when there is something to receive; after ``Progress/complete(_:)``, start
  /// with a new reader.
  package mutating func receive(from socket: Int32) -> Progress {
    if prefix.count < Self.prefixSize {
      guard let bytes = Self.received(from: socket, limit: Self.prefixSize - prefix.count) else { return .ended }
      prefix += bytes
    }
    guard prefix.count == Self.prefixSize else { return .incomplete }
    let length = prefix.enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
    // Whoever is still sending does not learn why it was too long.
    let isTooLong = length > ReceivedQuestion.maximumByteCount
    if receivedCount < length {
      guard let bytes = Self.received(from: socket, limit: min(length - receivedCount, Self.pieceSize)) else { return .ended }
      receivedCount += bytes.count
      if !isTooLong { message += bytes }
    }
    guard receivedCount == length else { return .incomplete }
    return .complete(isTooLong ? .tooLong(length) : .message(message))
  }

  /// - Returns: Nothing if nothing has come; `nil` if the other side is gone.
  private static func received(from socket: Int32, limit: Int) -> [UInt8]? {
    do throws(SystemError) {
      let bytes = try FileDescriptor(socket).receive(limit: limit, waits: false)
      return bytes.isEmpty ? nil : bytes
    } catch {
      return error.code == .wouldBlock ? [] : nil
    }
  }
}
