// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Items of programs, which the tools find beside files.
struct ApplicationTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["zebra.txt": "a zebra in a file"])
    try user.index()
  }

  private func add(_ index: String, _ identifier: String, _ title: String, _ url: String...) throws {
    let outcome = try user.run("TestProgram", ["add", index, identifier, title] + url)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func `mdfind prints the addresses of items, or the paths that they stand for`() throws {
    try add("notes", "a/b 1", "Zebra crossing")
    try add("", "2", "Zebra finch", "file:///srv/bird%20s.txt")
    try add("notes", "3", "Horse")
    let items = ["/srv/bird s.txt", "searchlight://TestProgram/notes/a%2Fb%201"]
    #expect(try user.find("zebra") == items + ["zebra.txt"])
    #expect(try user.find("-count", "zebra") == ["3"])
    #expect(try user.find("-onlyin", user.files, "zebra") == ["zebra.txt"])
    #expect(try user.find("-onlyin", user.files, "-count", "zebra") == ["1"])
    #expect(try user.find("-limit", "2", "zebra").count == 2)
    #expect(try user.find("-limit", "2", "-count", "zebra") == ["2"])
    #expect(try user.find("title == 'Zebra *' && domainIdentifier == 'test.*'") == items)
    let line = try #require(try user.run("mdfind", "--json", "-attr", "kMDItemTitle", "title == 'Zebra c*'").lines.first)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["kMDItemTitle"] as? String == "Zebra crossing")
  }

  @Test func `hints know the attributes of items`() throws {
    let query = "domainIdentifier == 'test.*'"
    let hint = "Nothing records domainIdentifier here"
    #expect(try user.run("mdfind", query).errors.contains(hint))
    try add("notes", "1", "Zebra crossing")
    for options in [[], ["-sort", "domainIdentifier"], ["-attr", "domainIdentifier"]] {
      let outcome = try user.run("mdfind", options + [query])
      #expect(outcome.text.hasPrefix("searchlight://TestProgram/notes/1") && outcome.errors.isEmpty, "\(options): \(outcome.errors)")
    }
    #expect(try user.run("mdfind", "-onlyin", user.files, query).errors.contains(hint))
  }

  @Test func `items are found without an index of files`() throws {
    try add("notes", "1", "Zebra crossing")
    try #require(user.run("mdutil", "-X").status == 0)
    for options in [[], ["--ranked"], ["-limit", "1"]] {
      let outcome = try user.run("mdfind", options + ["zebra"])
      #expect(outcome.lines == ["searchlight://TestProgram/notes/1"], "\(options)")
      #expect(outcome.errors == "mdfind: \(user.store): there is no index here; mdimport or mds creates one\n", "\(options)")
      #expect(outcome.status == 1)
    }
    #expect(try user.run("mdfind", "-count", "zebra").text == "1\n")
    // Only files are in folders, and only they change.
    for options in [["-onlyin", user.files], ["-live"], ["-store", user.store]] {
      let outcome = try user.run("mdfind", options + ["zebra"])
      #expect(outcome.text.isEmpty && outcome.errors.contains("there is no index here") && outcome.status == 1, "\(options)")
    }
  }

  @Test func `ranked searches list chosen items first`() throws {
    try add("notes", "1", "Zebra")
    try add("notes", "2", "Zebra crossings of the old town")
    let items = [1, 2].map { "searchlight://TestProgram/notes/\($0)" }
    func ranked(_ text: String) throws -> [String] { try user.run("mdfind", "--ranked", text).lines.filter(items.contains) }
    #expect(try ranked("zebra") == items && ranked("zeb") == items)
    try #require(user.run("TestProgram", "choose", "notes", "zebra", "2").status == 0)
    #expect(try ranked("zebra") == items.reversed() && ranked("zeb") == items.reversed())
    #expect(try ranked("text") == items)
  }

  /// The program ends before its own maintenance.
  @Test func `mds writes the filter of a store, and an item that is added later is found`() throws {
    try add("notes", "1", "Zebra")
    let daemon = try RunningDaemon(user)
    let filter = user.root + "/data/searchlight/applications/TestProgram/notes/none/filter"
    try user.wait("a filter") { FileManager.default.fileExists(atPath: filter) }
    #expect(try user.find("quagga") == [])
    #expect(try user.find("-count", "quagga") == ["0"])
    #expect(try user.find("title == 'Zebra'") == ["searchlight://TestProgram/notes/1"])
    try add("notes", "2", "Quagga")
    #expect(try user.find("quagga") == ["searchlight://TestProgram/notes/2"])
    #expect(try user.find("-count", "quagga") == ["1"])
    #expect(daemon.process.isRunning)
  }

  @Test func `a damaged store of items does not hide other hits`() throws {
    try add("notes", "1", "Zebra crossing")
    try add("other", "2", "Zebra finch")
    let folder = user.root + "/data/searchlight/applications/TestProgram/notes/none"
    try Data("catalog-9999".utf8).write(to: URL(fileURLWithPath: folder + "/CURRENT"))
    let outcome = try user.run("mdfind", "zebra")
    #expect(outcome.lines.contains("searchlight://TestProgram/other/2"))
    #expect(outcome.lines.contains(user.path("zebra.txt")))
    #expect(outcome.errors.contains(folder))
    #expect(outcome.status == 1)
  }

  /// A power failure can lose segments, which are not flushed; the catalog has everything.
  @Test func `a query builds lost segments again`() throws {
    try #require(user.run("TestProgram", "fill", "notes", "owner", "300", "100").status == 0)
    let query = "kMDItemTextContent == 'owner' && title == 'owner 1*'"
    let before = try user.run("TestProgram", "find", "notes", query).lines.sorted()
    #expect(before.count == 111)
    let folder = user.root + "/data/searchlight/applications/TestProgram/notes/none/segments"
    let segments = try FileManager.default.contentsOfDirectory(atPath: folder)
    try #require(!segments.isEmpty)
    for name in segments { try FileManager.default.removeItem(atPath: folder + "/" + name) }
    #expect(try user.run("TestProgram", "find", "notes", query).lines.sorted() == before)
    #expect(try user.find("-count", query) == ["111"])
  }

  /// Number of items of each process; 100,000 in thorough runs.
  private static let itemCount = ProcessInfo.processInfo.environment["SEARCHLIGHT_ITEMS"].flatMap { Int($0) } ?? 3000

  /// Two processes fill one index at the same time, and one of them is killed again and again.
  @Test func `the client state says which items are in the index after processes were killed`() throws {
    let (count, batch) = (Self.itemCount, Self.itemCount / 20)
    let (one, linesOfOne) = try start("one", count, batch)
    for kill in 1...4 {
      let (two, lines) = try start("two", .max, batch)
      // A line says that a batch is complete. The process goes on with the next one, which is further
      // when a search has ended.
      for _ in 0..<3 { try #require(lines.next() != nil) }
      if kill > 1 { _ = try found("two") }
      Glibc.kill(two.processIdentifier, SIGKILL)
      two.waitUntilExit()
      #expect(two.terminationReason == .uncaughtSignal, "the process ended before it was killed")
      // Nobody else changes these items now.
      #expect(try found("two") == state()["two"])
    }
    // A process that is killed late has added more items.
    let total = max(count, try found("two"))
    let (two, linesOfTwo) = try start("two", total, batch)
    for (process, lines) in [(one, linesOfOne), (two, linesOfTwo)] {
      while lines.next() != nil {}
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(try state() == ["one": count, "two": total])
    for (owner, count) in [("one", count), ("two", total)] {
      let found = try user.run("TestProgram", "find", "many", "title == '\(owner) *'").lines
      #expect(found.sorted() == (0..<count).map { "\(owner)-\($0)" }.sorted())
      #expect(try user.find("-count", "kMDItemTextContent == '\(owner)'") == ["\(count)"])
    }
    #expect(try user.find("-count", "domainIdentifier == 'test.items'") == ["\(count + total)"])
  }

  /// The lines that a process prints, while it runs.
  private final class Lines {
    fileprivate let pipe = Pipe()
    private var bytes: [UInt8] = []

    /// Waits for the next line; `nil` at the end of the output.
    func next() -> String? {
      while true {
        if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
          defer { bytes.removeSubrange(...end) }
          return String(decoding: bytes[..<end], as: UTF8.self)
        }
        let more = pipe.fileHandleForReading.availableData
        guard !more.isEmpty else { return nil }
        bytes += more
      }
    }
  }

  private func start(_ owner: String, _ count: Int, _ batch: Int) throws -> (Process, Lines) {
    let lines = Lines()
    let arguments = ["fill", "many", owner, String(count), String(batch)]
    let process = user.process("TestProgram", arguments, output: lines.pipe.fileHandleForWriting, errors: .nullDevice)
    try process.run()
    try lines.pipe.fileHandleForWriting.close()
    return (process, lines)
  }

  /// Number of items of an owner that are found.
  private func found(_ owner: String) throws -> Int {
    Int(try user.find("-count", "title == '\(owner) *'").first ?? "") ?? -1
  }

  private func state() throws -> [String: Int] {
    let lines = try user.run("TestProgram", "state", "many").lines.map { $0.split(separator: " ") }
    return Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), Int($0[1]) ?? -1) })
  }
}
