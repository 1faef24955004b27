// SPDX-License-Identifier: Apache-2.0

import Glibc
import IndexStore
import Testing

@testable import FileIndexing

/// Files that cannot be opened at present.
struct PostponedFileTests {
  /// F_SETLEASE, which Swift's Glibc module lacks.
  private static let setLease: Int32 = 1024

  @Test func `a file that another process has a lease on stays pending`() throws {
    // The kernel asks the holder of a lease to give it up, with a signal that ends most processes.
    signal(SIGIO, SIG_IGN)
    let folder = try ScratchFolder()
    let tree = try folder.folder("tree")
    let path = try folder.file("tree/a.txt", "say hello")
    let store = try Store.open(folder.path + "/store", .write(creating: true))
    let indexer = try FileIndexer(store: store, configuration: try TestLaunch.configuration(), launch: try TestLaunch.worker())
    _ = try indexer.indexNames(of: [Array(tree.utf8)]) { _ in }
    let holder = open(path, O_RDWR | O_CLOEXEC)
    try #require(holder >= 0)
    guard fcntl(holder, Self.setLease, F_WRLCK) == 0 else {
      close(holder)
      try Test.cancel("this file system has no leases")
    }
    let first = try indexer.indexContents(of: nil) { _ in }
    #expect(first.done == 0 && first.postponed == 1)
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.failures() }.isEmpty)
    close(holder)
    let second = try indexer.indexContents(of: nil) { _ in }
    #expect(second.done == 1 && second.failed == 0 && second.postponed == 0)
  }
}
