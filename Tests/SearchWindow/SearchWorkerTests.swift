// SPDX-License-Identifier: Apache-2.0

import CommandLine
import DesktopSearch
import Foundation
import IndexStore
import SearchWindow
import ShellSearch
import Testing
import Threading
import UniformTypeIdentifiers

@testable import FileIndexing

/// Searches of a real index, on the thread of the window.
final class SearchWorkerTests {
  private let home = FileManager.default.temporaryDirectory.appendingPathComponent("searchlight-window-\(UUID().uuidString)").path
  private let worker = SearchWorker()
  private let answers = Monitor<[WorkerAnswer]>([])
  private let environment: ToolEnvironment

  init() throws {
    environment = ToolEnvironment(["HOME": home, "XDG_DATA_HOME": home + "/data", "XDG_DATA_DIRS": home])
    try FileManager.default.createDirectory(atPath: home + "/files/Reports", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: home) }

  /// Makes an index of files with these names, and starts the thread.
  private func start(_ names: [String]) throws {
    for name in names { try Data("text".utf8).write(to: URL(fileURLWithPath: "\(home)/files/\(name)")) }
    let store = try Store.open(try environment.store(nil), .write(creating: true))
    let reader = DirectoryReader(rules: ExclusionRules(), types: .shared)
    var crawler = TreeCrawler(store: store, reader: reader, claimed: ClaimedTypes([]))
    _ = try crawler.crawl(Array("\(home)/files".utf8))
    try startThread()
  }

  private func startThread() throws {
    let reporter = Reporter(Tool("test", usage: [], summary: "", options: []))
    try worker.start(IndexLookup(environment, reporter), SharedMemory()) { [answers] answer in answers.update { $0.append(answer) } }
  }

  /// Waits for an answer.
  private func answer<Value>(_ value: (WorkerAnswer) -> Value?) -> Value {
    answers.wait { answers in answers.lazy.compactMap(value).first }
  }

  private func found(_ text: String, _ number: SearchNumber) -> [ResultRow] {
    worker.search(ShellQuery(text), number)
    return answer { if case .found(let rows) = $0, rows.number == number { rows.rows } else { nil } }
  }

  @Test func `files are found, described and previewed`() throws {
    try start(["Annual report.txt", "Reports/Auditors.md"])
    let rows = found("annual", SearchNumber().next)
    #expect(rows.map(\.name) == ["Annual report.txt"])
    #expect(rows.map(\.place) == ["~/files"])
    #expect(rows.map { ResultGroup($0) } == [.documents])
    worker.preview(rows[0].identifier)
    let preview = answer { if case .previewed(let preview) = $0 { preview } else { nil } }
    #expect(preview.row.identifier == rows[0].identifier)
    #expect(preview.location == "~/files/Annual report.txt")
    #expect(preview.thumbnail?.url == rows[0].identifier.text)
  }

  @Test func `a single letter finds files of a small index`() throws {
    try start(["Annual report.txt", "Zebra.txt"])
    #expect(found("z", SearchNumber().next).map(\.name) == ["Zebra.txt"])
  }

  @Test func `a misspelled word is corrected`() throws {
    try start(["Annual report.txt"])
    let number = SearchNumber().next
    _ = found("anual", number)
    let suggestions = answer { if case .suggested(number, let suggestions) = $0 { suggestions } else { nil } }
    #expect(suggestions.first == .correction("annual"))
  }

  @Test func `the last of several searches is answered`() throws {
    try start(["Annual report.txt"])
    var number = SearchNumber()
    for text in ["a", "an", "ann", "annu", "annua"] {
      number = number.next
      worker.search(ShellQuery(text), number)
    }
    #expect(found("annual", number.next).count == 1)
  }

  @Test func `a missing index is told`() throws {
    try startThread()
    #expect(found("annual", SearchNumber().next).isEmpty)
    worker.reportState()
    let state = answer { answer -> IndexState? in if case .index(let state) = answer { state } else { nil } }
    #expect(state == .missing)
  }
}
