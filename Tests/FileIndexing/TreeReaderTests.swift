// SPDX-License-Identifier: Apache-2.0

import Glibc
import IndexStore
import Synchronization
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import FileIndexing
import SystemPlatform

/// Several threads read directories; their listings come in one order.
struct TreeReaderTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Creates a random tree of folders, some deep and some wide.
  private func plant(_ count: Int) throws {
    var random = SeededGenerator()
    var paths = [""]
    for number in 1..<count {
      let parent = paths[[0, paths.count - 1, Int.random(in: paths.indices, using: &random)].randomElement(using: &random) ?? 0]
      let path = parent.isEmpty ? "f\(number)" : "\(parent)/f\(number)"
      try folder.folder(path)
      paths.append(path)
    }
  }

  /// A reader that keeps few directories in memory.
  private func reader(
    capacity: Int = 8192, partLength: Int = 2000, scratch: ScratchFile? = nil, watch: DirectoryReader.Watch? = nil
  ) -> TreeReader {
    var reader = DirectoryReader(rules: ExclusionRules(), types: .shared)
    reader.partLength = partLength
    return TreeReader(
      reader, watch: watch,
      unread: DirectoryQueue(pieceLength: 200, maximumInMemory: 2) { scratch }, capacity: capacity)
  }

  /// All paths, breadth first, found by one thread.
  private func expectedPaths() throws -> [[UInt8]] {
    var paths = [folder.bytes]
    var next = 0
    while next < paths.count {
      let listing = try DirectoryReader(rules: ExclusionRules(), types: .shared).read(paths[next], at: .root)
      paths += listing.entries.filter { $0.status.kind == .directory }.map { paths[next].appending(component: $0.name) }
      next += 1
    }
    return paths
  }

  /// With a small capacity, readers wait until listings are taken.
  @Test(arguments: [1, 2, 40, 400], [(1, 2000), (1, 1), (10, 2000), (10, 3), (8192, 2000), (8192, 1)])
  func `listings come breadth first, each after its directory was watched`(count: Int, limits: (capacity: Int, partLength: Int)) throws {
    try plant(count)
    let watched = Mutex<Set<UInt64>>([])
    var paths: [[UInt8]] = []
    let scratch = try ScratchFile.inFolder(folder.path)
    let reader = reader(capacity: limits.capacity, partLength: limits.partLength, scratch: scratch) { directory in
      var status = stat()
      fstat(directory, &status)
      watched.withLock { [inode = UInt64(status.st_ino)] in _ = $0.insert(inode) }
      return .success(WatchID(rawValue: 1))
    }
    try reader.read(folder.bytes, at: .root) { steps in
      while let step = steps.next() {
        guard case .listing(let listing) = step else {
          Issue.record("a folder was not read")
          continue
        }
        let inode = FileStatus(at: listing.path)?.inode ?? 0
        #expect(watched.withLock { $0.contains(inode) })
        if listing.part?.isFirst ?? true { paths.append(listing.path) }
        #expect(paths.last == listing.path, "parts are not separated")
      }
    }
    #expect(paths == (try expectedPaths()) && paths.count == count)
  }

  /// The status of an entry is read when its part is. What was deleted before that is not listed, so the
  /// number of entries that come in spite of that is the number of entries that were held.
  @Test func `few entries of a very large directory are held at once`() throws {
    let (count, partLength, capacity) = (5000, 50, 100)
    for number in 0..<count { try folder.file("f\(number)") }
    var taken = 0
    try reader(capacity: capacity, partLength: partLength).read(folder.bytes, at: .root) { steps in
      while case .listing(let listing)? = steps.next() {
        #expect(listing.entries.count <= partLength)
        if taken == 0 { for number in 0..<count { remove("\(folder.path)/f\(number)") } }
        taken += listing.entries.count
      }
    }
    // Those that were taken at once, those that were ready, and those that waited.
    #expect(taken > 0 && taken <= 2 * (capacity + partLength) + partLength, "\(taken)")
  }

  @Test(arguments: [1, 10, 8192])
  func `reading ends when the caller stops taking steps`(capacity: Int) throws {
    struct Enough: Error {}
    try plant(1500)
    var count = 0
    #expect(throws: Enough.self) {
      try reader(capacity: capacity).read(folder.bytes, at: .root) { steps in
        while steps.next() != nil {
          count += 1
          if count == 10 { throw Enough() }
        }
      }
    }
    #expect(count == 10)
  }

  @Test func `reading that is stopped ends although the tree is not read`() throws {
    try plant(1500)
    let taken = Mutex(0)
    let reader = TreeReader(
      DirectoryReader(rules: ExclusionRules(), types: .shared), watch: nil, unread: DirectoryQueue { nil }, capacity: 1,
      isStopped: { taken.withLock { $0 >= 10 } })
    try reader.read(folder.bytes, at: .root) { steps in while steps.next() != nil { taken.withLock { $0 += 1 } } }
    #expect(taken.withLock { $0 } < 1500)
  }

  @Test func `a reader that has lost its queue reports an error`() throws {
    try plant(1500)
    // Everything that is written to this file is lost.
    let scratch = ScratchFile(owning: OwnedDescriptor(owning: open("/dev/null", O_RDWR)))
    var count = 0
    #expect(throws: SystemError(code: .ioError, call: "pread")) {
      try reader(scratch: scratch).read(folder.bytes, at: .root) { steps in while steps.next() != nil { count += 1 } }
    }
    #expect(count > 0 && count < 1500)
  }
}
