// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Attributes
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

  @Test(arguments: [
    "= Title\nAda_van Doc <ada@example.org>; Bob\nv1.0, 2021-03-05: first\n:keywords: one, two\n:description: A \\\n  line\n:my-key: own\n\n:title: no\n",
    "// comment\n:author: Ada van Doc; Bob\n:email: ada@example.org\n:revdate: 2021-03-05\n:version: 1.0\n:keywords: one, two\n"
      + ":description: A line\n:my-key: own\n:toc:\n:icons: font\n\n= Title\n\ntext\n",
    "---\ntitle: Title\nauthor: [Ada van Doc, Bob]\nemail: ada@example.org\ndate: 2021-03-05\nversion: 1.0\ntags: [one, two]\n"
      + "description: A line\nmy-key: own\n---\n\ntext\n",
    "Title\n=====\nAda_van Doc <ada@example.org>; Bob\n1.0, 2021-03-05\n:version: 1.0\n:keywords: one, two\n:description: A line\n:my-key: own\n",
  ])
  func `the header of AsciiDoc is attributes`(text: String) throws {
    let document = try imported(text, "text/asciidoc")
    #expect(document.isFileContent)
    #expect(document.attributes.title == "Title")
    #expect(document.attributes.authorNames == ["Ada van Doc", "Bob"])
    #expect(document.attributes.authorEmailAddresses == ["ada@example.org"])
    #expect(document.attributes.keywords == ["one", "two"])
    #expect(document.attributes.contentDescription == "A line")
    #expect(document.attributes.version == "1.0")
    #expect(document.attributes.contentCreationDate != nil)
    #expect(document.attributes.record[custom: "my_key"] == .string("own"))
  }

  @Test(arguments: [
    "#set document(title: [A _Title_], author: (\"Ada\", \"Bob\"), keywords: (\"one\", \"two\"), description: \"About\",\n"
      + "  date: datetime(year: 2021, month: 3, day: 5)) // comment\ntext\n",
    "#import \"@preview/x:0.1.0\": x\n#show: x.with(\n  title: [A Title], abstract: [About],\n  date: \"2021-03-05\",\n"
      + "  authors: ((name: \"Ada\", email: \"a@b.c\"), (name: \"Bob\",),),\n  index-terms: (\"one\", \"two\"),\n)\n",
  ])
  func `properties of Typst are attributes`(text: String) throws {
    // The MIME database had no name for it at first, and then another one.
    #expect(try imported(text, "text/x-typst").attributes.title == "A Title")
    let attributes = try imported(text, "text/vnd.typst").attributes
    #expect(attributes.title == "A Title")
    #expect(attributes.authorNames == ["Ada", "Bob"])
    #expect(attributes.keywords == ["one", "two"])
    #expect(attributes.contentDescription == "About")
    #expect(attributes.contentCreationDate != nil)
  }

  @Test(arguments: [
    "#set document(", "#set document(title: [", "#set document(title: ((((", "#set document(title: \"", "#set document(,,,)",
    "#show: a.with(x",
  ])
  func `unfinished Typst has no metadata`(text: String) throws {
    let attributes = try imported(text, "text/vnd.typst").attributes
    #expect(attributes.authorNames == nil)
  }

  @Test func `a cue sheet has the title and the performer of its disc`() throws {
    let text =
      "REM GENRE Jazz\r\nREM COMMENT \"made by hand\"\r\nPERFORMER \"Ada\"\r\nTITLE \"Album\"\r\nCATALOG 12345\r\nFILE \"a.wav\" WAVE\r\n  TRACK 01 AUDIO\r\n    TITLE \"Song\"\r\n"
    let attributes = try imported(text, "application/x-cue").attributes
    #expect(attributes.title == "Album")
    #expect(attributes.album == "Album")
    #expect(attributes.authorNames == ["Ada"])
    #expect(attributes.genre == "Jazz")
    #expect(attributes.comment == "made by hand")
    #expect(attributes.record[custom: "catalog"] == .string("12345"))
  }

  @Test func `other keywords of Org mode and fields of reStructuredText are custom keys`() throws {
    let org = try imported("#+TITLE: T\n#+SUBTITLE: Sub\n#+ROAM_ALIASES: other\n#+OPTIONS: toc:nil\n", "text/org").attributes
    #expect(org.subject == "Sub")
    #expect(org.record.custom.map(\.name) == ["roam_aliases"])
    let text = ".. tags: one\n.. title: T\n\nHeading\n=======\n\n:Status: draft\n\n.. meta::\n   :description: About\n   :keywords: two\n"
    let attributes = try imported(text, "text/x-rst").attributes
    #expect(attributes.record[custom: "status"] == .string("draft"))
    #expect(attributes.contentDescription == "About")
    #expect(attributes.keywords == ["one", "two"])
  }
}
