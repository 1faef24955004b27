// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The order of the hits of typed words in `mdfind`.
struct RelevanceFindTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: [
      "src/ForegroundBudget.swift": "struct Budget {} // annual report", "curl.1.gz.txt": "the annual budget report of curl",
      "Household budget.txt": "rent and food", "notes/letter.txt": "Our budget is small, a budget for us, the budget. The annual fair.",
      "taxes/2023/annual.txt": "numbers of the house", "annual report.txt": "figures",
      "page.html": "<title>Fair</title>final annual report",
    ])
    try user.index()
  }

  private func relative(_ lines: [String]) -> [String] { lines.map { $0.replacing(user.files + "/", with: "") } }

  /// The lines on a terminal, and what is printed on standard error.
  private func onTerminal(_ arguments: String...) throws -> [String] {
    let (status, shown) = try user.runOnTerminal("mdfind", ["-color", "never"] + arguments)
    #expect(status == 0)
    return relative(
      String(decoding: shown, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
  }

  private func inPipe(_ arguments: String...) throws -> [String] {
    let outcome = try user.run("mdfind", arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return relative(outcome.lines)
  }

  private func add(_ identifier: String, _ title: String) throws {
    try #require(try user.run("TestProgram", "add", "notes", identifier, title).status == 0)
  }

  @Test func `on a terminal and with a limit, the hits of a search come in order of relevance`() throws {
    let shown = try onTerminal("budget")
    #expect(shown.first == "Household budget.txt" && shown.contains("src/ForegroundBudget.swift"), "\(shown)")
    #expect(shown.firstIndex(of: "notes/letter.txt").map { $0 < (shown.firstIndex(of: "src/ForegroundBudget.swift") ?? 0) } == true)
    let found = try inPipe("budget")
    #expect(shown.sorted() == found.sorted() && found.count == 4)
    #expect(try inPipe("budget", "-limit", "9") == shown)
    for limit in 0...3 {
      #expect(try inPipe("-limit", "\(limit)", "budget") == Array(shown.prefix(limit)))
      #expect(try onTerminal("-limit", "\(limit)", "budget") == Array(shown.prefix(limit)))
    }
    #expect(try inPipe("-limit", "1", "-0", "budget") == ["Household budget.txt\0"])
    #expect(try inPipe("-limit", "1", "--json", "budget").first?.contains("Household budget.txt") == true)
    #expect(try inPipe("-limit", "1", "-attr", "size", "budget") == ["Household budget.txt   size = 13"])
    #expect(try inPipe("-limit", "1", "-onlyin", user.path("notes"), "budget") == ["notes/letter.txt"])
    #expect(try inPipe("-limit", "1", "-name", "*.swift", "budget") == ["src/ForegroundBudget.swift"])
    #expect(try inPipe("-limit", "9", "budget OR figures", "-rent").sorted() == inPipe("budget OR figures", "-rent").sorted())
    #expect(try inPipe("-limit", "1", "-interpret", "kMDItemFSName == budget") == [])
  }

  @Test func `the subject of mail counts as its title`() throws {
    let mail = "From: Ann Moreau <ann@example.org>\r\nSubject: Harbour of Porto\r\n\r\nSee you.\r\n"
    let others = try TestEnvironment(files: [
      "1.eml": mail, "shopping porto.txt": "for the harbour: rope, paint, harbour maps", "harbour.txt": "Porto",
    ])
    try others.index()
    #expect(try others.run("mdfind", ["-limit", "1", "harbour porto"]).lines == [others.path("1.eml")])
  }

  /// What each query prints in a pipe, it prints in the same order on a terminal.
  @Test(arguments: [
    ["-name", "budget"], ["-name", "*.txt"], ["kind:text"], ["kind:text", "size:>1"], ["kMDItemFSName == \"*budget*\"c"],
    ["-literal", "* == annual*"],
    ["-sort", "name", "budget"], ["-sort", "-size", "annual"], ["-count", "budget"], ["--unranked", "budget"],
    ["--unranked", "annual report"],
    ["--unranked", "-attr", "size", "budget"], ["--unranked", "-0", "annual"], ["-0", "--unranked", "-limit", "2", "budget"],
    ["--json", "--unranked", "budget"], ["-s", "saved"], ["-s", "saved", "-limit", "1"], ["-name", "budget", "-limit", "1"],
    ["kind:text", "-limit", "2"], ["-sort", "name", "-limit", "2", "budget"], ["NOT budget"], ["-count", "-limit", "1", "budget"],
  ])
  func `other searches keep their order`(arguments: [String]) throws {
    #expect(try user.run("mdfind", "-save", "saved", "budget").status == 0)
    let piped = try user.run("mdfind", arguments).text
    let (status, shown) = try user.runOnTerminal("mdfind", ["-color", "never"] + arguments)
    #expect(status == 0 && !piped.isEmpty)
    #expect(String(decoding: shown, as: UTF8.self) == piped)
    if arguments.contains("--unranked"), !arguments.contains("-limit") {
      #expect(try user.run("mdfind", arguments.filter { $0 != "--unranked" }).text == piped)
    }
  }

  /// Of each query, the order in a pipe is that of documents as they were added, as it was before the order of relevance.
  @Test(arguments: ["budget", "annual", "annual report", "annual OR fair", "report -final", "budget kind:text", "\"annual report\"", "a"])
  func `a pipe gets all hits in the order of the index`(query: String) throws {
    let all = try inPipe("*")
    let found = try inPipe(query)
    #expect(!found.isEmpty && found == all.filter(Set(found).contains))
    for arguments in [["-0"], ["--json"], ["-attr", "kMDItemFSName"], ["-onlyin", user.files]] {
      let lines = try user.run("mdfind", arguments + [query]).text.split { "\n\0".contains($0) }
      #expect(lines.count == found.count && zip(lines, found).allSatisfy { $0.contains($1) }, "\(arguments)")
    }
  }

  @Test func `hits with some of the words follow on a terminal only`() throws {
    let heading = "With some of the words:"
    let shown = try onTerminal("budget annual")
    let edge = try #require(shown.firstIndex(of: heading))
    let all = Set(try inPipe("budget annual"))
    #expect(shown[edge - 1].isEmpty && Set(shown[..<(edge - 1)]) == all, "\(shown)")
    #expect(shown[edge + 1] == "Household budget.txt" && !shown[(edge + 1)...].contains("notes/letter.txt"), "\(shown)")
    // A folder has the other word.
    #expect(try onTerminal("annual taxes").prefix(2) == [heading, "taxes/2023/annual.txt"])
    for option in ["-0", "--json", "-count", "--unranked"] { #expect(try !onTerminal(option, "budget annual").contains(heading)) }
    #expect(try inPipe("budget annual", "-limit", "100") == Array(shown[..<(edge - 1)]))
    #expect(try onTerminal("budget annual", "-limit", "\(edge)").count == edge + 2)
    #expect(try !onTerminal("budget OR annual").contains(heading))
    #expect(try onTerminal("budget annual", "-food").contains("Household budget.txt") == false)
    #expect(try onTerminal("budget annual", "-name", "*.swift") == ["src/ForegroundBudget.swift"])
    #expect(try onTerminal("-onlyin", user.path("notes"), "budget figures") == [heading, "notes/letter.txt"])
  }

  @Test func `hits of corrected words are shown on a terminal, and that is said`() throws {
    func both(_ arguments: [String]) throws -> String {
      let (status, shown) = try user.runOnTerminal("mdfind", ["-color", "never"] + arguments, showsErrors: true)
      #expect(status == 0)
      return String(decoding: shown, as: UTF8.self).replacing(user.files + "/", with: "")
    }
    let message = "mdfind: nothing matches “annaul reprot”; these match “annual report”\n"
    #expect(try both(["annaul reprot"]).hasPrefix(message + "annual report.txt\n"))
    #expect(try both(["annaul", "reprot", "kind:html"]) == message + "page.html\n")
    #expect(try both(["-name", "*.html", "annaul reprot"]) == message + "page.html\n")
    #expect(try both(["annaul reprot", "-limit", "1"]) == message + "annual report.txt\n")
    for arguments in [["-0"], ["--json"], ["-count"], ["--unranked"]] {
      #expect(try !both(arguments + ["annaul reprot"]).contains("annual"), "\(arguments)")
    }
    #expect(try both(["\"annaul\""]).isEmpty)
    #expect(try both(["zzzqqq"]).isEmpty)
    let piped = try user.run("mdfind", "-limit", "5", "annaul reprot")
    #expect(piped.text.isEmpty && piped.errors.isEmpty)
    #expect(try user.run("mdfind", "-open", "1", "annaul reprot").errors.contains("no file matches"))
  }

  @Test func `the number of a hit to open is that on a terminal`() throws {
    try user.makeProgram("xdg-open", "echo \"$1\" > '\(user.root)/opened'")
    func opened(_ arguments: String...) throws -> String {
      let outcome = try user.run("mdfind", ["-open"] + arguments)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try String(contentsOfFile: user.root + "/opened", encoding: .utf8).replacing(user.files + "/", with: "").replacing(
        "\n", with: "")
    }
    let shown = try onTerminal("budget")
    for (number, path) in zip(1..., shown) { #expect(try opened("\(number)", "budget") == path) }
    #expect(try opened("1", "--unranked", "budget") == inPipe("budget")[0])
    let more = try onTerminal("budget", "annual").filter { !$0.isEmpty && !$0.hasPrefix("With") }
    #expect(try opened("\(more.count)", "budget annual") == more[more.count - 1])
    #expect(try user.run("mdfind", "-open", "\(more.count + 1)", "budget annual").status == 1)
  }

  @Test func `files and items are one list`() throws {
    try add("1", "Household budget")
    try add("2", "Meeting about something else")
    let shown = try onTerminal("budget")
    #expect(Set(shown.prefix(2)) == ["Household budget.txt", "searchlight://TestProgram/notes/1"] && shown.count == 5, "\(shown)")
    #expect(try inPipe("budget").last == "searchlight://TestProgram/notes/1")
    #expect(try inPipe("-limit", "2", "budget") == Array(shown.prefix(2)))
    #expect(try onTerminal("meeting household").contains("searchlight://TestProgram/notes/2"))
    #expect(try onTerminal("somethign").first == "searchlight://TestProgram/notes/2")
  }

  @Test func `passages follow the hits of any search for words`() throws {
    let lines = try inPipe("--context", "final")
    #expect(lines == ["page.html", "    Fair final annual report"] || lines == ["page.html", "    final annual report"], "\(lines)")
    #expect(try onTerminal("--context", "-limit", "1", "final") == lines)
    #expect(try inPipe("--context", "--unranked", "-sort", "name", "final").count == 2)
    #expect(try inPipe("--context", "--json", "final").first?.contains("\"context\"") == true)
  }

  @Test func `a damaged part of the index does not hide hits`() throws {
    let found = try inPipe("-limit", "9", "budget").sorted()
    for name in try FileManager.default.contentsOfDirectory(atPath: user.store + "/segments") {
      let path = user.store + "/segments/" + name
      let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
      chmod(path, 0o600)
      try #require(truncate(path, size / 2) == 0)
    }
    let (piped, limited) = (try user.run("mdfind", "-name", "budget"), try user.run("mdfind", "-limit", "9", "budget"))
    let plain = try user.run("mdfind", "budget")
    #expect(limited.status == plain.status && limited.lines.sorted() == plain.lines.sorted())
    #expect(piped.lines.count == 2 && found.count == 4)
  }

  @Test(arguments: [
    ["--context", "-name", "x"], ["--context", "kind:pdf"], ["--context", "kMDItemFSSize > 5"], ["--context", "-count", "x"],
    ["--context", "-live", "x"], ["--context", "-save", "x", "y"], ["--context", "-s", "x"], ["--context", "-0", "x"],
    ["--context", "-open", "1", "x"], ["--unranked", "--ranked", "x"], ["--unranked", "-i", "x"], ["--unranked", "-save", "x", "y"],
  ])
  func `options that do not fit are an error`(arguments: [String]) throws {
    #expect(try user.run("mdfind", arguments).status == 2)
  }
}
