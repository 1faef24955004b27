// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// A file system of a few megabytes, whose free space a test sets to the page.
final class SmallDisk {
  enum Kind: String, Codable {
    case tmpfs, ext4
    /// Copy-on-write; needs at least 128 MB.
    case btrfs
  }

  static let pageSize = 4096

  let path: String
  private let folder = TemporaryFolder()

  /// - Throws: Cancels the test if this process may not mount file systems.
  init(_ kind: Kind, megabytes: Int) throws {
    path = folder.path + "/disk"
    mkdir(path, 0o700)
    switch kind {
    case .tmpfs: try Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "none", path)
    case .ext4:
      // No journal and no reserved blocks, so that all free space can be used.
      try mount(megabytes: megabytes, "mkfs.ext4", "-q", "-F", "-O", "^has_journal", "-m", "0", "-b", "4096")
    case .btrfs:
      // Earlier kernels also need new space to overwrite data in place. A mapped page without space
      // ends the process.
      guard Self.kernelVersion >= (6, 17) else { try Test.cancel("this kernel's Btrfs finds no room to write in place on a full disk") }
      try mount(megabytes: megabytes, "mkfs.btrfs", "-q")
    }
  }

  private static var kernelVersion: (Int, Int) {
    var name = utsname()
    uname(&name)
    let release = withUnsafeBytes(of: &name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let numbers = release.split(whereSeparator: { !$0.isNumber }).prefix(2).compactMap { Int($0) }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : (0, 0)
  }

  /// Creates a file system in a file, and mounts it.
  private func mount(megabytes: Int, _ make: String...) throws {
    let image = folder.path + "/image"
    let file = open(image, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    try #require(ftruncate(file, off_t(megabytes << 20)) == 0)
    try Self.run(make + [image])
    try Self.run("mount", "-o", "loop", image, path)
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  /// Runs a program of the system that needs root.
  private static func run(_ arguments: String...) throws { try run(arguments) }

  private static func run(_ arguments: [String]) throws {
    guard let status = SystemProgram.run(arguments) else { try Test.cancel("\(arguments[0]) cannot be run here") }
    guard status == 0 else { try Test.cancel("no small file system can be mounted here: \(arguments.joined(separator: " ")) failed") }
  }

  private var ballastPath: String { path + "/ballast" }

  var freePages: Int {
    var status = statvfs()
    statvfs(path, &status)
    return Int(status.f_bavail) * Int(status.f_frsize) / Self.pageSize
  }

  /// Fills the disk except for this number of pages.
  func fill(leaving pages: Int) throws {
    let file = open(ballastPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    let page = [UInt8](repeating: 1, count: Self.pageSize)
    while freePages > pages { guard write(file, page, page.count) == page.count else { break } }
    try #require(fsync(file) == 0)
  }

  func empty() { unlink(ballastPath) }
}
