// SPDX-License-Identifier: Apache-2.0

import QueryLanguage
import Testing

@testable import IndexStore

/// What a user finds in an index that has files of others.
struct ViewerTests {
  /// Stands for the kernel: decides by the paths.
  private struct Decisions: FilePermissions {
    func decision(_ path: [UInt8]) -> Bool { path.count < 10 || path.reduce(0, { $0 &* 31 &+ Int($1) }) & 3 != 0 }
    func mayList(_ paths: [[UInt8]]) -> [Bool] { paths.map(decision) }
    func mayRead(_ paths: [[UInt8]]) -> [Bool] { paths.map(decision) }
  }

  private static let users: [(user: UInt32, groups: Set<UInt32>)] = [(1000, [1000]), (1000, [5]), (7, [5, 1000]), (7, [7])]

  /// Finds the files that a user may see by going through the tree.
  private struct Model {
    let user: UInt32
    let groups: Set<UInt32>
    let right: Viewer.Right
    var paths: Set<[UInt8]> = []

    mutating func visit(_ file: ModelFile, _ path: [UInt8], isRoot: Bool) {
      let status = file.entry.status
      let needsReading =
        switch right {
        case .list: false
        case .listAndReadFolders: status.kind == .directory
        case .read: status.kind != .symbolicLink
        }
      if !needsReading || may(4, status, path) { paths.insert(path) }
      guard may(5, status, path), !isRoot || Decisions().decision(path) else { return }
      for child in file.children ?? [] { visit(child, path + [UInt8(ascii: "/")] + child.entry.name, isRoot: false) }
    }

    private func may(_ wanted: UInt16, _ status: FileStatus, _ path: [UInt8]) -> Bool {
      let (owner, group, other) = (status.mode >> 6, status.mode >> 3, status.mode)
      if status.userID == user { return owner & wanted == wanted }
      if groups.contains(status.groupID) { return group & wanted == wanted }
      // With the rights of a group, there may be an access control list.
      return other & wanted == wanted || group & wanted == wanted && Decisions().decision(path)
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a user finds what the evaluator finds among the files that this user may see`(seed: UInt64) throws {
    // Removes its store when it is gone.
    let indexed = try IndexedFolder()
    defer { withExtendedLifetime(indexed) {} }
    let tree = try ModelTree(indexed, seed: seed, changes: 100)
    if seed == 0 { try tree.addCrowd(of: 3000) }
    var found = 0
    for state in 0..<4 as Range<UInt64> {
      let (user, groups) = Self.users[Int(seed + state) % Self.users.count]
      for right in [Viewer.Right.list, .listAndReadFolders, .read] {
        found += try compare(tree, user, groups, right, seed: seed << 8 | state)
      }
      if state == 1 { try tree.store.indexPending() }
      for _ in 0..<10 { try tree.change() }
    }
    #expect(found > 0, "seed \(seed)")
  }

  private func compare(_ tree: ModelTree, _ user: UInt32, _ groups: Set<UInt32>, _ right: Viewer.Right, seed: UInt64) throws -> Int {
    let viewer = Viewer(user: user, groups: groups, right: right, kernel: Decisions())
    var model = Model(user: user, groups: groups, right: right)
    model.visit(tree.root, tree.rootPath, isRoot: true)
    let documents = tree.documents
    var predicates = RandomPredicates(seed: seed, about: Array(documents.prefix(60)))
    var count = 0
    for number in 0..<8 {
      let text = predicates.predicate().description
      let predicate = CompiledPredicate(try Query(parsing: text), in: .current())
      let expected = try documents.filter { try model.paths.contains($0.path) && predicate.matches($0) }.map(\.path)
      let comment = Comment("seed \(seed), user \(user), \(groups), \(right): \(text)")
      let hits = try paths(tree.store.matchedFiles(predicate, within: [], orderedBy: nil, limit: nil, for: viewer), tree.store)
      #expect(Set(hits) == Set(expected) && hits.count == expected.count, comment)
      let limited = try tree.store.matchedFiles(predicate, within: [], orderedBy: nil, limit: number, for: viewer)
      #expect(try paths(limited, tree.store) == Array(hits.prefix(number)), comment)
      count += expected.count
    }
    return count
  }

  private func paths(_ files: [MatchedFile], _ store: Store) throws -> [[UInt8]] {
    try store.read { snapshot throws(StoreError) in
      var paths: [[UInt8]] = []
      for file in files { if let path = try snapshot.path(of: file.reference) { paths.append(path) } }
      return paths
    }
  }

  @Test func `files that count for another right, too, are left out`() throws {
    let indexed = try IndexedFolder()
    defer { withExtendedLifetime(indexed) {} }
    let tree = try ModelTree(indexed, seed: 3, changes: 100)
    let all = Viewer(user: 7, groups: [7], right: .list, kernel: Decisions())
    let readable = Viewer(user: 7, groups: [7], right: .read, kernel: Decisions())
    let predicate = CompiledPredicate(try Query(parsing: "kMDItemFSName == '*'"), in: .current())
    func find(_ viewer: Viewer, butNotFor other: Viewer? = nil) throws -> Set<DocumentReference> {
      Set(
        try tree.store.matchedFiles(predicate, within: [], orderedBy: nil, limit: nil, for: viewer, butNotFor: other).map(\.reference))
    }
    let rest = try find(all, butNotFor: readable)
    #expect(!rest.isEmpty)
    #expect(try rest == find(all).subtracting(find(readable)))
  }

  /// Words of hidden files neither count nor lengthen the texts with which others are compared.
  @Test func `ranked hits and their scores are those of an index without the other files`() throws {
    let hidden = "kiwi kiwi kiwi " + String(repeating: "long ", count: 500)
    let visible = ["kiwi and more", "kiwi", "kiwi kiwi with a few other words", "nothing"]
    func scores(_ texts: [String], hidden: [String]) throws -> [Int64] {
      let folder = try RankedFolder()
      var documents: [String: RankedFolder.Document] = [:]
      for (number, text) in texts.enumerated() { documents["open \(number)"] = RankedFolder.Document(text: text) }
      for (number, text) in hidden.enumerated() { documents["hidden \(number)"] = RankedFolder.Document(text: text, mode: 0o600) }
      try folder.put(documents)
      let viewer = Viewer(user: 7, groups: [7], right: .read, kernel: Decisions())
      var parameters = RankingParameters()
      (parameters.weighsFrequencies, parameters.correctsSpelling) = (false, false)
      return try folder.store.rankedFiles(RankedQuery("kiwi"), limit: 100, where: nil, within: [], for: viewer, parameters: parameters)
        .map(\.hit.score)
    }
    let alone = try scores(visible, hidden: [])
    #expect(alone.count == 3)
    #expect(try scores(visible, hidden: Array(repeating: hidden, count: 20)) == alone)
  }
}
