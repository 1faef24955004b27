// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import ImporterSupport
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import DocumentImporter

@Suite struct NotebookTests {
  private func imported(_ text: String) throws -> ImportedDocument { try imported(Array(text.utf8)) }

  private func imported(_ bytes: [UInt8]) throws -> ImportedDocument {
    try ImportedDocument(bytes, type: try #require(UTType(mimeType: "application/x-ipynb+json")?.identifier))
  }

  private static let comets = """
    {"cells": [
      {"cell_type": "code", "source": ["# no heading\\n", "import math"], "outputs": []},
      {"cell_type": "markdown", "source": ["Introduction\\n", "\\n", "# Orbits *of* comets\\n", "By Kepler's equation."]},
      {"cell_type": "code", "source": "print(1)", "outputs": [
        {"output_type": "stream", "text": ["one\\n", "line"]},
        {"output_type": "execute_result", "data": {"text/plain": "0.967", "image/png": "aGFsbG8="}}]}],
     "metadata": {"authors": [{"name": "Ada"}, "Bob", 1], "kernelspec": {"language": "python"}, "language_info": {"name": "python"}},
     "nbformat": 4, "nbformat_minor": 5}
    """

  @Test func `the text is that of the cells, with the beginning of their outputs`() throws {
    let document = try imported(Self.comets)
    #expect(document.error == nil)
    #expect(
      document.text == """
        # no heading
        import math

        Introduction

        # Orbits *of* comets
        By Kepler's equation.

        print(1)
        one
        line
        0.967


        """)
    #expect(!document.isFileContent)
  }

  @Test func `title, authors and the language of the code are attributes`() throws {
    let attributes = try imported(Self.comets).attributes
    #expect(attributes.title == "Orbits *of* comets")
    #expect(attributes.authorNames == ["Ada", "Bob"])
    #expect(attributes.keywords == ["python"])
  }

  @Test func `the title in the metadata precedes headings`() throws {
    let attributes = try imported(Self.comets.replacing("\"authors\"", with: "\"title\": \"Comets\", \"authors\"")).attributes
    #expect(attributes.title == "Comets")
  }

  @Test func `cells of version 3 are in worksheets`() throws {
    let document = try imported(
      """
      {"metadata": {"name": ""}, "nbformat": 3, "worksheets": [{"cells": [
        {"cell_type": "heading", "level": 1, "source": ["Comets"]}, {"cell_type": "code", "input": ["x = 1"], "outputs": []}]}]}
      """)
    #expect(document.error == nil)
    #expect(document.attributes.title == "Comets")
    #expect(document.words == ["Comets", "x", "=", "1"])
  }

  @Test(arguments: [
    "{}", "{\"cells\": 1}", "[]", "", "{\"cells\": [", "<<<<<<< HEAD\n{\"cells\": []}", String(repeating: "[", count: 100_000),
  ])
  func `a file that is no notebook is damaged, and its text is kept`(text: String) throws {
    let document = try imported(text)
    #expect(document.error == .damaged("it is no notebook"))
    #expect(document.text == text)
  }

  @Test(arguments: ["{\"cells\": []}", "{\"cells\": [{}, {\"cell_type\": 1, \"source\": {}, \"outputs\": 3}], \"metadata\": []}"])
  func `missing and wrong values are left out`(text: String) throws {
    let document = try imported(text)
    #expect(document.error == nil)
    #expect(document.words.isEmpty)
    #expect(document.attributes.title == nil)
  }

  @Test func `the output of a cell is cut`() throws {
    let output = String(repeating: "1.5 ", count: 100_000)
    let document = try imported("{\"cells\": [{\"source\": \"x\", \"outputs\": [{\"text\": \"\(output)\"}]}, {\"source\": \"end\"}]}")
    #expect(document.byteCount < 20_000)
    #expect(document.text.hasSuffix("end\n\n"))
  }

  @Test func `a file of very many values is read as plain text`() throws {
    let text = "{\"cells\": [" + String(repeating: "{},", count: 3 << 20) + "{}]}"
    let document = try imported(text)
    #expect(document.error == nil)
    #expect(document.byteCount == text.utf8.count)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `random damage does not crash the importer`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 { _ = try imported(Array(Self.comets.utf8).damaged(using: &random)) }
  }
}
