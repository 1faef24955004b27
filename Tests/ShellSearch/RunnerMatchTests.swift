// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ShellSearch

struct RunnerMatchTests {
  @Test(arguments: [
    ("Report.pdf", "report", RunnerMatch.Fit.exact), ("Report.pdf", "report.PDF", .exact),
    ("Annual report.pdf", "report annual", .possible),
    ("notes.txt", "report", .completion), ("Ünlü", "ünlü", .exact), (".profile", "profile", .possible), ("a", "a b", .completion),
  ])
  func `a name decides how well a match fits`(name: String, text: String, fit: RunnerMatch.Fit) {
    #expect(RunnerMatch.fit(of: name, to: text) == fit)
  }

  @Test func `matches keep their order, below the most relevant programs`() {
    let rows = (0..<40).map { ResultRow(identifier: .file(Array("/\($0)".utf8)), kind: .file, name: "\($0)", icons: []) }
    let matches = RunnerMatch.matches(of: rows, for: ShellQuery("report"))
    #expect(matches.map(\.row) == Array(rows.prefix(RunnerMatch.maximumCount)))
    #expect(matches.allSatisfy { (0.01...0.75).contains($0.relevance) })
    #expect(zip(matches, matches.dropFirst()).allSatisfy { $0.relevance > $1.relevance })
  }

  @Test func `what has no folder is not shown in one and not dragged`() {
    func match(_ identifier: ResultIdentifier, _ kind: ResultRow.Kind) -> RunnerMatch {
      RunnerMatch(row: ResultRow(identifier: identifier, kind: kind, name: "x", icons: []), fit: .exact, relevance: 1)
    }
    let (file, item) = (match(.file(Array("/a b".utf8)), .file), match(.item("searchlight://p/i/1"), .item(program: "P")))
    #expect(file.actions == [.show, .copy] && file.urls == ["file:///a%20b"])
    #expect(item.actions == [.copy] && item.urls.isEmpty)
  }
}
