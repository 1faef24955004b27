// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A socket at which a test receives the datagrams that a daemon sends to a service of the system.
final class DatagramSocket {
  let path: String
  private let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)

  init(_ path: String) throws {
    self.path = path
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    // A daemon at idle priority may run late on a busy machine.
    var patience = timeval(tv_sec: 600, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
    }
    try #require(isBound)
  }

  deinit { close(descriptor) }

  /// The next message; empty on a timeout.
  func next() -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
