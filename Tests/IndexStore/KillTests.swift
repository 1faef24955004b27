// SPDX-License-Identifier: Apache-2.0

import Glibc
import QueryLanguage
import Synchronization
import TestSupport
import Testing
import Threading

@testable import IndexStore

/// A process is killed at random moments while one of its threads writes and another maintains the
/// store.
@Suite struct KillTests {
  /// Number of kills; 500 in thorough runs.
  private static let rounds = getenv("SEARCHLIGHT_KILLS").flatMap { Int(String(cString: $0)) } ?? 12

  /// The work of the process: small commits, each determined by the seed and its number.
  struct Load {
    let path: String
    let seed: UInt64

    /// The expected contents of the catalog and the text layer after some commits.
    struct State: Equatable {
      /// Size of each file, by name.
      var files: [String: UInt64] = [:]
      /// For each text, the number of the commit that stored it, by name.
      var texts: [String: Int] = [:]
    }

    enum Step {
      case put(String, size: UInt64)
      case read(String)
      case remove(String)
      case rename(String, to: String)
    }

    private func step(_ number: Int) -> Step {
      var random = SeededGenerator(seed: seed &+ UInt64(number) &* 0x9E37)
      func name() -> String { "n\(Int.random(in: 0..<40, using: &random))" }
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3: return .put(name(), size: UInt64(number))
      case 4...6: return .read(name())
      case 7...8: return .rename(name(), to: name())
      default: return .remove(name())
      }
    }

    func apply(_ number: Int, to state: inout State) {
      switch step(number) {
      case .put(let name, let size):
        // A new size means new content; the old text stays until the new content is read.
        state.files[name] = size
      case .read(let name): if state.files[name] != nil { state.texts[name] = number }
      case .remove(let name): (state.files[name], state.texts[name]) = (nil, nil)
      case .rename(let name, let other):
        guard state.files[other] == nil, let size = state.files.removeValue(forKey: name) else { return }
        state.files[other] = size
        state.texts[other] = state.texts.removeValue(forKey: name)
      }
    }

    private func apply(_ number: Int, to store: Store, _ directory: DirectoryID) throws {
      func record(_ name: String) throws -> FileRecord? {
        try store.read { snapshot throws(StoreError) in try snapshot.child(named: bytes(name), of: directory) }
      }
      switch step(number) {
      case .put(let name, let size):
        let inode = try record(name)?.status.inode ?? UInt64(number + 1000)
        try store.write { transaction throws(StoreError) in
          _ = try transaction.update(directory, entry: file(name, inode: inode, size: size))
        }
      case .read(let name):
        guard let file = try record(name) else { return }
        try store.setContent(
          file.reference, ifStatusIs: file.status, text: number % 2 == 0 ? ["text number\(number)"] : ["text ", "number\(number)"])
      case .remove(let name):
        try store.write { transaction throws(StoreError) in _ = try transaction.removeEntry(named: bytes(name), in: directory) }
      case .rename(let name, let other):
        guard let file = try record(name), try record(other) == nil else { return }
        let entry = ListedFile(name: bytes(other), status: file.status, type: file.type)
        try store.write { transaction throws(StoreError) in _ = try transaction.move(file.reference, to: directory, as: entry) }
      }
    }

    /// Commits until the process is killed, and records each commit.
    func run(from first: Int) throws {
      let store = try Store.open(path, .write(creating: true))
      let directory = try store.write { transaction throws(StoreError) in
        try transaction.directory(for: bytes("/d"), creating: true) ?? .root
      }
      let journal = Glibc.open(path + ".journal", O_WRONLY | O_CREAT, 0o600)
      let maintenance = try Thread {
        while true {
          guard var maintainer = try? Maintainer(of: store) else { continue }
          do {
            try maintainer.finish(.thorough)
            try store.compact()
          } catch {
            fatalError("\(error)")
          }
        }
      }
      var number = first
      while true {
        try apply(number, to: store, directory)
        number += 1
        var done = UInt64(number)
        pwrite(journal, &done, 8, 0)
      }
      _ = maintenance
    }

    /// Number of commits that are known to be complete.
    var done: Int {
      let bytes = (try? readSmallFile(path + ".journal", limit: 8)) ?? []
      return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }

  private static func files(_ store: Store) throws -> [String: UInt64] {
    var files: [String: UInt64] = [:]
    try store.read { snapshot throws(StoreError) in
      try snapshot.forEachDocument { row throws(StoreError) in
        files[String(decoding: row.nameBytes, as: UTF8.self)] = row.status.size
        return true
      }
    }
    return files
  }

  private static func find(_ query: String, _ store: Store) throws -> [String] {
    try store.search(Query(parsing: query)).hits().map { String(decoding: $0.path.dropFirst(3), as: UTF8.self) }.sorted()
  }

  /// Expects the search results of a state.
  private static func expect(_ state: Load.State, _ store: Store, _ context: String) throws {
    #expect(try find("kMDItemFSName == \"*\"", store) == state.files.keys.sorted(), "\(context)")
    #expect(try find("kMDItemTextContent == text", store) == state.texts.keys.sorted(), "\(context)")
    for (name, number) in state.texts { #expect(try find("kMDItemTextContent == number\(number)", store) == [name], "\(context)") }
    for (name, size) in state.files { #expect(try find("kMDItemFSSize == \(size)", store).contains(name), "\(context)") }
  }

  @Test func `a process killed at random moments loses nothing that was committed`() async throws {
    var random = SeededGenerator()
    let temporary = TemporaryFolder()
    let load = Load(path: temporary.path + "/store", seed: random.seed)
    var state = Load.State()
    var done = 0
    var longestRun: UInt32 = 60_000
    for round in 0..<Self.rounds {
      let microseconds = UInt32.random(in: 500...longestRun, using: &random)
      let doneBefore = done
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = load.path as String, seed = load.seed as UInt64, done = done as Int, microseconds = microseconds as UInt32] in
        signal(SIGALRM) { _ in kill(getpid(), SIGKILL) }
        ualarm(microseconds, 0)
        try Load(path: path, seed: seed).run(from: done)
      }
      let context = "seed \(random.seed), round \(round), \(microseconds) µs"
      let sure = max(done, load.done)
      while done < sure {
        load.apply(done, to: &state)
        done += 1
      }
      let store = try Store.open(load.path, .write(creating: true))
      #expect(try store.verify().isEmpty, "\(context)")
      // The last commit may be complete but not recorded.
      let found = try Self.files(store)
      var next = state
      load.apply(done, to: &next)
      let hasText = try !Self.find("kMDItemTextContent == number\(done)", store).isEmpty
      let isNext = found != state.files || state.texts != next.texts && hasText
      if isNext {
        state = next
        done += 1
      }
      #expect(found == state.files, "\(context)")
      try Self.expect(state, store, context)
      if round % 8 == 7 {
        _ = try IndexedTexts.maintain(store)
        try Self.expect(state, store, context)
        #expect(try store.verify().isEmpty && store.unlistedSegments().isEmpty, "\(context)")
      }
      // On a busy computer, the process needs more time for its first commit. ualarm(3) takes less than a second.
      if done == doneBefore { longestRun = min(longestRun * 2, 900_000) }
    }
    #expect(done > Self.rounds, "the process was killed before it did anything")
    Attachment.record("\(Self.rounds) kills, \(done) commits, seed \(random.seed)", named: "kills.txt")
  }
}
