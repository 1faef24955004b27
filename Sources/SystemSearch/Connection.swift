// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc
internal import SystemPlatform

/// A stream between two processes, divided into frames: the length in four bytes, the lowest first,
/// and then as many bytes.
@safe
final class Connection {
  let socket: Int32

  /// - Parameter socket: Owned from now on.
  init(_ socket: Int32) { self.socket = socket }

  deinit { close(socket) }

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
    let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
    var rest = frames[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        retryingInterrupted { unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, flags) }
      }
      guard count > 0 else { throw .broken(errno) }
      rest = rest.dropFirst(count)
    }
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
      let wanted = min(count - bytes.count, pieceSize)
      var failure: Int32 = 0
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initialized in
        let received = retryingInterrupted { unsafe recv(socket, buffer.baseAddress, wanted, 0) }
        failure = received < 0 ? errno : 0
        initialized = max(received, 0)
      }
      guard failure == 0 else { throw .broken(failure) }
      guard !piece.isEmpty else { throw .ended }
      bytes += piece
    }
    return bytes
  }
}

enum ConnectionError: Error, CustomStringConvertible {
  case broken(Int32)
  /// The other side has ended after it had received everything.
  case ended
  case tooLong(Int, limit: Int)

  var description: String {
    switch self {
    case .broken(ECONNRESET), .ended: "the other side has ended"
    case .broken(let code): Errno(code).description
    case .tooLong(let length, let limit): "a message of \(length) bytes is too long; at most \(limit) bytes are accepted"
    }
  }
}
