// SPDX-License-Identifier: Apache-2.0

/// Divides text that comes in pieces into lines.
struct LineSplitter {
  /// The start of a line whose end is in the next piece.
  private var rest: [UInt8] = []

  /// A longer line is divided.
  private static let maximumLineByteCount = 1 << 20

  /// Calls `body` with each line that ends in the piece, without its end.
  mutating func take(_ piece: borrowing Span<UInt8>, _ body: (Substring) throws -> Void) rethrows {
    for index in piece.indices {
      if piece[index] == UInt8(ascii: "\n") || rest.count == Self.maximumLineByteCount { try finish(body) }
      if piece[index] != UInt8(ascii: "\n") { rest.append(piece[index]) }
    }
  }

  /// Calls `body` with the last line.
  mutating func finish(_ body: (Substring) throws -> Void) rethrows {
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    try body(String(decoding: rest, as: UTF8.self)[...])
    rest.removeAll(keepingCapacity: true)
  }
}
