// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemPlatform

/// The extension's end of the connection to the program that has started it.
package final class ExtensionChannel: Sendable {
  /// The descriptor that an extension is started with.
  private static let descriptor: Int32 = 3

  private let isAnswered = Mutex(false)

  /// - Returns: `nil` if this process was not started as an extension.
  package init?() {
    var type: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe getsockopt(Self.descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0, type == Int32(SOCK_STREAM.rawValue) else {
      return nil
    }
    // The end of this process is the end of the connection, so its children must not inherit it.
    _ = fcntl(Self.descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Reads the request.
  ///
  /// - Returns: `nil` if it is in no known format.
  package func request() -> ExtensionRequest? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = retryingInterrupted { unsafe read(Self.descriptor, &buffer, buffer.count) }
      if count > 0 { bytes += buffer[..<count] } else { break }
    }
    return try? ExtensionRequest(decoding: bytes.span)
  }

  /// Sends the answer. Only the first call has an effect.
  package func send(_ answer: ExtensionAnswer) {
    isAnswered.withLock { isAnswered in
      guard !isAnswered else { return }
      isAnswered = true
      var rest = answer.encoded()[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { bytes in
          retryingInterrupted { unsafe Glibc.send(Self.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
        }
        // Nobody waits for the answer any more.
        if count < 0 { return }
        rest.removeFirst(count)
      }
    }
  }
}
