// SPDX-License-Identifier: Apache-2.0

import IndexStore
import Testing

@testable import FileIndexing

struct WatchedDirectoriesTests {
  private func watch(_ number: Int32) -> WatchID { WatchID(rawValue: number) }
  private func directory(_ number: UInt32) -> DirectoryID { DirectoryID(rawValue: number) }

  @Test func `a watch has the directories that were added and not removed, in this order`() {
    var directories = WatchedDirectories()
    #expect(directories[watch(1)].isEmpty)
    for number: UInt32 in [7, 8, 7, 9, 8] { directories.insert(directory(number), for: watch(1)) }
    directories.insert(directory(7), for: watch(2))
    #expect(directories[watch(1)] == [directory(7), directory(8), directory(9)])
    #expect(directories.count == 4)
    #expect(Set(directories.watches) == [watch(1), watch(2)])
    #expect(Set(directories.pairs.map { [Int($0.watch.rawValue), Int($0.directory.rawValue)] }) == [[1, 7], [1, 8], [1, 9], [2, 7]])
    #expect([7, 9].map { directories.remove(directory($0), of: watch(1)) } == [false, false])
    #expect(directories[watch(1)] == [directory(8)])
    #expect([8, 8].map { directories.remove(directory($0), of: watch(1)) } == [true, true])
    #expect(Array(directories.watches) == [watch(2)])
    directories.insert(directory(5), for: watch(2))
    directories.removeAll(of: watch(2))
    #expect(directories.count == 0)
  }

  @Test func `directories leave their watches, which are returned if they have none left`() {
    var directories = WatchedDirectories()
    let pairs: [(Int32, UInt32)] = [(1, 7), (1, 8), (2, 7), (3, 9), (4, 5)]
    for (number, id) in pairs { directories.insert(directory(id), for: watch(number)) }
    let unused = directories.remove([directory(7), directory(9), directory(6)])
    #expect(Set(unused) == [watch(2), watch(3)])
    #expect(directories[watch(1)] == [directory(8)])
    #expect(Set(directories.watches) == [watch(1), watch(4)])
  }
}
