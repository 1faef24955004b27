import Foundation
import Testing

struct FindTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: [
      "Alpha Report.txt": "quarterly numbers", "beta.txt": "the report of beta, somewhat longer", "deep/er/gamma.md": "# Gamma\nnumbers",
    ])
    try user.index()
  }

  @Test func `a malformed predicate shows the place and exits with 1`() throws {
    let outcome = try user.run("mdfind", "kMDItemFSName ==")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("\n  kMDItemFSName ==\n"))
    #expect(outcome.errors.contains("^"))
  }

  @Test func `no hit is success, without a word`() throws {
    let outcome = try user.run("mdfind", "kMDItemFSName == zeta")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.isEmpty)
    #expect(try user.run("mdfind", "-count", "kMDItemFSName == zeta").text == "0\n")
  }

  @Test func `an unknown attribute gets a hint`() throws {
    let outcome = try user.run("mdfind", "kMDItemFSNam == zeta")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("kMDItemFSName?"))
  }

  @Test func `options stand before and after the query, and words are joined`() throws {
    #expect(try user.find("report", "of", "beta") == ["beta.txt"])
    #expect(try user.find("numbers", "-onlyin", "deep") == ["deep/er/gamma.md"])
    #expect(
      try user.find("-onlyin", "deep", "-onlyin", user.path("beta.txt"), "kMDItemContentTypeTree == public.text") == [
        "beta.txt", "deep/er/gamma.md",
      ])
    #expect(try user.find("--", "numbers", "-quarterly") == ["deep/er/gamma.md"])
  }

  @Test func `names are found by a part, or by a pattern`() throws {
    #expect(try user.find("-name", "REPORT") == ["Alpha Report.txt"])
    #expect(try user.find("-name", "*.md") == ["deep/er/gamma.md"])
    #expect(try user.find("-name", "a", "numbers") == ["Alpha Report.txt", "deep/er/gamma.md"])
  }

  @Test func `a missing folder finds nothing, and is an error`() throws {
    let outcome = try user.run("mdfind", "-onlyin", "/nowhere", "numbers")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "mdfind: /nowhere: no such folder\n")
    #expect(try user.run("mdfind", "-onlyin", "/nowhere", "-count", "numbers").text == "0\n")
    let both = try user.run("mdfind", "-onlyin", "/nowhere", "-onlyin", user.files, "kMDItemFSName == beta.txt")
    #expect((both.status, both.text) == (1, user.path("beta.txt") + "\n"))
    #expect(try user.run("mdfind", "-onlyin", "/", "-onlyin", user.root + "/run", "kMDItemFSName == beta.txt").status == 0)
  }

  @Test func `hits are printed as asked`() throws {
    let beta = user.path("beta.txt")
    #expect(try user.run("mdfind", "-0", "kMDItemFSName == beta.txt").text == beta + "\0")
    #expect(
      try user.run("mdfind", "-attr", "kMDItemFSSize", "-attr", "kMDItemTitle", "-name", "beta").text
        == "\(beta)   kMDItemFSSize = 35   kMDItemTitle = (null)\n")
    #expect(
      try user.run("mdfind", "--json", "-attr", "kMDItemFSSize", "-attr", "title", "-name", "beta").text
        == "{\"kMDItemFSSize\":35,\"kMDItemPath\":\"\(beta)\"}\n")
    #expect(try user.run("mdfind", "-name", "beta", "--color=always").text == "\(user.files)/\u{1B}[0m\u{1B}[01;31mbeta\u{1B}[0m.txt\n")
    #expect(try user.run("mdfind", "-count", "kMDItemContentTypeTree == public.text").text == "3\n")
  }

  @Test func `hits are sorted and limited`() throws {
    let text = "kMDItemContentTypeTree == public.text"
    #expect(
      try user.run("mdfind", "--sort", "kMDItemFSSize", text).lines.map { ($0 as NSString).lastPathComponent } == [
        "gamma.md", "Alpha Report.txt", "beta.txt",
      ])
    #expect(try user.run("mdfind", "--sort", "-kMDItemFSSize", "-limit", "1", text).lines == [user.path("beta.txt")])
    #expect(try user.run("mdfind", "-limit", "2", text).lines.count == 2)
    #expect(try user.run("mdfind", "-limit", "0", text).lines == [])
  }

  @Test func `a search is saved and run again`() throws {
    #expect(try user.run("mdfind", "--save", "mine", "-onlyin", "deep", "numbers").text == "")
    #expect(try user.find("-s", "mine") == ["deep/er/gamma.md"])
    #expect(try user.find("-s", "mine", "-onlyin", user.files) == ["Alpha Report.txt", "deep/er/gamma.md"])
    let missing = try user.run("mdfind", "-s", "other")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("other.savedSearch: No such file"))
  }

  @Test(arguments: [
    [], ["-limit", "many", "x"], ["-color", "red", "x"], ["-literal", "-interpret", "x"], ["-reprint", "x"], ["-s", "a", "b"], [" "],
  ])
  func `wrong options exit with 2`(arguments: [String]) throws {
    let process = user.process("mdfind", arguments, output: .nullDevice, errors: .nullDevice)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
  }

  @Test func `every tool has help`() throws {
    for tool in ["mdfind", "mdls", "mdimport", "mdutil", "mds"] {
      for option in ["--help", "-help"] {
        let outcome = try user.run(tool, option)
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("usage: \(tool) "))
      }
    }
  }
}
