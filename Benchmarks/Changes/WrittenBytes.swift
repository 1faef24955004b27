// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Bytes written by all processes to the device of a folder, and by this process.
struct WrittenBytes {
  struct Count {
    /// `nil` if the file system has no block device of its own.
    let device: Int?
    let process: Int
  }

  private let statistics: String

  init(folder: String) throws {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw SystemFailure(call: "stat", path: folder) }
    let device = UInt64(status.st_dev)
    // The same as gnu_dev_major(3) and gnu_dev_minor(3), which are macros.
    let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
    let minor = device & 0xFF | (device >> 12) & 0xFFFF_FF00
    statistics = "/sys/dev/block/\(major):\(minor)/stat"
  }

  /// The bytes that are written because of `body`. All dirty pages are written before and after it.
  func during(_ body: () throws -> Void) throws -> Count {
    let before = try count()
    try body()
    let after = try count()
    return Count(
      device: after.device.flatMap { end in before.device.map { end - $0 } }, process: after.process - before.process)
  }

  private func count() throws -> Count {
    sync()
    // The seventh field is the number of sectors of 512 bytes written.
    let fields = try? Self.text(of: statistics).split(whereSeparator: \.isWhitespace)
    let sectors = fields.flatMap { $0.count > 6 ? Int($0[6]) : nil }
    let own = try Self.text(of: "/proc/self/io").split(separator: "\n").first { $0.hasPrefix("write_bytes: ") }
    return Count(device: sectors.map { $0 * 512 }, process: own.flatMap { Int($0.dropFirst("write_bytes: ".count)) } ?? 0)
  }

  private static func text(of path: String) throws -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemFailure(call: "open", path: path) }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &buffer, buffer.count)
    guard count >= 0 else { throw SystemFailure(call: "read", path: path) }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
