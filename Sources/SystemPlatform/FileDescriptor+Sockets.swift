// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension FileDescriptor {
  /// The type of sockets for streams of bytes. `SOCK_STREAM`
  package static var streamType: Int32 { Int32(SOCK_STREAM.rawValue) }

  /// Whether it is a socket for a stream of bytes. getsockopt(2), `SO_TYPE`
  package var isStreamSocket: Bool {
    var type: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return unsafe getsockopt(rawValue, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == Self.streamType
  }

  /// Receives from a socket what is there, at most as much as fits. recv(2)
  ///
  /// - Parameter waits: Whether it waits for the first byte; otherwise `Errno.wouldBlock` is the error if there is none.
  /// - Returns: The number of bytes: 0 if the other side has ended.
  package func receive(into buffer: UnsafeMutableRawBufferPointer, waits: Bool = true) throws(SystemError) -> Int {
    let flags = waits ? 0 : Int32(MSG_DONTWAIT)
    let count = retryingInterrupted { unsafe recv(rawValue, buffer.baseAddress, buffer.count, flags) }
    guard count >= 0 else { throw .current("recv") }
    return count
  }

  /// Receives from a socket what is there, at most `limit` bytes. recv(2)
  ///
  /// - Parameter waits: As for ``receive(into:waits:)``.
  /// - Returns: No bytes if the other side has ended.
  package func receive(limit: Int, waits: Bool = true) throws(SystemError) -> [UInt8] {
    try unsafe Self.bytes(limit) { buffer throws(SystemError) in try unsafe receive(into: buffer, waits: waits) }
  }

  /// Sends bytes to a socket, as many as it takes. If the other side has ended, that is `Errno.brokenPipe`, and not a signal. send(2)
  ///
  /// - Parameter waits: Whether it waits for space; otherwise `Errno.wouldBlock` is the error if there is none.
  package func send(_ bytes: UnsafeRawBufferPointer, waits: Bool = true) throws(SystemError) -> Int {
    let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
    let count = retryingInterrupted { unsafe Glibc.send(rawValue, bytes.baseAddress, bytes.count, flags) }
    guard count >= 0 else { throw .current("send") }
    return count
  }

  /// Sends all bytes to a socket. send(2)
  ///
  /// - Parameter waits: Whether it waits for space. Otherwise some of the bytes may be sent when it fails.
  package func sendAll(_ bytes: [UInt8], waits: Bool = true) throws(SystemError) {
    var sent = 0
    while sent < bytes.count { sent += try send(bytes.span.extracting(sent...), waits: waits) }
  }

  /// Sends bytes to a socket, as many as it takes; see ``send(_:waits:)``.
  package func send(_ bytes: Span<UInt8>, waits: Bool = true) throws(SystemError) -> Int {
    try unsafe bytes.withUnsafeBytes { bytes throws(SystemError) in try unsafe send(bytes, waits: waits) }
  }

  /// Tells the other side of a socket that nothing more comes. shutdown(2)
  package func endSending() { _ = shutdown(rawValue, Int32(SHUT_WR)) }
}

/// Two sockets that are connected with each other, for a stream of bytes in each direction.
package struct SocketPair: ~Copyable {
  package let one: OwnedDescriptor
  /// For another process; closed here when it is set to `nil`.
  package var other: OwnedDescriptor?

  /// Programs that this process starts do not inherit the sockets. socketpair(2)
  package init() throws(SystemError) {
    var sockets: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &sockets) == 0 else {
      throw .current("socketpair")
    }
    one = OwnedDescriptor(owning: sockets[0])
    other = OwnedDescriptor(owning: sockets[1])
  }
}
