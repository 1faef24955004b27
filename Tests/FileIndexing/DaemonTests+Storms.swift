// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import IndexStore
import Synchronization
import TestSupport
import Testing
import Threading

@testable import FileIndexing

/// Many changes at once.
extension DaemonTests {
  @Test func `thousands of files are indexed that are created at once`() throws {
    try whileRunning { _ in
      for number in 0..<5000 { try folder.file("tree/many/\(number % 10)/f\(number).dat") }
      eventually("all are there") {
        try store.read { snapshot throws(StoreError) in try snapshot.counts().documents } == 5000 + 10 + 2
      }
    }
  }

  /// The number of storms, and the seed of the first one.
  private static let storms = getenv("SEARCHLIGHT_STORMS").flatMap { UInt64(String(cString: $0)) } ?? 4
  private static let firstStorm = getenv("SEARCHLIGHT_STORM").flatMap { UInt64(String(cString: $0)) } ?? 0

  @Test(arguments: firstStorm..<firstStorm + storms)
  func `after a storm of changes the index agrees with the disk`(seed: UInt64) throws {
    var changing = ChangingTree(tree, seed: seed)
    for _ in 0..<20 { changing.change() }
    try whileRunning { _ in
      for round in 1...3 {
        for _ in 0..<60 { changing.change() }
        let expected = try changing.entries()
        eventually("the index agrees, round \(round): \(try difference(from: expected))") { try indexed() == expected }
      }
    }
    let damage = try store.verify()
    #expect(damage.isEmpty)
  }

  /// The index below the tree in the form of ``ChangingTree/entries()``. Pending files have no
  /// entry.
  private func indexed() throws -> [String: String?] {
    try store.read { snapshot throws(StoreError) in
      guard let root = try snapshot.directory(for: Array(tree.utf8)) else { return [:] }
      var entries: [String: String?] = [:]
      var left = [(directory: root, path: "")]
      while let (directory, path) = left.popLast() {
        for child in try snapshot.children(of: directory) {
          let name = path + String(decoding: child.name, as: UTF8.self)
          if let subdirectory = child.subdirectory {
            entries[name] = .some(nil)
            left.append((subdirectory, name + "/"))
          } else if child.content == .current, case .string(let title)? = try snapshot.attributes(of: child.document)?[.title] {
            entries[name] = "say " + title
          }
        }
      }
      return entries
    }
  }

  private func difference(from expected: [String: String?]) throws -> String {
    let found = try indexed()
    return Set(expected.keys).union(found.keys).filter { found[$0] != expected[$0] }.sorted()
      .map { "\($0): \(expected[$0].map { $0 ?? "folder" } ?? "none") on disk, \(found[$0].map { $0 ?? "folder" } ?? "none") in the index" }
      .joined(separator: "; ")
  }
}
