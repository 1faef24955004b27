// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FileIndexing
@testable import IndexStore

/// Indexing in a control group whose memory is limited. The tests have their own `/proc` and `/sys`.
struct MemoryLimitTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func write(_ path: String, _ text: String) throws {
    let path = folder.path + path
    try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private var limit: Int? { MemoryLimit.byteCount(in: folder.path) }

  // MARK: The limit

  @Test func `the smallest limit of the group and those around it counts`() throws {
    #expect(limit == nil)
    try write("/proc/self/cgroup", "0::/user.slice/app.slice/searchlight.service\n")
    #expect(limit == nil)
    let groups = "/sys/fs/cgroup/user.slice"
    try write("\(groups)/app.slice/searchlight.service/memory.max", "max\n")
    #expect(limit == nil)
    try write("\(groups)/app.slice/searchlight.service/memory.max", "200000000\n")
    try write("\(groups)/memory.max", "300000000\n")
    #expect(limit == 200_000_000)
    try write("\(groups)/app.slice/memory.max", "94371840\n")
    #expect(limit == 94_371_840)
  }

  @Test func `limits of version 1 count, and in a container that of its root`() throws {
    try write("/proc/self/cgroup", "5:cpu,cpuacct:/docker/abc\n4:memory:/docker/abc\n0::/\n")
    let folder = "/sys/fs/cgroup/memory"
    try write("\(folder)/memory.limit_in_bytes", "9223372036854771712\n")
    #expect(limit == nil)
    try write("\(folder)/memory.limit_in_bytes", "94371840\n")
    #expect(limit == 94_371_840)
    try write("\(folder)/docker/abc/memory.limit_in_bytes", "50000000\n")
    #expect(limit == 50_000_000)
  }

  // MARK: Its effect

  @Test(arguments: [32, 90, 256, 700, 1 << 20], [1, 2, 8, 64])
  func `contents fit into half of the limit`(mebibytes: Int, workers: Int) {
    let memory = mebibytes << 20
    let workers = min(workers, max(mebibytes / 64, 1))
    let limits = ContentLimits(workers: workers, memory: memory)
    // One more group has fresh documents, and a transaction takes about what its group does.
    let groups = (limits.groups + 1) * (limits.tokenMemory + 2 * limits.bytes)
    let texts = workers * max(limits.heldText, limits.longTextTokenMemory + limits.longTextBytes)
    #expect(groups + texts <= memory / 2, "\(limits)")
    if mebibytes >= 1 << 20 {
      let unlimited = ContentLimits(workers: workers)
      #expect((limits.tokenMemory, limits.bytes, limits.heldText) == (unlimited.tokenMemory, unlimited.bytes, unlimited.heldText))
    }
  }

  @Test func `with little memory, many texts are stored in many groups, and all are found`() throws {
    let store = try Store.open(folder.path + "/store", .write(creating: true))
    let root = Array(try folder.folder("tree").utf8)
    for number in 0..<40 {
      try folder.file("tree/\(number).txt", "copy number\(number) " + String(repeating: "words and words ", count: 1000))
    }
    let launch = try TestLaunch.worker()
    let indexer = try FileIndexer(
      store: store, configuration: try TestLaunch.configuration(), launch: launch, memory: 90 << 20)
    _ = try indexer.indexNames(of: [root]) { _ in }
    var reader = indexer.makeContentIndexer()
    #expect(reader.workers == 1)
    #expect(reader.launch.limits.memory == 45 << 20)
    reader.memory = 1 << 20
    #expect(try reader.run() == ContentProgress(done: 40, total: 40, failed: 0))
    // A group has at most an eighth of the memory.
    #expect(try store.textSegmentCount() >= 5)
    for number in 0..<40 { #expect(try store.documents(withText: "number\(number)").count == 1) }
  }

  @Test func `without a limit, there are as many workers as configured`() throws {
    let store = try Store.open(folder.path + "/store", .write(creating: true))
    let indexer = try FileIndexer(
      store: store, configuration: try TestLaunch.configuration(), launch: try TestLaunch.worker(), memory: nil)
    let reader = indexer.makeContentIndexer()
    #expect(reader.workers == 2)
    #expect(try reader.launch.limits.memory == TestLaunch.worker().limits.memory)
  }
}
