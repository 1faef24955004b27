import Foundation
import Testing

struct DamageTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "one"])
    try user.index()
  }

  private var catalog: String { user.store + "/catalog-0001/data.mdb" }

  @Test(arguments: [0, 100, 4096, 8192, 20_000])
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
    #expect(try user.run("mdutil", "-E").status == 0)
    try user.index()
    #expect(try user.find("one") == ["a.txt"])
  }

  @Test func `a folder with other files is left unchanged`() throws {
    for tool in ["mdfind", "mdimport"] {
      let outcome = try user.run(tool, "-store", user.files, user.path("a.txt"))
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("\(tool): \(user.files): the folder contains files that do not belong to an index"))
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
    #expect(search.errors.contains("run mds or mdimport to repair it"))
    let verification = try user.run("mdutil", "--verify")
    #expect(verification.status == 1)
    #expect(verification.errors.contains("/segments/"))
    let repair = try user.run("mdutil", "--repair")
    #expect(repair.status == 0, "\(repair.errors)")
    #expect(repair.text.contains("rebuilt 2 parts of the index: 2 names"), "\(repair.text)")
    #expect(try user.find("one") == ["a.txt"])
    #expect(try user.run("mdutil", "--verify").status == 0)
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
}
