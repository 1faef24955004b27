// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import Testing
import UniformTypeIdentifiers

@testable import DocumentImporter

/// Formats of plain text with metadata in the first lines.
@Suite struct StructuredTextTests {
  private func imported(_ text: String, _ mimeType: String) throws -> ImportedDocument {
    try ImportedDocument(Array(text.utf8), type: try #require(UTType(mimeType: mimeType)?.identifier))
  }

  @Test(arguments: [
    ("=====\nTitle\n=====\n\ntext\n", "Title"), ("Title\n-----\n", "Title"), (".. comment\n\nTitle\n~~~~~\n", "Title"),
    ("text\n\n----\n\nTitle\n====\n", "Title"), ("no title\n", nil), ("", nil), ("---\n", nil),
  ])
  func `the first section gives reStructuredText its title`(text: String, title: String?) throws {
    let document = try imported(text, "text/x-rst")
    #expect(document.attributes.title == title)
    #expect(document.text == text)
    #expect(document.isFileContent)
  }

  @Test func `fields of reStructuredText are attributes`() throws {
    let text = "Title\n=====\n\n:Author: Ada\n:Author: Bob\n:Date: 2020-01-31\n:Keywords: one, two\n:Copyright: Holder\n\ntext\n"
    let attributes = try imported(text, "text/x-rst").attributes
    #expect(attributes.authorNames == ["Ada", "Bob"])
    #expect(attributes.keywords == ["one", "two"])
    #expect(attributes.copyright == "Holder")
    #expect(attributes.contentCreationDate != nil)
  }

  @Test func `keywords of Org mode are attributes`() throws {
    let text = "#+TITLE: Title\n#+author: Ada\n#+DATE: <2020-01-31 Fri>\n#+FILETAGS: :one:two:\n\n* Heading\n#+TITLE: no\n"
    let attributes = try imported(text, "text/org").attributes
    #expect(attributes.title == "Title")
    #expect(attributes.authorNames == ["Ada"])
    #expect(attributes.keywords == ["one", "two"])
    #expect(attributes.contentCreationDate != nil)
  }

  @Test func `the header of a translation provides project, translator and language`() throws {
    let text = """
      # comment
      msgid ""
      msgstr ""
      "Project-Id-Version: program 1.0\\n"
      "PO-Revision-Date: 2020-01-31 13:47+0100\\n"
      "Last-Translator: Ada <ada@example.org>\\n"
      "Language-Team: LANGUAGE <LL@li.org>\\n"
      "Language: de\\n"

      msgid "Project-Id-Version: other"
      """
    let attributes = try imported(text, "text/x-gettext-translation").attributes
    #expect(attributes.title == "program 1.0")
    #expect(attributes.authorNames == ["Ada <ada@example.org>"])
    #expect(attributes.languages == ["de"])
    #expect(attributes.organizations == nil)
    #expect(attributes.contentModificationDate == Date(timeIntervalSince1970: 1_580_474_820))
  }

  @Test(arguments: [
    #"""
    .\" comment
    .TH PROGRAM 1 "2020-01-31" "program 1.0" "Manual"
    .SH NAME
    \fBprogram\fR \- does what it does
    .SH SYNOPSIS
    other \- thing
    """#,
    """
    .Dd January 31, 2020
    .Dt PROGRAM 1
    .Sh NAME
    .Nm program
    .Nd does what it does
    .Sh SYNOPSIS
    """,
  ])
  func `a manual page has a name, a section and a description`(text: String) throws {
    let attributes = try imported(text, "application/x-troff-man").attributes
    #expect(attributes.title == "PROGRAM(1)")
    #expect(attributes.contentDescription == "does what it does")
  }

  @Test(arguments: [
    (#"H\"allo W\"{o}rld"#, "Hällo Wörld"), (#"Schr{\"o}dinger"#, "Schrödinger"), (#"na\"{\i}ve caf\'e"#, "naïve café"),
    (#"gar\c{c}on \c c \v{S}koda"#, "garçon ç Škoda"), (#"Stra\ss e Gro\ss{} {\ss}"#, "Straße Groß ß"),
    (#"dis\-cre\-tion shelf\/ful a -- b"#, "discretion shelfful a -- b"), (#"\~nandu \aa{}r \L\'od\'z"#, "ñandu år Łódź"),
    (#"\l_tmpa_int \o@x \ae:n"#, #"\l_tmpa_int \o@x \ae:n"#), (#"\'\emph{a} \v\some \u\i{}"#, #"\'\emph{a} \v\some ĭ{}"#),
    (#"\\"a"#, #"\\"a"#), (#"\cite{a} \vspace{1cm} \usepackage{c}"#, #"\cite{a} \vspace{1cm} \usepackage{c}"#), (#"\'"#, #"\'"#),
    (#"\"{ab} \"1 \"{}"#, #"\"{ab} \"1 \"{}"#),
  ])
  func `commands for accented letters in TeX are replaced`(source: String, text: String) throws {
    let document = try imported(source, "text/x-tex")
    #expect(document.text == text)
    #expect(document.isFileContent == (source == text))
    for length in 1...4 {
      var accents = TeXAccents()
      var output: [UInt8] = []
      let bytes = Array(source.utf8)
      for start in stride(from: 0, to: bytes.count, by: length) {
        output += accents.converted(bytes[start..<min(start + length, bytes.count)].span, isLast: false)
      }
      output += accents.converted([UInt8]().span, isLast: true)
      #expect(String(decoding: output, as: UTF8.self) == text, "pieces of \(length)")
    }
  }

  @Test func `comments in TeX are no metadata`() throws {
    let source = "%\\title{No}\n\\title{100\\% sure % maybe\n}\n\\author{% the\n Ada % first\n}"
    let attributes = try imported(source, "text/x-tex").attributes
    #expect(attributes.title == "100% sure")
    #expect(attributes.authorNames == ["Ada"])
  }

  @Test func `a TeX document declares its title and its authors`() throws {
    let source =
      #"\documentclass{article}\title[Short]{On \emph{Gr\"u\ss{}e}\thanks{For all}}\author{Ren\'e~A \and Ada\\University}\begin{document}"#
    let attributes = try imported(source, "text/x-tex").attributes
    #expect(attributes.title == "On Grüße")
    #expect(attributes.authorNames == ["René A", "Ada"])
  }
}
