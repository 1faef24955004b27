// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Sockets of the test process that wait for connections: TCP, at a path, and in the abstract
/// namespace.
final class Listener: Sendable {
  let port: UInt16
  let path: String
  /// The name of the abstract socket, without its leading zero byte.
  let name: String
  private let descriptors: [Int32]

  init(in folder: ScratchFolder) throws {
    path = "\(folder.path)/socket"
    // The sockets of an earlier test may still be open.
    name = "searchlight-test-\(UInt64.random(in: .min ... .max))"
    unlink(path)
    let tcp = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(tcp, $0, length) == 0 && getsockname(tcp, $0, &length) == 0 }
    }
    guard isBound, Glibc.listen(tcp, 16) == 0 else { throw ScratchError(call: "bind", code: errno) }
    port = UInt16(bigEndian: address.sin_port)
    descriptors = [tcp, try Self.listen(at: Array(path.utf8)), try Self.listen(at: [0] + Array(name.utf8))]
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  private static func listen(at name: [UInt8]) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    // With a zero byte at the end, as the other side has it.
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count + 1)
    let isBound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
    }
    guard isBound, Glibc.listen(descriptor, 16) == 0 else { throw ScratchError(call: "bind", code: errno) }
    return descriptor
  }
}
