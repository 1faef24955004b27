// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(.timeLimit(.minutes(10))) struct EscapeDecoderTests {
  @Test(arguments: [
    ("public.json", #"{"name": "J\u00f6rg \ud83d\ude00\nnext \"a\/b\" \ud83d \q"}"#, "{\"name\": \"Jörg 😀\nnext \"a/b\" \u{FFFD} \\q\"}"),
    ("public.xml", "<a>J&#246;rg &#x1F600;&amp;&lt;b&gt; &unknown; & &#xD800; &#;</a>", "<a>Jörg 😀&<b> &unknown; & \u{FFFD} &#;</a>"),
    ("public.json", #"["\u00e"#, #"["\u00e"#),
  ])
  func `escapes of characters are decoded`(type: String, text: String, decoded: String) throws {
    let found = try ImportedDocument(Array(text.utf8), type: type)
    #expect(found.text == decoded)
    // In the middle of each block in turn.
    for padding in [(256 << 10) - 40, (256 << 10) - 9] {
      let long = String(repeating: "x", count: padding)
      #expect(try ImportedDocument(Array((long + text).utf8), type: type).text == long + decoded)
    }
  }

  @Test(arguments: [
    ("m.properties", "public.plain-text", #"ru=\u041a\u0430\u0437\u0430\u043d\u044c caf\u00e9"#, "ru=Казань café"),
    ("m.properties", "public.plain-text", "a=long\\\n   word\\\r\n\t s b\\:c \\\\ \\t!", "a=longwords b:c \\  !"),
    ("M.Properties", "public.plain-text", #"k=\ud83d\ude00"#, "k=😀"),
    ("a.yml", "public.yaml", #"a: "caf\u00e9 \U0001F600" b: C:\new"#, #"a: "café 😀" b: C:\new"#),
    ("L.strings", "public.strings-text", #""k" = "caf\U00e9";"#, #""k" = "café";"#),
  ])
  func `escapes of properties and tables are decoded`(name: String, type: String, text: String, decoded: String) throws {
    #expect(try ImportedDocument(Array(text.utf8), type: type, name: name).text == decoded)
    for padding in [(256 << 10) - 12, (256 << 10) - 25] {
      let long = String(repeating: "x", count: padding)
      #expect(try ImportedDocument(Array((long + text).utf8), type: type, name: name).text == long + decoded)
    }
  }

  @Test func `a text without escapes, or of another type, is that of the file`() throws {
    #expect(try ImportedDocument(Array(#"{"name": "Jörg"}"#.utf8), type: "public.json").isFileContent)
    #expect(try ImportedDocument(Array(#""J\u00f6rg""#.utf8), type: "public.swift-source").isFileContent)
    #expect(try !ImportedDocument(Array(#""J\u00f6rg""#.utf8), type: "public.json").isFileContent)
  }
}
