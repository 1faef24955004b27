// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import Threading

@testable import WorkerProtocol
import SystemPlatform

/// A file without a name. The space is freed when the object is released.
final class TemporaryFile {
  let descriptor: Int32

  init(containing bytes: [UInt8]) throws {
    var path = Array("/tmp/searchlight-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&path)
    try #require(descriptor >= 0)
    unsafe unlink(path)
    let written = unsafe pwrite(descriptor, bytes, bytes.count, 0)
    try #require(written == bytes.count)
  }

  deinit { close(descriptor) }
}

extension WorkerConnection {
  /// The worker's end of the socket, for tests; -1 once released.
  func duplicateOfChildSocket() -> Int32 { dup(childSocket ?? -1) }

  func duplicateOfChildWindow() -> Int32 { dup(childWindow ?? -1) }

  /// Runs `body` as the worker of this connection. Records an error of `body`, unless the
  /// connection is closed.
  mutating func startWorker(_ body: @escaping @Sendable (inout WorkerChannel) throws -> Void) throws -> Threading.Thread {
    let (socket, window) = (duplicateOfChildSocket(), duplicateOfChildWindow())
    releaseChildEnds()
    return try Threading.Thread {
      do {
        var channel = try WorkerChannel(socket: OwnedDescriptor(owning: socket), window: OwnedDescriptor(owning: window))
        try body(&channel)
      } catch WorkerProtocolError.disconnected {
      } catch {
        Issue.record("the worker failed: \(error)")
      }
    }
  }
}
