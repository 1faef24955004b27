// SPDX-License-Identifier: Apache-2.0

import Attributes
import Foundation
import TestSupport
import Testing

@testable import IndexStore

/// The power fails while a program changes its index.
@Suite struct PowerFailureTests {
  /// Number of power failures; 5000 in thorough runs.
  private static let rounds = getenv("SEARCHLIGHT_POWER_FAILURES").flatMap { Int(String(cString: $0)) } ?? 48

  /// Number of calls of the program.
  private static let calls = getenv("SEARCHLIGHT_POWER_CALLS").flatMap { Int(String(cString: $0)) } ?? 60

  private static let storeName = "/searchlight/applications/TestProgram/power/none"

  /// What is in the index before the first call and after each, according to the program.
  private struct Calls {
    private(set) var states: [String] = ["state \n"]
    private(set) var completed = 0

    /// - Parameter notes: For each call, a note with the state that follows from it, and a note `done` when it has completed.
    init(_ notes: [ArraySlice<UInt8>]) {
      for note in notes {
        let text = String(decoding: note, as: UTF8.self)
        if text == "done" { completed += 1 } else { states.append(text) }
      }
    }

    /// Calls that have not completed may be in the index, one after the other.
    var possible: ClosedRange<Int> { completed...states.count - 1 }
  }

  /// - Returns: The path of the recording.
  private func record(in temporary: TemporaryFolder, seed: UInt64) throws -> String {
    let (folder, recording) = (temporary.path + "/data", temporary.path + "/recording")
    mkdir(folder, 0o700)
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") as NSString
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tests.deletingLastPathComponent + "/TestProgram")
    guard FileManager.default.isExecutableFile(atPath: process.executableURL?.path ?? "") else {
      try Test.cancel("TestProgram is not built")
    }
    process.arguments = ["change", "power", String(seed), String(Self.calls)]
    process.environment = [
      "HOME": temporary.path, "XDG_DATA_HOME": folder, "DISK_RECORDING": recording, "DISK_RECORDING_FOLDER": folder, "LC_ALL": "C.UTF-8",
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationReason == .exit && process.terminationStatus == 0)
    return recording
  }

  @Test func `a power failure at any moment loses no completed call`() throws {
    var random = SeededGenerator()
    let temporary = TemporaryFolder()
    var disk = try RecordedDisk(record(in: temporary, seed: random.seed))
    let cuts = try disk.cuts()
    let chosen = (0..<Self.rounds).map { _ in cuts.randomElement(using: &random) ?? 0 }.sorted()
    var repaired = 0
    for (round, cut) in chosen.enumerated() {
      try disk.advance(to: cut)
      let remains = RecordedDisk.Remains.allCases[round % 4]
      let after = TemporaryFolder(inMemory: true)
      try disk.write(to: after.path, keeping: remains, &random)
      let context = Comment(rawValue: "seed \(random.seed), round \(round), position \(cut), kept \(remains)")
      do {
        if try check(after.path + Self.storeName, Calls(disk.notes), context) { repaired += 1 }
      } catch {
        Issue.record("\(error): \(context)")
      }
    }
    // The recording is complete if it leads to the files that the program has left.
    try disk.advance(to: cuts.last ?? 0)
    let end = TemporaryFolder(inMemory: true)
    try disk.write(to: end.path, keeping: .everything, &random)
    #expect(try Self.contents(end.path) == Self.contents(temporary.path + "/data"))
    #expect(Calls(disk.notes).completed == Self.calls)
    #expect(disk.createdNames.contains("catalog-0002"), "no catalog was made smaller")
    Attachment.record(
      "\(Self.rounds) power failures, \(repaired) with lost segments, \(cuts.count) records, seed \(random.seed)", named: "power.txt")
  }

  /// - Returns: Whether segments had to be built again.
  private func check(_ path: String, _ calls: Calls, _ context: Comment) throws -> Bool {
    let model = try ModelItems(path, seed: 0)
    #expect(try model.store.verifyCatalog().map(\.description) == [], context)
    #expect(!ReindexRequest.isPending(for: path) || calls.completed == 0, context)
    // Segments are not flushed, because the catalog has everything.
    let isDamaged = try !model.store.verify().isEmpty
    let state = try model.repairing { try $0.state(context) }
    // Different calls may lead to the same state.
    let number = calls.states.lastIndex(of: state)
    #expect(number.map(calls.possible.contains) == true, "state \(number ?? -1) instead of \(calls.possible): \(context)")
    // The program goes on.
    let item = Item(identifier: "new", attributes: AttributeRecord(), text: "words after a power failure")
    #expect(try model.store.apply([.put(item)]), context)
    #expect(try model.repairing { try $0.found("kMDItemTextContent == 'failure'") } == ["new"], context)
    _ = try model.store.repair()
    #expect(try model.store.verify().map(\.description) == [], context)
    return isDamaged
  }

  /// The files in a folder by their paths, without the lock files of LMDB, which are written through memory.
  private static func contents(_ path: String) throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
    var contents: [String: Data] = [:]
    for name in names where !name.hasSuffix("lock.mdb") {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
      contents[name] = isFolder.boolValue ? Data("folder".utf8) : try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
    }
    return contents
  }
}

extension ModelItems {
  /// Searches as programs do: a search that finds damage repairs it, and starts again.
  fileprivate func repairing<Result>(_ search: (ModelItems) throws -> Result) throws -> Result {
    for _ in 0..<20 {
      do { return try search(self) } catch StoreError.damagedSegment { try store.settle() } catch StoreError.outdatedSnapshot {
        try store.settle()
      }
    }
    return try search(self)
  }

  /// The client state and the items in the form of the program's notes. Every item must be found by its title and by its text.
  fileprivate func state(_ context: Comment) throws -> String {
    let clientState = try store.read { snapshot throws(StoreError) in try snapshot.clientState() } ?? []
    let items = try storedItems()
    let identifiers = items.map(\.identifier)
    #expect(try found("kMDItemTextContent == 'text'") == identifiers, context)
    #expect(try found("title == 'call *'") == identifiers, context)
    let lines = items.map { item in
      var title = ""
      if case .string(let value)? = item.attributes[.title] { title = value }
      return "\(item.identifier)\t\(title)\t\(item.text ?? "")\n"
    }
    return "state \(String(decoding: clientState, as: UTF8.self))\n" + lines.joined()
  }
}
