// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Removed data stays in the files of the index until they are rewritten. `mdutil --purge` rewrites
/// them immediately.
struct PurgeTests {
  private static let word = "qzxwunmistakableconfidentialword"
  private static let name = "qzxwpeculiarlynamedfile"
  private static let title = "Qzxwextraordinarytitle"
  private static let folder = "qzxwremarkablefolder"

  private let user: TestEnvironment

  /// Adds so many other files that one dead document does not cause a merge.
  init() throws {
    user = try TestEnvironment(files: [
      "\(Self.folder)/\(Self.name).html": "<title>\(Self.title)</title><p>\(Self.word)", "\(Self.folder)/\(Self.name).txt": Self.word,
    ])
    for number in 0..<60 { try user.write("others/\(number).txt", "common words \(number)") }
    for number in 0..<60 { try user.write("others/\(number).html", "<title>Title \(number)</title><p>common words \(number)") }
  }

  /// The parts of the removed files that are still in files of the index. Searches without the
  /// first four bytes, because terms and names share prefixes with their neighbours.
  private func traces() throws -> [String] {
    let files = FileManager.default.enumerator(atPath: user.store)?.allObjects as? [String] ?? []
    try #require(files.count > 3)
    var traces: [String] = []
    for file in files.sorted() {
      // Skips folders, and files that another process has just removed.
      guard let bytes = FileManager.default.contents(atPath: user.store + "/" + file) else { continue }
      for text in [Self.word, Self.name, Self.title, Self.folder] {
        for form in Set([text, text.lowercased()]) where bytes.range(of: Data(form.utf8.dropFirst(4))) != nil {
          traces.append("\(file): \(form)")
        }
      }
    }
    return traces
  }

  private func expectPurged() throws {
    let before = try traces()
    for text in [Self.word, Self.name, Self.folder] { #expect(before.contains { $0.hasSuffix(text) }, "\(text): \(before)") }
    #expect(before.contains { $0.contains(".segment") } && before.contains { $0.contains("data.mdb") }, "\(before)")
    let purged = try user.run("mdutil", "--purge")
    #expect(purged.status == 0 && purged.errors == "")
    #expect(purged.text.hasPrefix("\(user.store):\n\tpurged: "), "\(purged.text)")
    #expect(try user.run("mdutil", "--verify").status == 0)
    #expect(try user.run("mdfind", "-count", "kMDItemTextContent == common").text == "120\n")
    #expect(try user.find("kMDItemTextContent == \(Self.word)") == [])
  }

  @Test func `nothing of a folder that was turned off remains`() throws {
    try user.writeConfiguration("root = \(user.files)\n")
    try user.index()
    #expect(try user.find(Self.word).count == 2)
    #expect(try user.run("mdutil", "-i", "off", Self.folder).status == 0)
    try expectPurged()
    #expect(try traces() == [])
  }

  @Test func `no name of a removed folder remains in the directory table`() throws {
    for number in 0..<1200 {
      try FileManager.default.createDirectory(atPath: user.path("others/d\(number)"), withIntermediateDirectories: false)
    }
    try user.index()
    #expect(try user.run("mdutil", "-sv").text.contains("\tlayer of directories: 1 segment,"))
    try FileManager.default.removeItem(atPath: user.path(Self.folder))
    try user.index()
    try expectPurged()
    #expect(try traces() == [])
    #expect(try user.run("mdutil", "-sv").text.contains("\tlayer of directories: 1 segment,"))
  }

  @Test func `nothing of a deleted file or of a replaced text remains`() throws {
    try user.index()
    try FileManager.default.removeItem(atPath: user.path(Self.folder))
    try user.write("others/0.txt", Self.word)
    try user.index()
    try user.write("others/0.txt", "common again")
    try user.index()
    try expectPurged()
    #expect(try traces() == [])
    #expect(try user.run("mdutil", "--purge").text.contains("purged: 0 dead versions of documents in 0 segments"))
  }

  @Test func `the index is purged while the daemon runs`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("all is read") { try user.find(Self.word).count == 2 && user.find("kMDItemTextContent == common").count == 120 }
    try FileManager.default.removeItem(atPath: user.path(Self.folder))
    try user.wait("the removal") { try user.find("-name", "qzxw") == [] }
    try expectPurged()
    try user.wait("the bytes go") { try traces() == [] }
    // The daemon continues with the new files.
    try user.write("others/new.txt", "afterwards")
    try user.wait("a change") { try user.find("afterwards") == ["others/new.txt"] }
    #expect(daemon.process.isRunning)
  }

  @Test func `a catalog that was set aside as damaged is removed too`() throws {
    try user.index()
    let damaged = user.store + "/damaged-catalog-0000"
    try FileManager.default.createDirectory(atPath: damaged, withIntermediateDirectories: false)
    try Data(Self.word.utf8).write(to: URL(fileURLWithPath: damaged + "/data.mdb"))
    #expect(try user.run("mdutil", "--purge").status == 0)
    #expect(!FileManager.default.fileExists(atPath: damaged))
    #expect(try user.find(Self.word).count == 2)
  }
}
