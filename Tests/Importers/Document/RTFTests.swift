// SPDX-License-Identifier: Apache-2.0

import Attributes
import AttributeSets
import Foundation
import ImporterSupport
import TestSupport
import Testing

@testable import DocumentImporter

@Suite(.timeLimit(.minutes(10))) struct RTFTests {
  private func imported(_ rtf: String) throws -> ImportedDocument { try ImportedDocument(Array(rtf.utf8), type: "public.rtf") }

  static let document = #"""
    {\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Helvetica;}{\f1\fnil\fcharset204 Arial Cyr;}}{\colortbl;\red255\green0\blue0;}
    {\stylesheet{\s0 Normal;}}{\*\generator Pen 1.0;}{\info{\title A {\b bold} Title}{\author Ada; Bob}{\operator Eve}{\subject S}
    {\keywords one, two}{\doccomm About}{\company ACME}{\creatim\yr2014\mo7\dy1\hr15\min38}\nofpages3}
    {\header\pard Head\par}\pard Gr\'fc\'dfe,\f1 \'cf\'f0\'e8\f0  end\par \u8364?\uc2\u-10179 ??\u-8704 ??\cell tab\emdash x\line
    {\*\unknown hidden}{\field{\*\fldinst HYPERLINK "x"}{\fldrslt link}}\par{\pict\bin3 }}}}{\*\shpinst{\sp{\sn n}}{\shptxt box\par}}after}
    """#

  @Test func `text is decoded, and markup is no text`() throws {
    let words = try imported(Self.document).words
    #expect(words == ["Head", "Grüße,При", "end", "€😀", "tab—x", "link", "box", "after"])
  }

  @Test func `a second author is the last editor`() throws {
    let found = try imported(#"{\rtf1\ansi{\info{\author Ada}{\creatim\yr2014\mo7\dy1}{\author Bob}{\title One}{\title Two}}text}"#)
    #expect(found.attributes.authorNames == ["Ada"])
    #expect(found.attributes.editors == ["Bob"])
    #expect(found.attributes.title == "One; Two")
  }

  @Test func `deleted text is left out`() throws {
    let found = try imported(
      #"{\rtf1\ansi kept {\deleted\revauthdel1 gone} and \deleted away\deleted0 {\revised new}\deleted x\plain  end}"#)
    #expect(found.words == ["kept", "and", "new", "end"])
  }

  @Test func `properties of the author are custom keys`() throws {
    let document =
      #"{\rtf1\ansi{\*\userprops{\propname Mood}\proptype30{\staticval calm \'fc}{\propname Size}\proptype3{\staticval 42}}text}"#
    let found = try imported(document)
    #expect(found.words == ["text"])
    #expect(found.attributes.record[custom: "Mood"] == .string("calm ü"))
    #expect(found.attributes.record[custom: "Size"] == .string("42"))
  }

  @Test(arguments: [#"{\footnote note}"#, #"{\*\footnote\chftn\~\plain note}"#])
  func `footnotes are text, whether readers may ignore them or not`(note: String) throws {
    #expect(try imported(#"{\rtf1 before "# + note + " after}").words == ["before", "note", "after"])
  }

  @Test func `the information group provides the metadata`() throws {
    let attributes = try imported(Self.document).attributes
    #expect(attributes.title == "A bold Title")
    #expect(attributes.authorNames == ["Ada", "Bob"])
    #expect(attributes.editors == ["Eve"])
    #expect(attributes.subject == "S")
    #expect(attributes.keywords == ["one", "two"])
    #expect(attributes.contentDescription == "About")
    #expect(attributes.organizations == ["ACME"])
    #expect(attributes.creator == "Pen 1.0")
    #expect(attributes.pageCount == 3)
    #expect(attributes.contentCreationDate != nil)
  }

  @Test(arguments: [1, 2, 3, 7, 50])
  func `the size of the pieces does not matter`(size: Int) throws {
    let bytes = Array(Self.document.utf8)
    var parser = RTFParser()
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      parser.parse(bytes.span.extracting(start..<min(start + size, bytes.count)))
      text += parser.takeText()
    }
    parser.finish()
    text += parser.takeText()
    #expect(String(decoding: text, as: UTF8.self) == (try imported(Self.document).text))
  }

  @Test func `a text file named like RTF is read as text`() throws {
    #expect(try imported("plain words").text == "plain words")
  }

  @Test func `groups without end and words without limit do no harm`() throws {
    let deep = "{\\rtf1 before" + String(repeating: "{", count: 1 << 20) + "deep" + String(repeating: "}", count: 1 << 20) + "after}"
    #expect(try imported(deep).words == ["beforedeepafter"])
    #expect(try imported("{\\rtf1 \\" + String(repeating: "a", count: 1 << 20) + "\\bin99999999999999999999 x").error == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `random damage does not crash the importer`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 { _ = try ImportedDocument(Array(Self.document.utf8).damaged(using: &generator), type: "public.rtf") }
  }
}
