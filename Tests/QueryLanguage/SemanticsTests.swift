// SPDX-License-Identifier: Apache-2.0

import Attributes
import TestSupport
import Testing
import TextAnalysis

@testable import QueryLanguage

/// §2 of the grammar: the meaning of a comparison.
struct SemanticsTests {
  static let document = MemoryDocument(
    [
      "title": "Annual Report", "kMDItemFSSize": 1000, "kMDItemDurationSeconds": 12.5, "kMDItemFSInvisible": true,
      "kMDItemIsScreenCapture": 0, "kMDItemContentTypeTree": ["public.folder", "public.directory", "public.item"],
      "kMDItemUserTags": ["Red", "Work"], "kMDItemKeywords": [], "kMDItemVersion": "2.5", "kMDItemSubject": "", "kMDItemHeadline": .null,
      "com_example_number": 7, "com_example_text": "seven", "com_example_flag": false, "com_example_date": .date("2001-01-01T00:00:07Z"),
      "authors": [
        .person(Person(displayName: "Tom Jones", handles: ["tom@example.org", "t.jones@example.com"], handleIdentifier: "emailAddresses"))
      ],
      "kMDItemDescription": .dictionary(["": "Plain", "de": "Schlicht"]), "thumbnailData": .data([1, 2, 3]),
    ], text: "The quick brown fox jumps over the lazy dog.")

  /// Values that Macs and other programs write differently.
  @Test(arguments: [
    ("kMDItemExposureProgram == 3", true), ("kMDItemExposureProgram == 'Aperture priority'", true), ("kMDItemExposureProgram == 2", false),
    ("kMDItemExposureProgram != 3", false), ("kMDItemExposureProgram < 4", true), ("InRange(kMDItemExposureProgram, 1, 4)", true),
    ("kMDItemGPSDateStamp == '2020:01:31'", true), ("kMDItemGPSDateStamp == '2020:*'", true),
    ("kMDItemGPSDateStamp > $time.iso(2020-01-30)", true), ("kMDItemGPSDateStamp > $time.iso(2020-02-01)", false),
    ("kMDItemTimestamp == '12:30:15'", true), ("kMDItemTimestamp >= $time.iso(2020-01-31T12:30:15Z)", true),
    ("kMDItemIdentifier == 'a@example.org'", true), ("kMDItemIdentifier == '<a@example.org>'", true),
    ("kMDItemIdentifier != '<a@example.org>'", false), ("kMDItemIdentifier == '<b@example.org>'", false),
    ("kMDItemCodecs == 'h264'", true), ("kMDItemCodecs == 'AVC'c", true), ("kMDItemCodecs == 'h265'", false),
    ("kMDItemCodecs != 'x264'", false),
    ("kMDItemContentType == 'org.gnu.gnu-zip-archive'", true), ("kMDItemContentType == 'org.gnu.gnu-zip-tar-archive'", true),
    ("kMDItemContentType != 'org.gnu.gnu-zip-archive'", false), ("kMDItemContentType == 'public.zip-archive'", false),
  ])
  func `a value is found in both spellings`(query: String, isMatch: Bool) throws {
    let document = MemoryDocument([
      "kMDItemExposureProgram": "Aperture priority", "EXIFExposureProgram": 3, "kMDItemGPSDateStamp": .date("2020-01-31T00:00:00Z"),
      "EXIFGPSDateStamp": "2020:01:31", "kMDItemTimestamp": .date("2020-01-31T12:30:15Z"), "EXIFGPSTimeStamp": "12:30:15",
      "kMDItemIdentifier": "a@example.org", "kMDItemContentType": "org.gnu.gnu-zip-tar-archive", "kMDItemCodecs": ["H.264", "AAC"],
    ])
    #expect(try document.matches(query) == isMatch)
  }

  @Test(arguments: [
    // Words near each other.
    ("kMDItemTextContent == 'jumps brown'~1", true), ("kMDItemTextContent == 'jumps brown'~0", false),
    ("kMDItemTextContent != 'jumps brown'~0", true), ("kMDItemTextContent == 'JUMPS brown' c~1", true),
    ("kMDItemTextContent == 'JUMPS brown'~1", false), ("title == 'report annual'cd~0", true), ("** == 'dog lazy'~0", true),
    ("* == 'dog lazy'~0", false), ("authors == 'jones tom'c~0", true),
    // The whole value is compared, with stars and case.
    ("title == 'Annual Report'", true), ("title == 'Annual'", false), ("title == 'annual report'", false), ("title == 'Annual*'", true),
    ("title == '*Report'", true), ("title == '*al Re*'", true), ("title == 'A*R*t'", true), ("title == 'R*'", false),
    ("title == ''", false),
    ("kMDItemSubject == ''", true), ("title == *", true), ("title == 'Annual\\*'", false),
    // != is the negation of ==.
    ("title != 'Annual Report'", false), ("title != 'x'", true), ("kMDItemContentTypeTree != 'public.folder'", false),
    ("kMDItemContentTypeTree != 'public.item'", false), ("kMDItemContentTypeTree != 'public.image'", true),
    // One matching element of several suffices.
    ("kMDItemUserTags == Red", true), ("kMDItemUserTags == Work", true), ("kMDItemUserTags == Blue", false),
    ("kMDItemUserTags == 'Red' && kMDItemUserTags == 'Work'", true),
    // A missing attribute matches only !=.
    ("kMDItemLastUsedDate > 0", false), ("kMDItemLastUsedDate == 0", false), ("kMDItemSupportFileType != 'MDSystemFile'", true),
    ("kMDItemLastUsedDate != *", true), ("kMDItemLastUsedDate == *", false), ("kMDItemLastUsedDate != NULL", false),
    ("kMDItemLastUsedDate == NULL", true), ("InRange(kMDItemLastUsedDate, -1e300, 1e300)", false),
    ("kMDItemNoSuchAttribute == x", false), ("kMDItemNoSuchAttribute != x", true),
    // Presence.
    ("title != NULL", true), ("title == NULL", false), ("title != *", false), ("kMDItemSubject == *", true),
    ("kMDItemKeywords == *", false),
    ("kMDItemHeadline == *", false), ("kMDItemHeadline == NULL", true), ("kMDItemFSSize == *", true), ("thumbnailData == *", true),
    ("kMDItemTextContent == *", true), ("kMDItemTextContent != *", false), ("kMDItemTextContent == NULL", false),
    ("* == *", true), ("** == *", true), ("* != *", false), ("title < NULL", false), ("title >= *", false),
    // Numbers.
    ("kMDItemFSSize == 1000", true), ("kMDItemFSSize == 1e3", true), ("kMDItemFSSize == '1000'", true), ("kMDItemFSSize != '1000'", false),
    ("kMDItemFSSize != '1'", true), ("kMDItemFSSize > 999", true), ("kMDItemFSSize > 1000", false), ("kMDItemFSSize >= 1000", true),
    ("kMDItemFSSize < 1000", false), ("kMDItemFSSize <= 1000", true), ("kMDItemFSSize > \"1\"", true), ("kMDItemFSSize > -1", true),
    ("kMDItemDurationSeconds == 12.5", true), ("kMDItemDurationSeconds < 12.6", true), ("kMDItemFSSize < 1e999", true),
    ("kMDItemFSSize > 1e999", false), ("InRange(kMDItemFSSize,1000,2000)", true), ("InRange(kMDItemFSSize,1,1000)", true),
    ("InRange(kMDItemFSSize,1,999)", false), ("InRange(kMDItemFSSize,2000,1)", false), ("InRange(kMDItemDurationSeconds,12,13)", true),
    // Values of the wrong type.
    ("kMDItemFSSize == 'abc'", false), ("kMDItemFSSize != 'abc'", true), ("kMDItemFSSize == '1*'", false), ("kMDItemFSSize < 'abc'", false),
    ("title < 'b'", false), ("title > 'A'", false), ("title > 5", false), ("kMDItemVersion > 2", false), ("kMDItemVersion == 2.5", true),
    ("title == $time.today", false), ("kMDItemFSSize == $time.today", false), ("kMDItemFSSize < $time.today", false),
    ("InRange(kMDItemFSSize, 0, $time.now)", false), ("InRange(title, 1, 2)", false), ("thumbnailData == 'x'", false),
    ("kMDItemTextContent > 5", false), ("kMDItemTextContent == $time.today", false), ("InRange(kMDItemTextContent, 1, 2)", false),
    // Booleans are 0 and 1 in any spelling.
    ("kMDItemFSInvisible = 1", true), ("kMDItemFSInvisible = 0", false), ("kMDItemFSInvisible == true", true),
    ("kMDItemFSInvisible == YES", true), ("kMDItemFSInvisible == 'True'", true), ("kMDItemFSInvisible == NO", false),
    ("kMDItemFSInvisible != false", true), ("kMDItemFSInvisible > 0", true), ("kMDItemIsScreenCapture == NO", true),
    ("kMDItemIsScreenCapture == false", true), ("kMDItemIsScreenCapture == true", false), ("InRange(kMDItemFSInvisible, 0, 1)", true),
    ("kMDItemFSSize == true", false), ("com_example_flag == false", true), ("com_example_flag == no", true),
    // Custom keys, of any type.
    ("com_example_number == 7", true), ("com_example_number > 7", false), ("com_example_text == seven", true),
    ("com_example_date == 7", true), ("com_example_date < $time.now", true),
    // People compare by name and by handle.
    ("authors == 'Tom Jones'", true), ("authors == 'tom@example.org'", true), ("authors == '*@example.com'", true),
    ("authors == 'Tom'", false),
    ("authors == 'jones'cw", true), ("authors != 'tom@example.org'", false), ("authors == 'emailAddresses'", false),
    // Each language of a localized text is compared.
    ("kMDItemDescription == Plain", true), ("kMDItemDescription == Schlicht", true), ("kMDItemDescription == de", false),
    // Boolean words as operands.
    ("true", true), ("false", false), ("false || title == *", true), ("(true) && title != *", false), ("!false", true),
  ])
  func `a comparison`(query: String, isMatch: Bool) throws {
    #expect(try Self.document.matches(query) == isMatch)
  }

  @Test(arguments: [
    ("kMDItemTextContent == quick", true), ("kMDItemTextContent == 'QUICK'", false), ("kMDItemTextContent == 'QUICK'c", true),
    ("kMDItemTextContent == 'qui'", false), ("kMDItemTextContent == 'qui*'", true), ("kMDItemTextContent == '*uic*'", true),
    ("kMDItemTextContent == 'quick brown'", true), ("kMDItemTextContent == 'brown quick'", false),
    ("kMDItemTextContent == 'quick fox'", false), ("kMDItemTextContent == 'lazy-dog'", true), ("kMDItemTextContent == 'jumps ov*'", true),
    ("textContent == 'quick'w", true), ("textContent != 'quick'", false), ("textContent != 'cat'", true),
  ])
  func `texts are compared word by word and in order, also without w`(query: String, isMatch: Bool) throws {
    #expect(try Self.document.matches(query) == isMatch)
  }

  @Test(arguments: [
    ("私は日本人です。", "日本", true), ("私は日本人です。", "日本*", true), ("私は日本人です。", "人日", false), ("我们在北京工作", "北京", true),
    ("我们在北京工作", "京北", false), ("ภาษาไทยง่าย", "ไทย", true), ("Москва слезам не верит", "МОСКВА", true), ("Ἀθῆναι", "αθηναι", true),
  ])
  func `words are found in scripts with and without spaces`(text: String, word: String, isMatch: Bool) throws {
    #expect(try MemoryDocument(text: text).matches("kMDItemTextContent == \"\(word)\"cd") == isMatch)
    #expect(try MemoryDocument(text: text).matches("** == \"\(word)\"cdw") == isMatch)
  }

  @Test(arguments: [
    ("kMDItemTextContent == *", false), ("kMDItemTextContent != x", true), ("kMDItemTextContent == x", false), ("** == x", false),
    ("* != 'samba'", true), ("kMDItemTextContent == NULL", true), ("* == *", false),
  ])
  func `a document without attributes and text`(query: String, isMatch: Bool) throws {
    #expect(try MemoryDocument().matches(query) == isMatch)
  }

  @Test(
    arguments: [
      ("title == 'x'", Requirements.attributes), ("kMDItemFSName == '*.md'", .names), ("kMDItemFSSize > 5", .status),
      ("contentType == x", .types), ("_kMDItemGroupId = 13", .types), ("textContent == x", .text), ("* == x", [.names, .attributes]),
      ("** == x", [.names, .attributes, .text]), ("true", []), ("false && textContent == x", []), ("kMDItemFSName < 'x'", []),
      ("!(kMDItemFSName == x || com_example == y)", [.names, .attributes]),
    ] as [(String, Requirements)])
  func `a predicate reports which data it needs`(query: String, requirements: Requirements) throws {
    #expect(CompiledPredicate(try Query(parsing: query), in: .fixed).requirements == requirements)
  }

  @Test(arguments: [
    ("true && (a == 1 && b == 2) && true", "a == 1 && b == 2"), ("false || a == 1", "a == 1"), ("!!(a == 1)", "a == 1"),
    ("a != 1", "!(a == 1)"), ("!(a != 1)", "a == 1"), ("a == NULL", "a != *"), ("a != NULL", "a == *"),
  ])
  func `equivalent predicates compile to the same form`(one: String, other: String) throws {
    let left = CompiledPredicate(try Query(parsing: one), in: .fixed)
    let right = CompiledPredicate(try Query(parsing: other), in: .fixed)
    #expect(left == right)
  }

  @Test func `an error of the document is thrown to the caller`() throws {
    struct Damaged: Error {}
    struct Document: QueryableDocument {
      func value(of name: AttributeName) throws -> AttributeValue? { throw Damaged() }
      func forEachSearchableValue(_ body: (AttributeName, AttributeValue) throws -> Bool) throws { throw Damaged() }
      func textMatches(_ pattern: TextPattern) throws -> Bool { throw Damaged() }
    }
    for query in ["title == x", "* == x", "textContent == x", "!(** == x)"] {
      let predicate = CompiledPredicate(try Query(parsing: query), in: .fixed)
      #expect(throws: Damaged.self) { try predicate.matches(Document()) }
    }
  }
}
