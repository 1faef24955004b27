// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

struct DamageTests {
  let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "one"])
    try user.index()
  }

  var catalog: String { user.store + "/catalog-0001/data.mdb" }

  @Test(arguments: [0, 4096, 100, 20_000, 8192].sampled(every: 2))
  func `every tool reports a truncated index, which is then built again`(length: Int) throws {
    try #require(truncate(catalog, length) == 0)
    for (tool, arguments) in [("mdfind", ["one"]), ("mdls", ["a.txt"]), ("mdimport", [user.files])] {
      let errors = user.root + "/errors"
      let process = user.process(tool, arguments, output: .nullDevice, errors: try user.newFile(errors))
      try process.run()
      process.waitUntilExit()
      let text = try String(contentsOfFile: errors, encoding: .utf8)
      #expect(process.terminationReason == .exit, "\(tool): \(text)")
      #expect(process.terminationStatus == 1, "\(tool): \(text)")
      #expect(text.split(separator: "\n").count == 1, "\(tool): \(text)")
      #expect(text.hasPrefix("\(tool): ") && text.contains("mdutil -E"), "\(text)")
    }
    #expect(try user.run("mdutil", "-E").status == 0)
    try user.index()
    #expect(try user.find("one") == ["a.txt"])
  }

  @Test func `a wrong CURRENT is reported`() throws {
    try Data("nonsense\n".utf8).write(to: URL(fileURLWithPath: user.store + "/CURRENT"))
    let outcome = try user.run("mdfind", "one")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "mdfind: \(user.store)/CURRENT is damaged (it does not name a catalog); rebuild the index with mdutil -E\n"
    )
    let rebuild = try user.run("mdutil", "-E")
    #expect(rebuild.status == 0)
    #expect(rebuild.errors.hasPrefix("mdutil: \(user.store)/CURRENT is damaged (it does not name a catalog)\nmdutil: "))
    try user.index()
    #expect(try user.find("one") == ["a.txt"])
  }

  enum Substitute: CaseIterable {
    case folder, pipe, socket, link

    func create(at path: String) throws {
      switch self {
      case .folder: try #require(mkdir(path, 0o700) == 0)
      case .pipe: try #require(mkfifo(path, 0o600) == 0)
      case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
      case .link: try #require(symlink(path, path) == 0)
      }
    }
  }

  /// Whatever is in the place of a file, every tool ends.
  private static func pairs(_ parts: [String]) -> [(part: String, substitute: Substitute)] {
    parts.flatMap { part in Substitute.allCases.map { (part, $0) } }
  }

  @Test(arguments: pairs(["CURRENT", "catalog-0001/data.mdb", "catalog-0001/lock.mdb", "segment"]).sampled(every: 3))
  func `something else in the place of a file is reported, and replaced`(part: String, substitute: Substitute) throws {
    let isSegment = part == "segment"
    let path = try isSegment ? #require(try segments().sorted().last) : user.store + "/" + part
    try FileManager.default.removeItem(atPath: path)
    try substitute.create(at: path)
    let search = try user.run("mdfind", "kMDItemTextContent == one")
    // Without the segments of attributes, all documents are compared.
    if !isSegment || search.lines != [user.path("a.txt")] {
      #expect(search.status == 1)
      let advice = isSegment ? "--repair" : "it is not a file); rebuild the index with mdutil -E"
      #expect(search.errors.contains(advice), "\(search.errors)")
    }
    #expect(try user.run("mdutil", "--verify").status == 1)
    let repair = try user.run("mdutil", "--repair")
    #expect(repair.status == (isSegment ? 0 : 1), "\(repair.errors)")
    try expectCure(erasing: !isSegment)
  }

  @Test(arguments: pairs(["daemon.lock", "generation", "maintenance.lock"]).sampled(every: 3))
  func `something else in the place of a lock keeps no tool waiting`(part: String, substitute: Substitute) throws {
    let path = user.store + "/" + part
    try? FileManager.default.removeItem(atPath: path)
    try substitute.create(at: path)
    for arguments in [["mdutil", "-s"], ["mdutil", "--verify"], ["mdfind", "-sync", "one"], ["mdimport", user.path("a.txt")]] {
      let outcome = try user.run(arguments[0], Array(arguments.dropFirst()))
      #expect(outcome.status == 0 || !outcome.errors.isEmpty, "\(arguments)")
    }
    try expectCure(erasing: true)
  }

  @Test func `a link that leads nowhere in the place of a lock is replaced, and the index stays`() throws {
    for part in ["daemon.lock", "maintenance.lock", "generation"] {
      try? FileManager.default.removeItem(atPath: user.store + "/" + part)
      try #require(symlink("/nowhere/x", user.store + "/" + part) == 0)
    }
    let daemon = try RunningDaemon(user)
    try user.write("b.txt", "two")
    #expect(try user.find("-sync", "-name", ".txt") == ["a.txt", "b.txt"])
    #expect(!daemon.log.contains("aside"), "\(daemon.log)")
  }

  private func expectCure(erasing: Bool) throws {
    if erasing {
      let rebuild = try user.run("mdutil", "-E")
      #expect(rebuild.status == 0, "\(rebuild.errors)")
      try user.index()
    }
    #expect(try user.find("one") == ["a.txt"])
    #expect(try user.run("mdutil", "--verify").status == 0)
    #expect(try user.run("mdutil", "-X").status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: user.store) == [])
  }

  @Test func `texts that were lost and not read again are reported, also without a terminal`() throws {
    // Without a worker next to it, this tool cannot read the texts.
    let lonely = user.root + "/mdutil"
    try FileManager.default.copyItem(atPath: user.tools + "/mdutil", toPath: lonely)
    for segment in try segments() { try FileManager.default.removeItem(atPath: segment) }
    let repair = try user.outcome { user.process(executable: lonely, ["--repair"], output: $0, errors: $1) }
    #expect(repair.status == 1)
    #expect(
      try user.run("mdfind", "one").errors
        == "mdfind: the texts of 1 document were damaged and have not been read again, so hits may be missing; mds or mdimport reads them\n"
    )
    #expect(try user.run("mdfind", "-name", "a").errors == "")
    try user.index()
    #expect(try user.run("mdfind", "one").errors == "")
    #expect(try user.find("one") == ["a.txt"])
  }

  @Test func `a folder with other files is left unchanged`() throws {
    for tool in ["mdfind", "mdimport"] {
      let outcome = try user.run(tool, "-store", user.files, user.root + "/home")
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("\(tool): \(user.files): the folder contains a.txt, which does not belong to an index"))
    }
    #expect(try user.run("mdutil", "-X", "-store", user.files).status == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: user.files) == ["a.txt"])
  }

  @Test func `a checksum detects changed bytes`() throws {
    #expect(try user.run("mdutil", "--verify").status == 0)
    // The name occurs only in the row of the document.
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: catalog)))
    let name = Array("a.txt".utf8)
    for start in 0..<(bytes.count - name.count) where Array(bytes[start..<start + name.count]) == name { bytes[start] = UInt8(ascii: "b") }
    try Data(bytes).write(to: URL(fileURLWithPath: catalog))
    let outcome = try user.run("mdutil", "--verify")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("is damaged"))
    // The segments have the unchanged name. A tool that needs the row reports that it cannot be
    // read.
    #expect(try user.find("kMDItemFSName == \"a.txt\"") == ["a.txt"])
    #expect(try user.run("mdls", user.path("a.txt")).status == 1)
  }

  private func segments() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: user.store + "/segments").filter { $0.hasSuffix(".segment") }
      .map { user.store + "/segments/" + $0 }
  }

  @Test func `lost and damaged segments are reported, and built again on request`() throws {
    #expect(try user.run("mdutil", "--repair").text == "\(user.store):\n\tno part of the index is damaged\n")
    for segment in try segments() {
      var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: segment)))
      for offset in 20..<bytes.count / 2 { bytes[offset] ^= 0x55 }
      try Data(bytes).write(to: URL(fileURLWithPath: segment))
    }
    let search = try user.run("mdfind", "one")
    #expect(search.status == 1)
    #expect(search.errors.contains("mdutil --repair"))
    let verification = try user.run("mdutil", "--verify")
    #expect(verification.status == 1)
    #expect(verification.errors.contains("/segments/"))
    let repair = try user.run("mdutil", "--repair")
    #expect(repair.status == 0, "\(repair.errors)")
    #expect(repair.text.contains("rebuilt 2 parts of the index: 2 names"), "\(repair.text)")
    #expect(try user.find("one") == ["a.txt"])
    #expect(try user.run("mdutil", "--verify").status == 0)
  }

  @Test(arguments: ["rm", "truncate -s 0", "truncate -s -100"])
  func `a verification repairs what a power failure has cost`(command: String) throws {
    for segment in try segments() {
      #expect(try user.shell("\(command) \(segment)").status == 0)
    }
    let verification = try user.run("mdutil", "--verify")
    #expect((verification.status, verification.errors) == (0, ""))
    let line = "\(user.store): 2 parts of the index had not reached the disk, as after a power failure; repaired\n"
    #expect(verification.text == line + "\(user.store): all checksums are correct, and all parts agree\n")
    #expect(try user.find("one") == ["a.txt"])
    #expect(try user.run("mdutil", "--verify").text == "\(user.store): all checksums are correct, and all parts agree\n")
  }

  @Test func `the state shows missing and reported parts`() throws {
    func damaged() throws -> (status: Int32, lines: [String]) {
      let state = try user.run("mdutil", "-s")
      return (state.status, state.text.split(separator: "\n").filter { $0.hasPrefix("\tdamaged or missing: ") }.map(String.init))
    }
    #expect(try damaged() == (0, []))
    let segments = try segments().sorted()
    let texts = try #require(segments.last)
    try FileManager.default.removeItem(atPath: texts)
    let report = "\tdamaged or missing: \(texts); 'mdutil --repair' rebuilds it, or says what does"
    #expect(try damaged() == (1, [report]))
    #expect(try user.run("mdutil", "--repair").status == 0)
    #expect(try damaged() == (0, []))
    // A search that meets damage inside a file reports it by such an empty file.
    let names = try #require(try self.segments().sorted().first)
    try Data().write(to: URL(fileURLWithPath: names + ".damaged"))
    #expect(try damaged() == (1, [report.replacing(texts, with: names)]))
  }

  @Test func `the state shows that CURRENT is missing`() throws {
    try FileManager.default.removeItem(atPath: user.store + "/CURRENT")
    let state = try user.run("mdutil", "-s")
    #expect(state.status == 1 && state.errors.contains("/CURRENT is missing, so catalog-0001 is not used"), "\(state.errors)")
    #expect(try user.run("mdutil", "-E").status == 0)
    #expect(try user.run("mdutil", "-s").status == 0)
  }

  @Test func `a foreign file in the index is named, and left alone`() throws {
    let inside = user.store + "/segments/notes.txt"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: inside))
    #expect(try user.run("mdutil", "--verify").text.contains("\(inside): not a part of the index, and left alone\n"))
    let beside = user.store + "/notes.txt"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: beside))
    let removal = try user.run("mdutil", "-X")
    #expect(removal.status == 1)
    #expect(removal.errors.hasPrefix("mdutil: \(user.store): the folder contains notes.txt, which does not belong to an index; move it"))
    #expect(try user.find("one") == ["a.txt"])
  }

  @Test func `an index is erased only if a worker can be started`() throws {
    let refused = try user.shell("ulimit -f 97; exec mdutil -E")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("mdworker"), "\(refused.errors)")
    #expect(try user.find("one") == ["a.txt"])
    #expect(try !user.run("mdutil", "-s").text.contains("incomplete"))
  }

  @Test func `the daemon rebuilds segments that a search reports as damaged`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found") { try user.find("one") == ["a.txt"] }
    for segment in try segments() { try FileManager.default.removeItem(atPath: segment) }
    try user.wait("the search reports, the daemon repairs, the text is found again") {
      try user.run("mdfind", "one").text.contains("a.txt") && user.run("mdutil", "--verify").status == 0
    }
    #expect(daemon.process.isRunning)
  }

  @Test(arguments: ["/catalog-0001", "/segments", ""])
  func `the daemon builds an index again whose files were deleted while it runs`(part: String) throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found") { try user.find("one") == ["a.txt"] }
    try FileManager.default.removeItem(atPath: user.store + part)
    try user.wait("the text is found again: \(daemon.log)") {
      let outcome = try user.run("mdfind", "one")
      // No search finds less without a word.
      #expect(outcome.text != "" || outcome.errors != "", "\(daemon.log)")
      return outcome.lines == [user.path("a.txt")]
    }
    try user.write("b.txt", "two")
    try user.wait("both texts are found: \(daemon.log)") { try user.find("one") == ["a.txt"] && user.find("two") == ["b.txt"] }
    try user.write("c.txt", "three")
    try user.wait("changes are followed: \(daemon.log)") { try user.find("three") == ["c.txt"] }
    #expect(daemon.process.isRunning)
    #expect(daemon.log.contains("what was imported from outside the roots is unknown") == (part == ""), "\(daemon.log)")
    #expect(try user.run("mdutil", "--verify").status == 0)
    let second = try user.run("mds", "--foreground")
    #expect(second.errors.contains("another mds is already running (process \(daemon.process.processIdentifier))"))
  }
}
