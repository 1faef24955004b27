// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ShellSearch

struct ResultRowTests {
  private func row(
    _ kind: ResultRow.Kind = .file, name: String = "a.txt", details: String = "", place: String = "", passage: String? = nil
  ) -> ResultRow {
    ResultRow(identifier: .file(Array("/x".utf8)), kind: kind, name: name, details: details, place: place, icons: [], passage: passage)
  }

  @Test func `a description is the passage, else what the file says of itself, else its folder`() {
    #expect(row(place: "~/Documents").description == "~/Documents")
    #expect(row(details: "From Ada", place: "~/Mail").description == "From Ada")
    #expect(row(details: "From Ada", place: "~/Mail", passage: "…the report").description == "…the report")
    #expect(row(.program, details: "Browse the web").description == "Browse the web")
  }

  @Test func `an item is under the name of its program`() {
    let item = row(.item(program: "Recipes"), passage: "…with leeks")
    #expect(item.description == "Recipes · …with leeks")
    #expect(row(.item(program: "Recipes")).description == "Recipes")
    #expect(item.subtext == "…with leeks")
    #expect(RunnerMatch(row: item, fit: .exact, relevance: 1).category == "Recipes")
    #expect(RunnerMatch(row: row(), fit: .exact, relevance: 1).category == nil)
  }

  @Test func `KRunner shows the folder of a file and the passage`() {
    #expect(row(place: "~/Documents", passage: "…the report").subtext == "~/Documents · …the report")
    #expect(row(place: "~/Documents").subtext == "~/Documents")
  }

  @Test func `no row lacks a name or an icon`() {
    #expect(row(name: "").name == "?")
    #expect(row().icons == [TypeIcons.unknown])
  }

  @Test(arguments: [
    ("file:///home/ada/gone.txt", "gone.txt"), ("searchlight://org.example.Recipes/Soups/1", "1"), ("", "?"), ("nonsense", "?"),
    ("file:///%FF", "\u{FFFD}"),
  ])
  func `an unknown identifier has a row, too`(identifier: String, name: String) {
    let row = ResultRow(unknown: identifier)
    #expect(row.name == name)
    #expect(!row.icons.isEmpty && !row.description.isEmpty)
  }

  @Test(arguments: [
    (["public.jpeg", "public.image", "public.data"], "image-x-generic"), (["public.folder", "public.directory"], "folder"),
    (["com.adobe.pdf", "public.data", "public.composite-content"], "application-pdf"),
    (["public.swift-source", "public.source-code", "public.plain-text", "public.text"], "text-x-script"),
    (["public.plain-text", "public.text"], "text-x-generic"), (["dyn.unknown"], "text-x-generic"), ([], "text-x-generic"),
  ])
  func `the most special known type determines the icon`(tree: [String], icon: String) {
    #expect(TypeIcons.names(forTypes: tree).first == icon)
  }

  // MARK: Passages

  @Test func `a passage begins near the match, at a word`() {
    let text = "It begins with many words that nobody needs before the annual report comes"
    let start = PassageStart.of(text, match: text.utf8.count - "report comes".utf8.count)
    #expect(start == "…before the annual report comes")
    #expect(PassageStart.of("the report", match: 4) == "the report")
    #expect(PassageStart.of("no match", match: nil) == "no match")
  }

  @Test func `a long word before the match is left out`() {
    let word = String(repeating: "x", count: 60)
    #expect(PassageStart.of(word + " report", match: 61) == "…report")
    #expect(PassageStart.of(word + "report", match: 60) == "…report")
  }

  @Test func `a long passage is cut, and offsets that fit nothing do no harm`() {
    let long = PassageStart.of(String(repeating: "a ", count: 500), match: 0)
    #expect(long.count == PassageStart.maximumLength + 1 && long.last == "…")
    for match in [1, 3, 99] { #expect(PassageStart.of("äöü", match: match) == "äöü") }
  }
}
