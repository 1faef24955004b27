// SPDX-License-Identifier: Apache-2.0

import SearchWindow
import ShellSearch
import Testing

struct ListEntryTests {
  @Test(arguments: [
    (["public.png", "public.image", "public.data"], ResultGroup.images), (["com.adobe.pdf", "public.data"], .documents),
    (["public.folder", "public.directory"], .folders), (["org.example.unknown"], .others), ([], .others),
    (["public.swift-source", "public.source-code", "public.text"], .code), (["public.email-message", "public.message"], .messages),
  ])
  func `the type of a file determines its group`(types: [String], group: ResultGroup) {
    #expect(ResultGroup(fileRow("/a", types: types)) == group)
  }

  @Test func `programs and items have groups of their own`() {
    #expect(ResultGroup(programRow("Editor")) == .programs)
    #expect(ResultGroup(itemRow(1, of: "Recipes")) == .items(program: "Recipes"))
    #expect(ResultGroup.items(program: "Recipes").title == nil)
  }

  @Test func `the best result comes first, then groups in the order of their best results`() {
    let rows = [fileRow("/a"), programRow("Editor"), fileRow("/b"), itemRow(1, of: "Recipes"), programRow("Viewer"), fileRow("/c")]
    let entries = ListEntry.entries(of: rows)
    #expect(entries.map { $0.row?.name } == ["a", "Editor", "Viewer", "b", "c", "1"])
    #expect(entries.map(\.group) == [.best, .programs, .programs, .documents, .documents, .items(program: "Recipes")])
    #expect(entries.map(\.isFirst) == [true, true, false, true, false, true])
  }

  @Test func `a large group shows its first results until it is expanded`() {
    let rows = (0...9).map { fileRow("/\($0)") }
    let entries = ListEntry.entries(of: rows)
    #expect(entries.map(\.content).last == .more(count: 4))
    #expect(entries.count == 7)
    #expect(ListEntry.entries(of: rows, expanding: [.documents]).compactMap(\.row) == rows)
  }

  @Test func `a single further result is shown instead of its number`() {
    #expect(ListEntry.entries(of: (0...6).map { fileRow("/\($0)") }).allSatisfy { $0.row != nil })
    #expect(ListEntry.entries(of: []).isEmpty)
  }
}
