// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import SystemPlatform

/// A stream between two processes, divided into frames: the length in four bytes, the lowest first,
/// and then as many bytes.
@safe
final class Connection {
  private let owned: OwnedDescriptor

  var socket: Int32 { owned.rawValue }

  /// - Parameter socket: Owned from now on.
  init(_ socket: Int32) { owned = OwnedDescriptor(owning: socket) }

  /// A frame with its length.
  static func frame(_ content: [UInt8]) -> [UInt8] {
    let length = UInt32(content.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + content
  }

  /// - Parameter waits: Whether to wait until the other side takes it. Otherwise a part of it may be sent when it fails.
  /// - Throws: `ConnectionError` if the other side is gone.
  func send(_ content: [UInt8], waits: Bool = true) throws(ConnectionError) { try send(framed: Self.frame(content), waits: waits) }

  /// - Parameter frames: Made by ``frame(_:)``.
  func send(framed frames: [UInt8], waits: Bool = true) throws(ConnectionError) {
    do throws(SystemError) { try owned.file.sendAll(frames, waits: waits) } catch { throw .broken(error.code) }
  }

  /// Waits until there is something to receive, or the other side is gone.
  ///
  /// - Returns: `false` if that took too long.
  func waitForInput(seconds: Int) -> Bool { WaitSource.input(socket).isReady(within: .seconds(seconds)) }

  /// Whether the other side has ended the connection.
  var isEnded: Bool { WaitSource(socket, events: Int32(LOCAL_ENDED)).isReady(within: .zero) }

  /// - Parameter limit: Maximum number of bytes of the frame.
  /// - Throws: `ConnectionError` if the other side is gone or sends too much.
  func receive(limit: Int) throws(ConnectionError) -> [UInt8] {
    let prefix = try receive(exactly: 4)
    let length = prefix.enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
    guard length <= limit else { throw .tooLong(length, limit: limit) }
    return try receive(exactly: length)
  }

  private func receive(exactly count: Int) throws(ConnectionError) -> [UInt8] {
    var bytes: [UInt8] = []
    // A false length takes no memory.
    let pieceSize = 1 << 16
    while bytes.count < count {
      let piece: [UInt8]
      do throws(SystemError) {
        piece = try owned.file.receive(limit: min(count - bytes.count, pieceSize))
      } catch {
        throw .broken(error.code)
      }
      guard !piece.isEmpty else { throw .ended }
      bytes += piece
    }
    return bytes
  }
}

enum ConnectionError: Error, CustomStringConvertible {
  case broken(Errno)
  /// The other side has ended after it had received everything.
  case ended
  case tooLong(Int, limit: Int)

  var description: String {
    switch self {
    case .broken(.connectionReset), .ended: "the other side has ended"
    case .broken(let code): code.description
    case .tooLong(let length, let limit): "a message of \(length) bytes is too long; at most \(limit) bytes are accepted"
    }
  }
}
