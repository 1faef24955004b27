// SPDX-License-Identifier: Apache-2.0

import FileIndexing
import Glibc
import IndexStore
import SystemPlatform
import Testing

struct RecoveryTests {
  private static let lost = StoreError.unknownDirectory(DirectoryID(rawValue: 7))
  private static let damage = StoreError.corrupted(object: "o", reason: "r")
  private static let full = StoreError.diskFull(path: "/p")

  /// The actions after an error that occurs again and again.
  private func actions(after error: StoreError, times: Int, running time: Duration = .seconds(1)) -> [Recovery.Action] {
    var recovery = Recovery()
    return (0..<times).map { _ in recovery.action(after: error, running: time) }
  }

  @Test func `a catalog is set aside three times at once, and then after growing pauses`() {
    let wanted: [Recovery.Action] = [
      .setAside, .setAside, .setAside, .retry(after: .seconds(1)), .setAside, .retry(after: .seconds(2)), .setAside,
      .retry(after: .seconds(4)),
    ]
    #expect(actions(after: Self.damage, times: 8) == wanted)
    #expect(actions(after: .olderFormat(path: "/p", found: 1), times: 8) == wanted)
  }

  @Test func `a directory that is missing after each rescan is damage`() {
    let round: [Recovery.Action] = [.rescan, .rescan, .rescan, .setAside]
    #expect(actions(after: Self.lost, times: 13) == round + round + round + [.rescan])
    #expect(actions(after: Self.lost, times: 16).last == .retry(after: .seconds(1)))
  }

  @Test func `an index that is erased again and again is not damaged`() throws {
    let folder = try ScratchFolder()
    let store = try Store.open(folder.path + "/store", .write(creating: true))
    var recovery = Recovery()
    for _ in 0..<20 {
      try store.erase()
      #expect(recovery.action(after: Self.lost, running: .seconds(1), erasure: try store.lastErasure()) == .rescan)
    }
  }

  @Test func `rescans of a daemon that worked in between do not count`() {
    #expect(actions(after: Self.lost, times: 20, running: .seconds(61)) == Array(repeating: .rescan, count: 20))
  }

  @Test func `on a full disk, the delay doubles from a second to five minutes`() {
    let seconds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    #expect(actions(after: Self.full, times: 11) == seconds.map { .retry(after: .seconds($0)) })
    #expect(actions(after: Self.full, times: 2, running: .seconds(100)) == [.retry(after: .seconds(1)), .retry(after: .seconds(1))])
  }

  @Test(arguments: [
    StoreError.permissionDenied(path: "/p"), .newerFormat(path: "/p", found: 9, supported: 4),
    .system(call: "open", path: "/p", code: EPERM),
  ])
  func `other errors end the daemon`(error: StoreError) {
    #expect(actions(after: error, times: 1) == [.fail])
  }

  @Test(arguments: [StoreError.readersFull(path: "/p"), .system(call: "mdb_txn_commit", path: "/p", code: EIO)])
  func `after errors that may pass, the daemon tries again`(error: StoreError) {
    #expect(actions(after: error, times: 3) == [1, 2, 4].map { .retry(after: .seconds($0)) })
  }

  @Test func `a shortage of the system does not end the daemon`() {
    var recovery = Recovery()
    let shortage = SystemError(code: Errno(EMFILE), call: "eventfd")
    #expect(recovery.action(after: shortage, running: .zero) == .retry(after: .seconds(1)))
    #expect(recovery.action(after: Self.full, running: .zero) == .retry(after: .seconds(2)))
    #expect(recovery.action(after: SystemError(code: .permissionDenied, call: "open"), running: .zero) == .fail)
  }
}
