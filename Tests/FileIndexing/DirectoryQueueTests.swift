// SPDX-License-Identifier: Apache-2.0

import Glibc
import IndexStore
import SystemPlatform
import TestSupport
import Testing
import Threading

@testable import FileIndexing

struct DirectoryQueueTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func directory(_ number: Int, _ random: inout SeededGenerator) -> DirectoryQueue.Directory {
    let folders = (0..<Int.random(in: 0..<5, using: &random)).map { _ in "/folder \(Int.random(in: 0..<3, using: &random))" }
    return DirectoryQueue.Directory(
      path: Array((folders.joined() + "/\(number)").utf8), device: .random(in: 0 ... .max, using: &random),
      inode: .random(in: 0 ... .max, using: &random))
  }

  enum Scratch: CaseIterable {
    case file, none
    /// A file that cannot be written.
    case fullDisk
  }

  @Test(arguments: Scratch.allCases, [1, 100, 4096])
  func `directories keep their order and contents, in memory or in the scratch file`(scratch: Scratch, pieceLength: Int) throws {
    var random = SeededGenerator()
    let file: ScratchFile? =
      switch scratch {
      case .file: try ScratchFile.inFolder(folder.path)
      case .none: nil
      case .fullDisk: ScratchFile(owning: OwnedDescriptor(owning: open("/dev/full", O_RDWR)))
      }
    var queue = DirectoryQueue(pieceLength: pieceLength, maximumInMemory: 3) { file }
    var expected = FIFO<DirectoryQueue.Directory>()
    var number = 0
    // Grows and becomes empty several times.
    for (added, taken) in [(1, 2), (2000, 1500), (2000, 2500), (300, 299), (1, 2), (3000, 3000)] {
      for _ in 0..<added {
        let directory = directory(number, &random)
        queue.append(directory)
        expected.append(directory)
        number += 1
      }
      for _ in 0..<taken { #expect(try queue.popFirst() == expected.popFirst()) }
      #expect(queue.count == expected.count)
    }
  }

  @Test func `the longest path that the kernel can open is kept`() throws {
    var queue = DirectoryQueue(pieceLength: 1, maximumInMemory: 0) { nil }
    let long = DirectoryQueue.Directory(path: Array(repeatElement([47, 97], count: 2200).joined()), device: 1, inode: 2)
    for _ in 0..<2 { queue.append(long) }
    for _ in 0..<2 { #expect(try queue.popFirst() == long) }
    #expect(try queue.popFirst() == nil)
  }

  @Test func `a scratch file of a store has no name`() throws {
    let path = folder.path + "/store"
    let store = try Store.open(path, .write(creating: true))
    let file = ScratchFile(owning: try store.openScratchFile())
    #expect(file.write([1, 2, 3], at: 0))
    #expect(try file.read(3, at: 0) == [1, 2, 3])
    #expect(try store.temporarySegments().isEmpty)
  }
}

extension ScratchFile {
  /// Creates a file without a name.
  static func inFolder(_ path: String) throws -> ScratchFile {
    let descriptor = open(path + "/scratch", O_RDWR | O_CREAT | O_EXCL, 0o600)
    try #require(descriptor >= 0 && unlink(path + "/scratch") == 0)
    return ScratchFile(owning: OwnedDescriptor(owning: descriptor))
  }
}
