// SPDX-License-Identifier: Apache-2.0

/// What a caller has sent as a question.
package enum ReceivedQuestion: Equatable, Sendable {
  case message([UInt8])
  /// Its bytes were skipped.
  case tooLong(Int)

  /// Maximum number of bytes of a question.
  static let maximumByteCount = 1 << 20

  func query() throws -> SystemQuery {
    switch self {
    case .message(let bytes): try SystemQuery(decoding: bytes.span)
    case .tooLong(let count): throw ConnectionError.tooLong(count, limit: Self.maximumByteCount)
    }
  }
}
