// SPDX-License-Identifier: Apache-2.0

import Applications
import Attributes
import Glibc
import IndexStore
import Synchronization
import Testing
import UniformTypeIdentifiers
import WorkerProtocol

@testable import FileIndexing

/// Workers for the files of several users.
@Suite(.enabled(if: geteuid() == 0, "only the superuser has files of several users, and can act as them"))
struct SeparateOwnersTests {
  private static let (alice, bob): (UInt32, UInt32) = (62_001, 62_002)
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    chmod(folder.path, 0o755)
  }

  private func launch(separates: Bool = true) throws -> WorkerLaunch {
    var launch = try TestLaunch.worker("HostileWorker")
    let link = "\(folder.path)/worker-\(Set<SandboxLayer>.complete.bits)"
    guard symlink(launch.executable, link) == 0 || errno == EEXIST else { throw ScratchError(call: "symlink", code: errno) }
    launch.executable = link
    launch.separatesOwners = separates
    launch.sandbox = .required
    return launch
  }

  private func job(_ name: String, _ order: String = "say hello", owner: UInt32, mode: mode_t = 0o644) throws -> ImportJob<String> {
    let path = try folder.file(name, order)
    chown(path, owner, owner)
    chmod(path, mode)
    return ImportJob(tag: name, path: Array(path.utf8), typeIdentifier: "public.plain-text", isTypeCertain: true)
  }

  /// The titles of the files, or the reasons why they were not read.
  private func read(_ jobs: [ImportJob<String>], _ launch: WorkerLaunch, parked: ParkedWorkers = ParkedWorkers()) throws -> [String: String]
  {
    let rest = Mutex(jobs[...])
    var results: [String: String] = [:]
    try WorkerPool<String>(launch, count: 1, parked: parked).run(next: { rest.withLock { $0.popFirst() } }) { event in
      guard case .end(let file) = event else { return }
      switch file.content {
      case .finished(_, _, let record): if case .string(let title) = record[.title] { results[file.tag] = title }
      case .failed(_, let problem): results[file.tag] = problem.reason
      default: break
      }
    }
    return results
  }

  /// A line of the status of a process. proc(5)
  private func status(_ process: pid_t, _ field: String) -> [String] {
    guard let file = fopen("/proc/\(process)/status", "r") else { return [] }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 1024)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        .split(whereSeparator: { " \t\n".contains($0) }).map(String.init)
      if words.first == field + ":" { return Array(words.dropFirst()) }
    }
    return []
  }

  @Test func `files of different owners never share a worker, and none runs as root`() throws {
    let parked = ParkedWorkers()
    let owners = ["a": Self.alice, "b": Self.bob, "c": 0, "d": Self.alice, "e": 0]
    let results = try read(try owners.map { try job($0.key, owner: $0.value) }, try launch(), parked: parked)
    #expect(results == owners.mapValues { _ in "hello" })
    #expect(parked.processes.count == 3)
    for process in parked.processes {
      #expect(status(process, "Uid") == Array(repeating: "65534", count: 4))
      #expect(status(process, "Gid") == Array(repeating: "65534", count: 4))
      #expect(status(process, "Groups") == [])
      for set in ["CapPrm", "CapEff", "CapInh", "CapAmb"] { #expect(status(process, set) == ["0000000000000000"], "\(set)") }
    }
    // An owner's worker is used again.
    let before = parked.processes
    #expect(try read([try job("f", owner: Self.bob)], try launch(), parked: parked) == ["f": "hello"])
    #expect(Set(parked.processes) == Set(before))
  }

  @Test func `files that others may read share no worker with those that they may not`() throws {
    let parked = ParkedWorkers()
    let jobs = [
      try job("public", owner: Self.alice), try job("group", owner: Self.alice, mode: 0o640),
      try job("own", owner: Self.alice, mode: 0o600),
      try job("program", owner: Self.alice, mode: 0o755),
    ]
    #expect(try read(jobs, try launch(), parked: parked).count == 4)
    #expect(parked.processes.count == 3)
  }

  @Test func `the number of idle workers is limited`() throws {
    let parked = ParkedWorkers(maximumCount: 2)
    let jobs = try (0..<5).map { try job("\($0)", owner: Self.alice + $0) }
    #expect(try read(jobs, try launch(), parked: parked).count == 5)
    #expect(parked.processes.count == 2)
    // Those that were used last are left.
    let before = parked.processes
    #expect(try read([try job("again", owner: Self.alice + 4)], try launch(), parked: parked) == ["again": "hello"])
    #expect(Set(parked.processes) == Set(before))
  }

  @Test func `files of one owner are read one after the other, so that each owner needs one worker`() throws {
    let worker = "\(folder.path)/mdworker"
    let real = try TestLaunch.worker("mdworker")
    try folder.file("mdworker", "#!/bin/sh\necho >> \(folder.path)/started\nexec \(real.executable) \"$@\"\n")
    chmod(worker, 0o755)
    let (owners, files) = (12, 4)
    for file in 0..<files {
      for owner in 0..<owners {
        let path = try folder.file("tree/\(owner)-\(file).txt", "hello")
        chown(path, Self.alice + UInt32(owner), 0)
        var times = [timespec](repeating: timespec(tv_sec: 1_000_000 + file * owners + owner, tv_nsec: 0), count: 2)
        utimensat(AT_FDCWD, path, &times, 0)
      }
    }
    var configuration = IndexingConfiguration(isOfSystem: true)
    configuration.roots = [Array("\(folder.path)/tree".utf8)]
    configuration.workers = 1
    var launch = real
    launch.executable = worker
    let store = try Store.open(folder.path + "/store", .write(creating: true))
    let indexer = try FileIndexer(store: store, configuration: configuration, launch: launch)
    _ = try indexer.indexNames(of: configuration.roots) { _ in }
    #expect(try indexer.indexContents(of: nil) { _ in } == ContentProgress(done: owners * files, total: owners * files, failed: 0))
    // The first one also tells its importers.
    #expect(FileStatus(at: Array("\(folder.path)/started".utf8))?.size == UInt64(owners))
  }

  @Test func `the number of threads is limited, which for root it is not`() throws {
    let order = "start-threads"
    #expect(try read([try job("a", order, owner: Self.alice)], try launch())["a"]?.contains("Resource temporarily unavailable") == true)
    #expect(try read([try job("b", order, owner: 0)], try launch())["b"]?.contains("Resource temporarily unavailable") == true)
    #expect(try read([try job("c", order, owner: 0)], try launch(separates: false)) == ["c": "escaped"])
  }

  @Test(arguments: [(alice, mode_t(0o600), true), (alice, 0o000, false), (0, 0o600, false), (0, 0o604, true)])
  func `an importer opens a file by its path with the rights of the owner, but never of root`(
    owner: UInt32, mode: mode_t, mayRead: Bool
  ) throws {
    var launch = try TestLaunch.worker("mdworker")
    launch.limits.processorTime = .seconds(5)
    launch.separatesOwners = true
    launch.sandbox = .required
    launch.installed = [
      InstalledImporter(
        identifier: "org.example.Hostile", version: 1, command: [try TestLaunch.worker("HostileWorker").executable],
        types: ["public.plain-text"], access: .url, readablePaths: ["/opt", "/usr"])
    ]
    launch.choice = ImporterChoice(try ImporterSet(of: launch))
    let path = "\(folder.path)/file"
    let result = try read([try job("file", "read-path \(path)", owner: owner, mode: mode)], launch)["file"]
    if mayRead { #expect(result == "escaped") } else { #expect(result?.contains("Permission denied") == true, "\(result ?? "none")") }
    // Nobody's files are read by path, and no other path is.
    #expect(try read([try job("other", "read-path /etc/passwd", owner: owner)], launch)["other"]?.contains("Permission denied") == true)
  }

  @Test func `an importer that receives a descriptor runs as nobody`() throws {
    var launch = try launch()
    #expect(launch.identity(of: .descriptor, for: Self.alice) == .nobody)
    #expect(launch.identity(of: .url, for: 0) == .nobody)
    #expect(launch.identity(of: .url, for: Self.alice) == ProcessIdentity(user: Self.alice, group: ProcessIdentity.nobody.group))
    // An account of each Debian system, with a group of its own.
    #expect(launch.identity(of: .url, for: 1)?.group == 1)
    launch.separatesOwners = false
    #expect(launch.identity(of: .url, for: Self.alice) == nil)
  }

  @Test func `without Landlock, the names of the system's files are indexed, and their contents are not read`() throws {
    let store = try Store.open(folder.path + "/store", .write(creating: true))
    try folder.file("tree/a.txt", "say hello")
    var configuration = IndexingConfiguration(isOfSystem: true)
    configuration.roots = [Array("\(folder.path)/tree".utf8)]
    configuration.limits = try TestLaunch.worker().limits
    let layers = Set.complete.subtracting([SandboxLayer.files])
    var launch = try launch()
    let link = "\(folder.path)/worker-\(layers.bits)"
    symlink(try TestLaunch.worker("HostileWorker").executable, link)
    launch.executable = link
    let indexer = try FileIndexer(store: store, configuration: configuration, launch: launch, mayLackWorkers: true)
    #expect(indexer.readsOnlyNames && indexer.missingSandboxLayers == [.files])
    #expect(try store.sandboxLayers() == layers)
    _ = try indexer.indexNames(of: configuration.roots) { _ in }
    let path = Array("\(folder.path)/tree/a.txt".utf8)
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.reference(for: path) } != nil)
    // An import is told so at once.
    let error = #expect(throws: WorkerStartError.self) { try FileIndexer(store: store, configuration: configuration, launch: launch) }
    #expect(error?.reason.contains("Landlock to the sandbox of import workers, and the system's index requires it") == true)
  }

  @Test func `the index of several users' files has the file systems of folders, and another index does not`() throws {
    try folder.file("tree/sub/a.txt")
    let path = Array("\(folder.path)/tree".utf8)
    for isOfSystem in [false, true] {
      let store = try Store.open("\(folder.path)/store-\(isOfSystem)", .write(creating: true))
      var configuration = IndexingConfiguration(isOfSystem: isOfSystem)
      configuration.roots = [path]
      let indexer = try FileIndexer(store: store, configuration: configuration, launch: try TestLaunch.worker("mdworker"))
      func known(_ name: String) throws -> UInt64? {
        try store.read { snapshot throws(StoreError) -> UInt64? in
          guard let directory = try snapshot.directory(for: path + name.utf8) else { return nil }
          return try snapshot.filesystem(of: directory)
        }
      }
      _ = try indexer.indexNames(of: configuration.roots) { _ in }
      let own = try known("")
      #expect(own == (isOfSystem ? MountTable.shared.identifier(at: path) : 0))
      #expect(try known("/sub") == own)
      // After the file system was exchanged, although the listing is the same.
      try store.write { transaction throws(StoreError) in
        for name in ["", "/sub"] {
          if let directory = try transaction.directory(for: path + name.utf8, creating: false) {
            try transaction.setFilesystem(of: directory, to: 7)
          }
        }
      }
      #expect(try known("/sub") == 7)
      _ = try indexer.indexNames(of: configuration.roots) { _ in }
      for name in ["", "/sub"] { #expect(try known(name) == (isOfSystem ? own : 7)) }
    }
  }

  // MARK: Markers

  private func names(_ change: (inout ExclusionRules) -> Void = { _ in }) throws -> [String] {
    var rules = ExclusionRules()
    rules.roots = [folder.bytes]
    rules.markerAuthors = .owner
    change(&rules)
    return try DirectoryReader(rules: rules, types: .shared).read(folder.bytes, at: .root).entries
      .map { String(decoding: $0.name, as: UTF8.self) }
  }

  @Test(arguments: [".metadata_never_index", ".nomedia", ".trackerignore", "CACHEDIR.TAG"])
  func `a marker counts if root or the owner of the folder has made it`(marker: String) throws {
    try folder.file("a.txt")
    let path = try folder.file(marker, "Signature: 8a477f597d28d172789f06886806bc55")
    chown(folder.path, Self.alice, Self.alice)
    for (owner, counts) in [(Self.alice, true), (0, true), (Self.bob, false)] {
      chown(path, owner, owner)
      #expect(try names().contains("a.txt") == !counts, "\(owner)")
      #expect(try names { $0.markerAuthors = .everybody }.contains("a.txt") == false)
    }
  }

  @Test func `a folder is left out for its name if root or the owner of the folder above has made it`() throws {
    let path = try folder.folder("x.noindex")
    chown(folder.path, Self.alice, Self.alice)
    for (owner, counts) in [(Self.alice, true), (0, true), (Self.bob, false)] {
      chown(path, owner, owner)
      #expect(try names() == (counts ? [] : ["x.noindex"]), "\(owner)")
    }
  }

  @Test func `patterns for Git, and signs of dependency trees, count if root or the owner of the folder has made them`() throws {
    try folder.file("a.log")
    try folder.file("target/b.txt")
    let files = [try folder.file(".gitignore", "*.log\n"), try folder.folder(".git"), try folder.file("Cargo.toml")]
    chown(folder.path, Self.alice, Self.alice)
    for (owner, counts) in [(Self.alice, true), (0, true), (Self.bob, false)] {
      for file in files { chown(file, owner, owner) }
      #expect(try names { $0.gitignore = GitignoreFinder(by: .owner) }.contains("a.log") == !counts, "\(owner)")
      var rules = ExclusionRules()
      rules.roots = [folder.bytes]
      rules.markerAuthors = .owner
      #expect((rules.unreadTree(containing: folder.bytes + "/target".utf8) != nil) == counts, "\(owner)")
    }
  }
}
