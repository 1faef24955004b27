// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import SystemPlatform

/// The extension's end of the connection to the program that has started it.
package final class ExtensionChannel: Sendable {
  /// The descriptor that an extension is started with.
  private static let socket = FileDescriptor(3)

  private let isAnswered = Mutex(false)

  /// - Returns: `nil` if this process was not started as an extension.
  package init?() {
    guard Self.socket.isStreamSocket else { return nil }
    // The end of this process is the end of the connection, so its children must not inherit it.
    Self.socket.closeOnExec()
  }

  /// Reads the request.
  ///
  /// - Returns: `nil` if it is in no known format.
  package func request() -> ExtensionRequest? {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      while case let piece = try Self.socket.read(limit: 1 << 16), !piece.isEmpty { bytes += piece }
    } catch {
      // What was received is no complete request.
    }
    return try? ExtensionRequest(decoding: bytes.span)
  }

  /// Sends the answer. Only the first call has an effect.
  package func send(_ answer: ExtensionAnswer) {
    isAnswered.withLock { isAnswered in
      guard !isAnswered else { return }
      isAnswered = true
      // After an error, nobody waits for the answer any more.
      do throws(SystemError) { try Self.socket.sendAll(answer.encoded()) } catch {}
    }
  }
}
