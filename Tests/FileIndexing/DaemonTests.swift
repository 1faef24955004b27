// SPDX-License-Identifier: Apache-2.0

import Attributes
@testable import FileIndexing
import Glibc
import IndexStore
import Synchronization
import TestSupport
import Testing
import Threading

/// A running daemon and a changing tree. Tests do not sleep; they wait until the catalog has the
/// expected contents, or fail after a time limit.
struct DaemonTests {
  let folder: ScratchFolder
  let store: Store
  let tree: String

  init() throws {
    folder = try ScratchFolder()
    store = try Store.open(folder.path + "/store", .write(creating: true))
    tree = try folder.folder("tree")
  }

  /// Runs `body` after a daemon has finished its first crawl, and while it runs.
  ///
  /// - Parameter roots: Paths of further roots, relative to the tree.
  func whileRunning(
    workers: Int = 2, launch: WorkerLaunch? = nil, roots: [String] = [], readsDependencies: Bool = false, respectsGitignore: Bool = false,
    includesHiddenMail: Bool = true, _ body: (Daemon) throws -> Void
  ) throws {
    var configuration = try TestLaunch.configuration()
    configuration.workers = workers
    configuration.readsDependencies = readsDependencies
    configuration.respectsGitignore = respectsGitignore
    configuration.includesHiddenMail = includesHiddenMail
    configuration.roots = ([tree] + roots.map { "\(tree)/\($0)" }).map { Array($0.utf8).realPath }
    let indexer = try FileIndexer(store: store, configuration: configuration, launch: try launch ?? TestLaunch.worker())
    let isWatching = Mutex(false)
    let daemon = try Daemon(indexer) { notice in
      if case .watching = notice { isWatching.withLock { $0 = true } }
    }
    let failure = Mutex<String?>(nil)
    let thread = try Thread {
      do { try daemon.run() } catch { failure.withLock { $0 = "\(error)" } }
    }
    defer {
      daemon.stop()
      thread.join()
      #expect(failure.withLock { $0 } == nil)
    }
    eventually("the first crawl") { isWatching.withLock { $0 } }
    try body(daemon)
  }

  /// Waits for a condition. Checks it after each change of the store, and after a short time.
  func eventually(
    _ what: @autoclosure () throws -> String, _ condition: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for _ in 0..<12_000 {
      if (try? condition()) == true { return }
      poll(nil, 0, 10)
    }
    Issue.record("never: \((try? what()) ?? "")", sourceLocation: sourceLocation)
  }

  func record(_ name: String) throws -> FileRecord? {
    let path = Array("\(tree)/\(name)".utf8).realEntryPath
    return try store.read { snapshot throws(StoreError) in
      guard let reference = try snapshot.reference(for: path) else { return nil }
      return try snapshot.record(of: reference)
    }
  }

  /// Whether the index contains no documents, not even the tree's own.
  func isGone() throws -> Bool { try store.read { snapshot throws(StoreError) in try snapshot.counts().documents } == 0 }

  func title(_ name: String) throws -> AttributeValue? {
    guard let record = try record(name), record.content == .current else { return nil }
    return try store.read { snapshot throws(StoreError) in try snapshot.attributes(of: record.document)?[.title] }
  }

  /// The scan of the others may take long.
  @Test func `a root that is new is crawled before those that are known`() throws {
    for name in ["one", "two"] { try folder.file("\(name)/file.txt") }
    let paths = ["one", "two"].map { Array("\(folder.path)/\($0)".utf8).realPath }
    var first: [Bool] = []
    for roots in [[paths[0]], paths] {
      var configuration = try TestLaunch.configuration()
      configuration.roots = roots
      let indexer = try FileIndexer(store: store, configuration: configuration, launch: try TestLaunch.worker())
      let isWatching = Mutex(false)
      let found = Mutex<Bool?>(nil)
      let daemon = try Daemon(indexer) { [store] notice in
        switch notice {
        // The first report with changes.
        case .crawling(let summary) where summary.added > 0:
          let isNewKnown = try? store.read { snapshot throws(StoreError) in
            try snapshot.reference(for: paths[1].appending(component: Array("file.txt".utf8))) != nil
          }
          found.withLock { if $0 == nil { $0 = isNewKnown } }
        case .watching: isWatching.withLock { $0 = true }
        default: break
        }
      }
      if roots.count == 2 { try folder.file("one/later.txt") }
      let thread = try Thread { try? daemon.run() }
      eventually("the crawl") { isWatching.withLock { $0 } }
      daemon.stop()
      thread.join()
      first.append(found.withLock { $0 } ?? false)
    }
    #expect(first == [false, true])
  }

  @Test func `files that are added, changed and removed are indexed`() throws {
    try folder.file("tree/there.txt", "say there")
    try whileRunning { _ in
      eventually("what was there is read") { try title("there.txt") == .string("there") }
      try folder.file("tree/new.txt", "say new")
      eventually("a new file is read") { try title("new.txt") == .string("new") }
      try folder.file("tree/new.txt", "say changed")
      eventually("a changed file is read again") { try title("new.txt") == .string("changed") }
      remove("\(tree)/new.txt")
      eventually("a removed file goes") { try record("new.txt") == nil }
    }
  }

  @Test func `a new tree is crawled and watched, and a removed tree leaves the index`() throws {
    try whileRunning { _ in
      try folder.file("tree/a/b/c/deep.txt", "say deep")
      eventually("a file in a new tree is read") { try title("a/b/c/deep.txt") == .string("deep") }
      try folder.file("tree/a/b/c/deeper.txt", "say deeper")
      eventually("a new tree is watched") { try title("a/b/c/deeper.txt") == .string("deeper") }
      rename("\(tree)/a", folder.path + "/outside")
      eventually("a tree that was moved out goes") { try record("a") == nil }
      rename(folder.path + "/outside", "\(tree)/back")
      eventually("a tree that was moved in is read") { try title("back/b/c/deep.txt") == .string("deep") }
    }
  }

  @Test func `documents survive renames, moves and replacement`() throws {
    for name in ["one/a.txt", "two/b.txt", "three/c.txt"] { try folder.file("tree/\(name)", "say \(name)") }
    try whileRunning { _ in
      eventually("all is read") { try title("three/c.txt") != nil && title("one/a.txt") != nil && title("two/b.txt") != nil }
      let (a, b, c) = try (record("one/a.txt")?.document, record("two/b.txt")?.document, record("three/c.txt")?.document)
      rename("\(tree)/one/a.txt", "\(tree)/one/renamed.txt")
      eventually("a renamed file is the same document") { try record("one/renamed.txt")?.document == a && record("one/a.txt") == nil }
      rename("\(tree)/two/b.txt", "\(tree)/one/moved.txt")
      eventually("a moved file is the same document") { try record("one/moved.txt")?.document == b && record("two/b.txt") == nil }
      rename("\(tree)/three", "\(tree)/two/three")
      eventually("a file in a moved folder is the same document") {
        try record("two/three/c.txt")?.document == c && record("three") == nil
      }
      try folder.file("tree/two/three/c.txt", "say in its new place")
      eventually("a moved folder is still watched") { try title("two/three/c.txt") == .string("in its new place") }
      try folder.file("tree/one/.new", "say replaced")
      rename("\(tree)/one/.new", "\(tree)/one/renamed.txt")
      eventually("a replaced file is the same document with new content") {
        try title("one/renamed.txt") == .string("replaced") && record("one/renamed.txt")?.document == a
      }
    }
  }

  @Test(.enabled(if: TestMount.isPermitted))
  func `changes of a folder that is mounted at a second path are seen at both`() throws {
    try folder.file("tree/a/x.txt", "say x")
    try folder.folder("tree/b")
    // A folder that contains itself: its mount point is empty in the copy.
    try folder.folder("tree/loop")
    let mounts = [
      try TestMount(binding: tree, to: tree + "/loop"), try TestMount(binding: tree + "/a", to: tree + "/b"),
    ]
    defer { for mount in mounts { mount.unmount() } }
    try whileRunning { _ in
      eventually("all is read") { try title("a/x.txt") != nil && title("b/x.txt") != nil && title("loop/a/x.txt") != nil }
      let before = try ["a", "b", "loop/a"].map { try record("\($0)/x.txt")?.document }
      try folder.file("tree/b/new/y.txt", "say y")
      rename("\(tree)/b/x.txt", "\(tree)/b/z.txt")
      for place in ["a", "b", "loop/a"] {
        eventually("the new file at \(place)") { try title("\(place)/new/y.txt") == .string("y") }
        eventually("the rename at \(place)") { try record("\(place)/z.txt") != nil && record("\(place)/x.txt") == nil }
      }
      let after = try ["a", "b", "loop/a"].map { try record("\($0)/z.txt")?.document }
      #expect(after == before)
      remove("\(tree)/loop/a/z.txt")
      eventually("the removal") { try record("a/z.txt") == nil && record("b/z.txt") == nil && record("loop/a/z.txt") == nil }
    }
    #expect(try store.verify().isEmpty)
  }

  @Test func `a file that is truncated by its path, or written and kept open, is read again`() throws {
    let path = try folder.file("tree/short.txt", "say short and more")
    let open = try folder.file("tree/open.txt", "say")
    try whileRunning { _ in
      eventually("it is read") { try title("short.txt") == .string("short and more") }
      truncate(path, 9)
      eventually("the truncated file is read again") { try title("short.txt") == .string("short") }
      let file = try #require(fopen(open, "a"))
      defer { fclose(file) }
      fputs(" hello", file)
      fflush(file)
      eventually("the open file is read") { try title("open.txt") == .string("hello") }
    }
  }

  @Test func `a file that gets its name while it is open is read when it was written`() throws {
    try whileRunning { _ in
      let outside = try folder.file("outside.txt", "say")
      let file = try #require(fopen(outside, "a"))
      defer { fclose(file) }
      link(outside, "\(tree)/linked.txt")
      eventually("the name comes") { try record("linked.txt") != nil }
      fputs(" later", file)
      fflush(file)
      eventually("the content comes") { try title("linked.txt") == .string("later") }
    }
  }

  @Test func `all names of a file are updated when one is written`() throws {
    let path = try folder.file("tree/one.txt", "say first")
    try folder.folder("tree/sub")
    link(path, "\(tree)/sub/two.txt")
    try whileRunning { _ in
      eventually("both are read") { try title("one.txt") == .string("first") && title("sub/two.txt") == .string("first") }
      try folder.file("tree/one.txt", "say second")
      eventually("both are read again") { try title("one.txt") == .string("second") && title("sub/two.txt") == .string("second") }
      remove(path)
      eventually("the number of names is current") { try record("sub/two.txt")?.status.linkCount == 1 && record("one.txt") == nil }
    }
  }

  @Test func `a file that is written through a name in a new folder is read again under its other name`() throws {
    let path = try folder.file("tree/one.txt", "say first")
    try folder.folder("new")
    link(path, folder.path + "/new/two.txt")
    try whileRunning { _ in
      eventually("it is read") { try title("one.txt") == .string("first") }
      try folder.file("new/two.txt", "say second")
      rename(folder.path + "/new", "\(tree)/new")
      eventually("both names are read") { try title("new/two.txt") == .string("second") && title("one.txt") == .string("second") }
    }
  }

  @Test func `the date of a folder changes with its entries`() throws {
    try folder.file("tree/sub/a.txt", "say a")
    try whileRunning { _ in
      func isCurrent() throws -> Bool { try record("sub")?.status == FileStatus(at: Array("\(tree)/sub".utf8)) }
      eventually("it is read") { try title("sub/a.txt") == .string("a") }
      try folder.file("tree/sub/b.txt", "say b")
      eventually("after a file came") { try record("sub/b.txt") != nil && isCurrent() }
      remove("\(tree)/sub/a.txt")
      eventually("after a file went") { try record("sub/a.txt") == nil && isCurrent() }
      for number in 0..<100 { try folder.file("tree/sub/n\(number).txt") }
      eventually("after many files came") { try record("sub/n99.txt") != nil && isCurrent() }
      let marker = try folder.file("tree/sub/.metadata_never_index")
      eventually("after a marker came") { try record("sub/n99.txt") == nil && isCurrent() }
      remove(marker)
      eventually("after a marker went") { try record("sub/n99.txt") != nil && isCurrent() }
    }
  }

  @Test func `files keep their identity through chains and exchanges of names`() throws {
    for name in ["a", "b", "c"] { try folder.file("tree/\(name).txt", "say \(name)") }
    try whileRunning { _ in
      eventually("all is read") { try title("a.txt") != nil && title("b.txt") != nil && title("c.txt") != nil }
      let (a, b, c) = try (record("a.txt")?.document, record("b.txt")?.document, record("c.txt")?.document)
      for (from, to) in [("a", "t"), ("b", "a"), ("t", "b"), ("c", "d"), ("d", "e"), ("e", "f")] {
        rename("\(tree)/\(from).txt", "\(tree)/\(to).txt")
      }
      eventually("each file has its document and content") {
        try record("a.txt")?.document == b && record("b.txt")?.document == a && record("f.txt")?.document == c
          && title("a.txt") == .string("b") && title("b.txt") == .string("a") && title("f.txt") == .string("c")
      }
      for name in ["c", "d", "e", "t"] {
        let gone = try record("\(name).txt")
        #expect(gone == nil, "\(name)")
      }
    }
  }

  @Test func `hidden names are not indexed, and names that become hidden leave the index`() throws {
    try folder.file("tree/seen.txt", "say seen")
    try whileRunning { _ in
      try folder.file("tree/.secret", "say secret")
      rename("\(tree)/seen.txt", "\(tree)/.seen.txt")
      eventually("a file that was hidden goes") { try record("seen.txt") == nil }
      rename("\(tree)/.seen.txt", "\(tree)/again.txt")
      eventually("a file that was shown again comes") { try title("again.txt") == .string("seen") }
      let secret = try record(".secret")
      #expect(secret == nil)
    }
  }

  @Test func `a new marker removes a tree from the index, and its removal adds the tree again`() throws {
    try folder.file("tree/seen.txt", "say seen")
    try folder.file("tree/private/deep/a.txt", "say a")
    try whileRunning { _ in
      eventually("it is read") { try title("private/deep/a.txt") == .string("a") }
      let marker = try folder.file("tree/private/.metadata_never_index")
      eventually("the tree goes") { try record("private/deep/a.txt") == nil && record("private/deep") == nil }
      for name in ["private/b.txt", "private/new/c.txt", "private/deep/d.txt"] { try folder.file("tree/\(name)", "say \(name)") }
      rename("\(tree)/seen.txt", "\(tree)/private/seen.txt")
      eventually("a file that was moved into the tree goes") { try record("seen.txt") == nil }
      try folder.file("tree/after.txt", "say after")
      eventually("what came after all that is read") { try title("after.txt") == .string("after") }
      for name in ["b.txt", "new", "deep", "seen.txt"] {
        let found = try record("private/\(name)")
        #expect(found == nil, "\(name)")
      }
      let marked = try record("private")
      #expect(marked != nil, "the folder itself is indexed")

      rename(marker, folder.path + "/marker")
      eventually("the tree comes back") {
        try title("private/deep/a.txt") == .string("a") && title("private/new/c.txt") != nil && title("private/seen.txt") != nil
      }
      try folder.file("tree/private/deep/e.txt", "say e")
      eventually("the tree is followed") { try title("private/deep/e.txt") == .string("e") }
    }
  }

  @Test func `files that are created in a new folder after its marker are not indexed`() throws {
    try whileRunning { _ in
      try folder.file("tree/new/.metadata_never_index")
      eventually("the folder comes") { try record("new") != nil }
      try folder.file("tree/new/sub/a.txt", "say a")
      try folder.file("tree/new/b.txt", "say b")
      try folder.file("tree/after.txt", "say after")
      eventually("what came after them is read") { try title("after.txt") == .string("after") }
      let (sub, file) = try (record("new/sub"), record("new/b.txt"))
      #expect(sub == nil)
      #expect(file == nil)
    }
  }

  @Test func `roots inside a folder stay when a marker is added to it, and are watched`() throws {
    for name in ["near/n.txt", "deep/task/kept.txt", "deep/gone.txt"] { try folder.file("tree/private/\(name)", "say \(name)") }
    try whileRunning(roots: ["private/near", "private/deep/task"]) { _ in
      eventually("all is read") {
        try title("private/near/n.txt") != nil && title("private/deep/task/kept.txt") != nil && title("private/deep/gone.txt") != nil
      }
      func documents() throws -> [DocumentID?] { try ["near/n.txt", "deep/task/kept.txt"].map { try record("private/\($0)")?.document } }
      let before = try documents()
      let marker = try folder.file("tree/private/.metadata_never_index")
      eventually("what is in no other root goes") { try record("private/deep/gone.txt") == nil }
      for name in ["near", "deep/task"] {
        try folder.file("tree/private/\(name)/later.txt", "say later")
        eventually("\(name) is followed") { try title("private/\(name)/later.txt") == .string("later") }
      }
      let after = try documents()
      #expect(after == before)
      rename("\(tree)/private/deep/task", "\(tree)/private/deep/away")
      eventually("a root goes") { try record("private/deep/task/kept.txt") == nil }
      rename("\(tree)/private/deep/away", "\(tree)/private/deep/task")
      eventually("a root comes back") { try title("private/deep/task/kept.txt") != nil }
      let gone = try record("private/deep/gone.txt")
      #expect(gone == nil)
      remove(marker)
      eventually("everything is back") { try title("private/deep/gone.txt") != nil && title("private/near/n.txt") != nil }
    }
  }

  @Test func `changes made while no daemon ran are found when one starts`() throws {
    try folder.file("tree/a.txt", "say a")
    try whileRunning { _ in eventually("it is read") { try title("a.txt") == .string("a") } }
    remove("\(tree)/a.txt")
    try folder.file("tree/b.txt", "say b")
    try whileRunning { _ in
      let removed = try record("a.txt")
      #expect(removed == nil)
      eventually("the new file is read") { try title("b.txt") == .string("b") }
    }
  }

  @Test func `fresh documents are read before those that the crawl found`() throws {
    for number in 0..<24 { try folder.file("tree/slow\(number).txt", "recite 40000") }
    func read() throws -> Int { try (0..<24).count { try record("slow\($0).txt")?.content != .pending } }
    try whileRunning(workers: 1) { _ in
      eventually("the first slow file is read") { try read() > 0 }
      let before = try read()
      try folder.file("tree/new.txt", "say new")
      eventually("the new file is read") { try title("new.txt") == .string("new") }
      // One file is being read, three are on their way to the worker, and results wait for the next
      // file before they are committed.
      let after = try read()
      #expect(after <= before + 8)
    }
  }

  @Test func `documents that are pending because no worker could be started are read later`() throws {
    var launch = try TestLaunch.worker()
    let (worker, broken) = (launch.executable, folder.path + "/broken")
    launch.executable = try folder.file(
      "worker", "#!/bin/sh\n[ -e '\(broken)' ] && { echo >>'\(broken)'; exit 1; }\nexec '\(worker)' \"$@\"\n")
    #expect(chmod(launch.executable, 0o700) == 0)
    try whileRunning(launch: launch) { _ in
      try folder.file("broken")
      try folder.file("tree/a.txt", "say a")
      eventually("a start of a worker fails") {
        var status = stat()
        return stat(broken, &status) == 0 && status.st_size > 0
      }
      #expect(try record("a.txt")?.content == .pending)
      remove(broken)
      eventually("the file is read") { try title("a.txt") == .string("a") }
    }
  }
}
