// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Items that an index has lost are added again by the program or its index extension.
struct ReindexTests {
  private let user: TestEnvironment
  private var notes: String { user.root + "/data/searchlight/applications/TestProgram/notes/none" }
  private var isPending: Bool { FileManager.default.fileExists(atPath: notes + ".reindex") }
  private let again = ["again-1", "again-2"]

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "a file"])
    try user.index()
    try #require(user.run("TestProgram", "add", "notes", "1", "Zebra").status == 0)
  }

  private func damage() throws { try Data("catalog-9999".utf8).write(to: URL(fileURLWithPath: notes + "/CURRENT")) }

  private func register(_ behaviour: String) throws {
    try user.registerExtension(
      "org.example.Again", of: "TestProgram", "Exec=\"\(user.tools)/TestProgram\" extension \(behaviour)\n")
  }

  private func items() throws -> [String] { try user.run("TestProgram", "find", "notes", "title == '*'").lines.sorted() }

  /// Runs a program with a delegate until `condition` holds.
  private func runDelegate(_ behaviour: String, until condition: () throws -> Bool) throws {
    let process = user.process("TestProgram", ["delegate", "notes", behaviour], output: .nullDevice, errors: .nullDevice)
    try process.run()
    try user.wait("the delegate was called", seconds: 60) { try condition() || !process.isRunning }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  @Test func `a request waits for a program with a delegate`() throws {
    try damage()
    #expect(!isPending)
    // The program notices the damage, and has no delegate.
    let outcome = try user.run("TestProgram", "add", "notes", "2", "Horse")
    #expect(outcome.status != 0)
    #expect(isPending)
    #expect(try user.run("mdutil", "-s").text.contains("items were lost; the program or its index extension has to add them again"))
    #expect(try user.run("TestProgram", "add", "notes", "2", "Horse").status == 0)
    #expect(isPending)
    // A delegate that dies or forgets the request does not end it.
    try runDelegate("exits") { false }
    #expect(isPending)
    try runDelegate("works") { !isPending }
    #expect(try items() == ["2"] + again)
    #expect(try !user.run("mdutil", "-s").text.contains("items were lost"))
  }

  @Test func `a program with a delegate notices damage when it begins`() throws {
    try damage()
    try runDelegate("works") { try !isPending && items() == again }
    #expect(!isPending)
    #expect(try items() == again)
  }

  @Test func `a catalog that is gone is lost`() throws {
    try FileManager.default.removeItem(atPath: notes + "/CURRENT")
    try runDelegate("works") { try !isPending && items() == again }
    #expect(try items() == again)
  }

  /// The folder of the store and those around it, which somebody may remove.
  private static let removedFolders = ["", "/..", "/../..", "/../../..", "/../../../.."]

  private func remove(_ folder: String) throws {
    try FileManager.default.removeItem(at: URL(fileURLWithPath: notes + folder).standardizedFileURL)
  }

  @Test(arguments: removedFolders)
  func `a program with a delegate notices an index that is gone when it begins`(folder: String) throws {
    try remove(folder)
    #expect(try user.run("mdutil", "-s").text.contains("TestProgram, index 'notes':\n\tthe index is gone; the program or its index"))
    #expect(try user.run("mdutil", "--verify", "--application", "TestProgram").status == 1)
    try runDelegate("works") { try !isPending && items() == again }
    #expect(try items() == again)
    #expect(try !user.run("mdutil", "-s").text.contains("gone"))
  }

  @Test func `a request for an index that is gone waits for a delegate`() throws {
    try remove("/../..")
    #expect(try items().isEmpty)
    #expect(isPending)
    #expect(try user.run("TestProgram", "add", "notes", "2", "Horse").status == 0)
    #expect(try items() == ["2"])
    try runDelegate("works") { !isPending }
    #expect(try items() == ["2"] + again)
    try remove("/../..")
    #expect(try user.run("TestProgram", "add", "notes", "2", "Horse").status == 0)
    #expect(isPending)
  }

  @Test func `an index that mdutil -X removes is a new one, also if it is gone already`() throws {
    for isGone in [false, true] {
      if isGone { try remove("/../..") }
      let outcome = try user.run("mdutil", "-X", "--application", "TestProgram")
      #expect(outcome.status == 0 && outcome.text == "TestProgram, index 'notes':\n\tthe index was removed\n", "\(outcome.errors)")
      #expect(try !user.run("mdutil", "-s").text.contains("TestProgram"))
      #expect(try user.run("TestProgram", "state", "notes").text == "\n")
      #expect(try user.run("TestProgram", "add", "notes", "2", "Horse").status == 0)
      #expect(!isPending)
      #expect(try items() == ["2"])
    }
  }

  // The index of files is in the last one, which is not what the test is about.
  @Test(arguments: removedFolders.dropLast())
  func `mds starts the extension when the folder of an index is removed`(folder: String) throws {
    try register("works")
    let daemon = try RunningDaemon(user)
    try remove(folder)
    // The program itself would notice it, too.
    try user.wait("the extension has added the items: \(daemon.log)", seconds: 60) {
      daemon.log.contains("TestProgram, index 'notes': reindexed")
    }
    #expect(daemon.log.contains("TestProgram, index 'notes': the index is gone; its program or index extension"))
    #expect(try !isPending && items() == again)
  }

  @Test func `mds notices an index that was removed before it started`() throws {
    try remove("/../..")
    try register("works")
    let daemon = try RunningDaemon(user)
    try user.wait("the extension has added the items: \(daemon.log)", seconds: 60) {
      daemon.log.contains("TestProgram, index 'notes': reindexed")
    }
    #expect(try !isPending && items() == again)
  }

  @Test func `errors of a program say what to do in its own words`() throws {
    try damage()
    let query = try user.run("TestProgram", "find", "notes", "title == '*'")
    #expect(query.status != 0 && query.errors.contains("all items have to be added again"), "\(query.errors)")
    try damage()
    let change = try user.run("TestProgram", "add", "notes", "2", "Horse")
    #expect(change.status != 0 && change.errors.contains("TestProgram, index 'notes': "), "\(change.errors)")
    #expect(change.errors.contains("all items have to be added again"), "\(change.errors)")
    for outcome in [query, change] { #expect(!outcome.errors.contains("mdutil -E"), "\(outcome.errors)") }
  }

  @Test func `mdutil -cr replaces a damaged index`() throws {
    try damage()
    try register("works")
    let outcome = try user.run("mdutil", "-cr", "TestProgram")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!isPending)
    #expect(try items() == again)
    #expect(try user.run("mdutil", "-X", "--application", "TestProgram").status == 0)
    #expect(!FileManager.default.fileExists(atPath: user.root + "/data/searchlight/applications/TestProgram"))
  }

  @Test func `mdutil --repair lets the extension replace a damaged catalog`() throws {
    try damage()
    let alone = try user.run("mdutil", "--repair", "--application", "TestProgram")
    #expect(alone.status == 1)
    #expect(alone.text.isEmpty)
    try register("works")
    let outcome = try user.run("mdutil", "--repair", "--application", "TestProgram")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text == "TestProgram, index 'notes':\n\treindexed, now has 2 items\n")
    #expect(try items() == again)
  }

  @Test func `removing an index removes its request`() throws {
    try damage()
    _ = try user.run("mdfind", "zebra")
    #expect(isPending)
    #expect(try user.run("mdutil", "-X", "--application", "TestProgram").status == 0)
    #expect(!isPending)
  }

  @Test func `mds starts the extension after mdfind has found damage`() throws {
    try register("works")
    let daemon = try RunningDaemon(user)
    // mds also notices that the index changes, and would start the extension before mdfind reads it.
    kill(daemon.process.processIdentifier, SIGSTOP)
    try damage()
    #expect(try user.run("mdfind", "title == '*'").status == 1)
    kill(daemon.process.processIdentifier, SIGCONT)
    try user.wait("the extension has added the items: \(daemon.log)", seconds: 60) { try !isPending && items() == again }
    try user.wait("mds has written to its log", seconds: 60) { daemon.log.contains("TestProgram, index 'notes': reindexed") }
  }

  @Test func `mds answers requests that are older than itself, and reports an extension that fails`() throws {
    try damage()
    _ = try user.run("mdfind", "title == '*'")
    #expect(isPending)
    try register("exits")
    let daemon = try RunningDaemon(user)
    try user.wait("the extension has failed", seconds: 60) { daemon.log.contains("exited with status 3") }
    #expect(isPending)
    #expect(daemon.log.contains("org.example.Again: the extension exited with status 3"))
  }

  @Test func `mds builds segments again that were lost before it started, or that mdfind finds damaged`() throws {
    let lost = try segments()
    try #require(!lost.isEmpty)
    for path in lost { try FileManager.default.removeItem(atPath: path) }
    let failed = try user.run("mdfind", "kMDItemTextContent == 'zebra'")
    #expect(failed.status == 1 && failed.errors.contains("TestProgram, index 'notes'"), "\(failed.errors)")

    let daemon = try RunningDaemon(user)
    try user.wait("mds has repaired the index: \(daemon.log)", seconds: 60) { daemon.log.contains(Self.repaired) }
    #expect(try user.run("mdfind", "-count", "title == 'Zebra*'").text == "1\n")

    // mds also notices that the files change, and would build them again before mdfind reads them.
    kill(daemon.process.processIdentifier, SIGSTOP)
    for path in try segments() { try Data().write(to: URL(fileURLWithPath: path)) }
    #expect(try user.run("mdfind", "kMDItemTextContent == 'zebra'").status == 1)
    kill(daemon.process.processIdentifier, SIGCONT)
    try user.wait("mds has repaired the index again: \(daemon.log)", seconds: 60) {
      daemon.log.components(separatedBy: Self.repaired).count == 3
    }
    #expect(try user.run("mdfind", "-count", "title == 'Zebra*'").text == "1\n")
    #expect(!isPending)
  }

  /// Changes bytes of a file in place, as a failing disk does or a program that knows nothing of the index.
  private func alter(_ path: String, where ranges: ([UInt8]) -> [Range<Int>]) throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    chmod(path, 0o600)
    let file = open(path, O_WRONLY)
    defer { close(file) }
    for range in ranges(bytes) {
      let changed = bytes[range].map { $0 ^ 0xFF }
      #expect(pwrite(file, changed, changed.count, off_t(range.lowerBound)) == changed.count)
    }
  }

  /// Changes every row with the title, also in pages that are not in use any more.
  private func alterCatalog() throws { try alter(notes + "/catalog-0001/data.mdb") { $0.ranges(of: Array("Zebra".utf8)) } }

  private func segments() throws -> [String] {
    let folder = notes + "/segments"
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".segment") }.map { "\(folder)/\($0)" }
  }

  private static let repaired = "TestProgram, index 'notes': lost, damaged or outdated parts were rebuilt"

  @Test func `mds notices damage that happened before it started, though nobody has searched`() throws {
    try alterCatalog()
    try register("works")
    let daemon = try RunningDaemon(user)
    try user.wait("the extension has added the items: \(daemon.log)", seconds: 60) {
      daemon.log.contains("TestProgram, index 'notes': reindexed")
    }
    #expect(daemon.log.contains("TestProgram, index 'notes': the index is damaged ("), "\(daemon.log)")
    #expect(try !isPending && items() == again)
  }

  @Test(arguments: ["catalog", "CURRENT", "segments"])
  func `mds notices that another process changes files of an index, though nobody searches`(part: String) throws {
    try register("works")
    // So that it has looked at everything once.
    for path in try segments() { try FileManager.default.removeItem(atPath: path) }
    let daemon = try RunningDaemon(user)
    try user.wait("mds has repaired the index: \(daemon.log)", seconds: 60) { daemon.log.contains(Self.repaired) }
    switch part {
    case "catalog": try alterCatalog()
    case "CURRENT": try damage()
    default: for path in try segments() { try alter(path) { [$0.count / 2..<$0.count / 2 + 1] } }
    }
    try user.wait("mds has noticed the damage: \(daemon.log)", seconds: 60) {
      part == "segments"
        ? daemon.log.components(separatedBy: Self.repaired).count == 3 : daemon.log.contains("TestProgram, index 'notes': reindexed")
    }
    #expect(try !isPending && items() == (part == "segments" ? ["1"] : again))
    #expect(try user.run("mdutil", "--verify", "--application", "TestProgram").status == 0)
  }

  // MARK: Content

  @Test func `an index extension supplies the content of items`() throws {
    let none = try user.run("TestProgram", "fetch", "notes", "TestProgram", "1", "public.plain-text")
    #expect(none.status != 0)
    #expect(none.errors.contains("has no index extension"), "\(none.errors)")
    try register("works")
    #expect(try user.run("TestProgram", "fetch", "notes", "TestProgram", "1", "public.plain-text").text == "1 as public.plain-text\n")
    #expect(try user.run("TestProgram", "fetch", "notes", "TestProgram", "missing", "public.plain-text").status != 0)
  }
}
