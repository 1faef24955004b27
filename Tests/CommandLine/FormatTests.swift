// SPDX-License-Identifier: Apache-2.0

import Attributes
import Testing

@testable import CommandLine

struct FormatTests {
  private static let date = Timestamp(unixSeconds: 1_733_550_066)

  @Test func `attributes are printed in columns as on a Mac`() {
    let text = ColumnFormat.text([
      ("kMDItemFSSize", .integer(1_048_576)),
      ("kMDItemFSCreatorCode", .string("")),
      ("_kMDItemDisplayNameWithExtensions", .string("Makefile")),
      ("kMDItemContentCreationDate", .date(Self.date)),
      ("kMDItemContentType", .string("public.make-source")),
      (
        "kMDItemContentTypeTree",
        .array(["public.make-source", "public.script", "public.text", "public.data", "public.item", "public.content"].map { .string($0) })
      ),
      ("kMDItemDocumentIdentifier", .integer(0)),
      ("kMDItemFSHasCustomIcon", .null),
    ])
    #expect(
      text == """
        _kMDItemDisplayNameWithExtensions = "Makefile"
        kMDItemContentCreationDate        = 2024-12-07 05:41:06 +0000
        kMDItemContentType                = "public.make-source"
        kMDItemContentTypeTree            = (
            "public.make-source",
            "public.script",
            "public.text",
            "public.data",
            "public.item",
            "public.content"
        )
        kMDItemDocumentIdentifier         = 0
        kMDItemFSCreatorCode              = ""
        kMDItemFSHasCustomIcon            = (null)
        kMDItemFSSize                     = 1048576

        """)
  }

  @Test func `one attribute has no padding`() {
    #expect(ColumnFormat.text([("kMDItemContentType", .string("public.make-source"))]) == "kMDItemContentType = \"public.make-source\"\n")
  }

  @Test(arguments: [
    (AttributeValue.string("plain"), "\"plain\""),
    (.string("é \"quoted\" \\ back"), "\"é \\\"quoted\\\" \\\\ back\""),
    (.string("two\nlines\u{1B}[1m"), "\"two\\nlines\\U001b[1m\""),
    (.integer(-3), "-3"),
    (.number(72), "72"),
    (.number(0.1), "0.1"),
    (.number(231.4710204081633), "231.4710204081633"),
    (.boolean(true), "1"),
    (.boolean(false), "0"),
    (.null, "(null)"),
    (.date(FormatTests.date), "2024-12-07 05:41:06 +0000"),
    (.data([1, 2, 0xAB, 4, 5]), "<0102ab04 05>"),
    (.array([]), "(\n)"),
    (.array([.string("Someone"), .string("J\u{F6}rg 😀"), .integer(3)]), "(\n    Someone,\n    \"J\\U00f6rg \\Ud83d\\Ude00\",\n    3\n)"),
    (.array([.date(FormatTests.date)]), "(\n    \"2024-12-07 05:41:06 +0000\"\n)"),
    (.array([.array([.string("a")])]), "(\n    (\n        a\n    )\n)"),
    (.dictionary(["": .string("x y"), "b": .integer(1)]), "{\n    \"\" = \"x y\";\n    b = 1;\n}"),
    (.person(Person(displayName: nil, handles: ["a@b"], handleIdentifier: "emailAddresses")), "\"a@b\""),
  ])
  func `values are printed in Apple's old style`(value: AttributeValue, expected: String) {
    #expect(OldStyleDescription.value(value) == expected)
  }

  @Test(arguments: [
    (AttributeValue.string("bare words"), "bare words"), (.null, "(null)"), (.integer(7), "7"),
    (.array([.string("Someone"), .string("with space")]), "(Someone, \"with space\")"), (.array([]), "()"),
    (.string("line\nend"), "line\\nend"), (.date(FormatTests.date), "2024-12-07 05:41:06 +0000"),
  ])
  func `a value after a path is printed on the same line`(value: AttributeValue, expected: String) {
    #expect(OldStyleDescription.line(value) == expected)
  }

  @Test(arguments: [
    (AttributeValue.string("a\"b\\c\n\u{1}é"), #""a\"b\\c\n\u0001é""#), (.string("\u{7F}\u{9B}\u{202E}"), #""\u007f\u009b\u202e""#),
    (.number(1.5), "1.5"), (.number(3), "3"),
    (.number(.infinity), "null"),
    (.number(.nan), "null"), (.boolean(true), "true"), (.date(FormatTests.date), "\"2024-12-07T05:41:06Z\""),
    (.data([0xFF, 0xFE]), "\"//4=\""),
    (.array([.integer(1), .null]), "[1,null]"), (.dictionary(["b": .integer(2), "a": .integer(1)]), "{\"a\":1,\"b\":2}"),
    (.person(Person(displayName: "N", handles: ["h"], handleIdentifier: "x")), "{\"displayName\":\"N\",\"handles\":[\"h\"]}"),
  ])
  func `values are encoded as JSON`(value: AttributeValue, expected: String) {
    #expect(JSON.value(value) == expected)
  }

  @Test func `a path that is not UTF-8 is also given in bytes`() {
    #expect(JSON.object(JSON.path([0x2F, 0xFF])) == "{\"kMDItemPath\":\"/\u{FFFD}\",\"kMDItemPathBytes\":\"L/8=\"}")
    #expect(JSON.object(JSON.path(Array("/é".utf8))) == "{\"kMDItemPath\":\"/é\"}")
  }

  @Test(arguments: [
    ([], ""), ([0x66], "Zg=="), ([0x66, 0x6F], "Zm8="), ([0x66, 0x6F, 0x6F], "Zm9v"), ([0x66, 0x6F, 0x6F, 0x62], "Zm9vYg=="),
  ])
  func `base64 is padded`(bytes: [UInt8], expected: String) {
    #expect(Base64.encode(bytes) == expected)
  }

  @Test func `a property list omits attributes without values`() {
    let list = PropertyList.document(
      .dictionary([
        "a<": .string("x & y\u{1}"), "b": .null, "c": .array([.integer(1), .number(2.5), .boolean(false)]), "d": .date(Self.date),
        "e": .data([1]), "f": .array([]),
      ]))
    #expect(
      list == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>a&lt;</key>
        \t<string>x &amp; y\u{FFFD}</string>
        \t<key>c</key>
        \t<array>
        \t\t<integer>1</integer>
        \t\t<real>2.5</real>
        \t\t<false/>
        \t</array>
        \t<key>d</key>
        \t<date>2024-12-07T05:41:06Z</date>
        \t<key>e</key>
        \t<data>AQ==</data>
        \t<key>f</key>
        \t<array/>
        </dict>
        </plist>

        """)
  }

  @Test(arguments: [
    (-1, "1969-12-31 23:59:59 +0000"), (0, "1970-01-01 00:00:00 +0000"), (951_782_400, "2000-02-29 00:00:00 +0000"),
    (4_102_444_799, "2099-12-31 23:59:59 +0000"),
  ])
  func `dates are in UTC`(seconds: Int64, expected: String) {
    #expect(Timestamp(unixSeconds: seconds).columnText == expected)
  }

  @Test func `fractions of seconds are truncated`() {
    #expect(Timestamp(unixSeconds: 0, nanoseconds: 999_000_000).columnText == "1970-01-01 00:00:00 +0000")
    #expect(Timestamp(unixSeconds: 1_740_787_199, nanoseconds: 999_999_900).columnText == "2025-02-28 23:59:59 +0000")
    #expect(Timestamp(secondsSinceReferenceDate: .infinity).columnText == "(null)")
    #expect(Timestamp(secondsSinceReferenceDate: -1e18).isoText == nil)
  }
}
