// SPDX-License-Identifier: Apache-2.0

import Attributes
import TestSupport
import Testing

@testable import QueryLanguage

/// §3 of the grammar, and Apple's examples in "Searching for information in your app".
struct ModifierTests {
  @Test(arguments: [
    // w: word boundaries
    ("title", "Paris", "\"Paris\"wc", true), ("title", "paris", "\"Paris\"wc", true), ("title", "I love Paris", "\"Paris\"wc", true),
    ("title", "paris-france.jpg", "\"Paris\"wc", true), ("title", "Comparison", "\"Paris\"wc", false),
    ("title", "paris", "\"Paris\"w", false),
    ("title", "MyWindowClass", "\"Window\"w", true), ("title", "Broken Window", "\"Window\"w", true),
    ("title", "NSWindow", "\"Window\"w", false),
    ("title", "Windows", "\"Window\"w", false), ("title", "Windows", "\"Window*\"w", true),
    ("title", "MyWindowsClass", "\"Window*\"w", true),
    ("title", "file_name.txt", "\"name\"w", true), ("title", "filename.txt", "\"name\"w", false),
    // the whole value without w, even with a star at the end
    ("title", "paris in spring", "\"paris*\"", true), ("title", "I love paris", "\"paris*\"", false), ("title", "Paris", "\"Paris\"", true),
    ("title", "I love Paris", "\"Paris\"", false),
    // t: the words of the attribute
    ("title", "I love paris", "\"paris*\"cwdt", true), ("title", "I love paris", "\"par*\"t", true),
    ("title", "Comparison", "\"par*\"t", false),
    // c and d
    ("authorNames", "Frederic", "\"Frédéric\"cd", true), ("authorNames", "Frédéric", "\"frederic\"cd", true),
    ("authorNames", "Frederic", "\"Frédéric\"c", false), ("authorNames", "frédéric", "\"Frédéric\"d", false),
    ("authorNames", "FRÉDÉRIC", "\"Frédéric\"c", true), ("authorNames", "Fre\u{301}de\u{301}ric", "\"Frédéric\"", true),
    ("title", "STRASSE", "\"straße\"c", true), ("title", "ΣΊΣΥΦΟΣ", "\"σίσυφος\"c", true), ("title", "ＡＢＣ", "\"abc\"c", true),
    // s and letters without meaning
    ("title", "quarterly figures", "\"quarterly*\"cdws", true), ("title", "paris", "\"paris\"nflr", true),
    ("title", "Paris", "\"paris\"n", false),
    // order, position and brackets
    ("title", "PARIS", "\"paris\"wcd", true), ("title", "PARIS", "\"paris\"cwd", true), ("title", "PARIS", "\"paris\" cdw", true),
    ("title", "anything", "'*'", true),
  ])
  func `modifiers`(attribute: String, value: String, pattern: String, isMatch: Bool) throws {
    #expect(try MemoryDocument([attribute: .string(value)]).matches("\(attribute) == \(pattern)") == isMatch)
  }

  @Test func `letters in brackets after the operator are modifiers`() throws {
    let document = MemoryDocument(["kMDItemAuthors": ["STEVE"]])
    #expect(try document.matches("kMDItemAuthors ==[c] \"Steve\""))
    #expect(try !document.matches("kMDItemAuthors == \"Steve\""))
    #expect(try document.matches("kMDItemAuthors !=[x] \"Steve\""))
  }

  @Test(arguments: [
    ("contentType == \"audio\"wc", true), ("contentType == \"AUDIO\"wc", true), ("contentType == \"audio/mpeg\"", true),
    ("contentType == \"public.mp3\"", true), ("contentType == \"audio\"", false), ("contentType == \"video\"wc", false),
    ("contentType != \"audio/mpeg\"", false), ("contentType != \"public.movie\"", true), ("contentType == *", true),
    ("kMDItemMIMEType == \"public.mp3\"", false),
  ])
  func `a type is compared by its identifier and its MIME type`(query: String, isMatch: Bool) throws {
    let document = MemoryDocument(["kMDItemContentType": "public.mp3", "kMDItemMIMEType": "audio/mpeg"])
    #expect(try document.matches(query) == isMatch)
  }

  @Test(arguments: [
    ("title == \"paris\"", ["paris"], ["Paris", "paris hotel"]),
    ("title == \"paris*\"", ["paris", "paris hotel", "parisian"], ["Paris", "my paris"]),
    ("title == \"*paris\"", ["paris", "my paris"], ["paris hotel"]),
    ("title == \"*paris*\"", ["my paris hotel", "comparison of parisians"], ["Paris"]),
    ("title == \"paris\"c", ["Paris", "PARIS"], ["Paris hotel"]),
    ("title == \"Paris\"wc", ["I love paris", "Paris"], ["Parisian", "Comparison"]),
    ("title == \"Paris*\"wc", ["Parisian", "I love parisians"], ["Comparison"]),
  ])
  func `Apple's table of string comparisons`(query: String, matching: [String], missing: [String]) throws {
    for title in matching { #expect(try MemoryDocument(["title": .string(title)]).matches(query), "\(title)") }
    for title in missing { #expect(try !MemoryDocument(["title": .string(title)]).matches(query), "\(title)") }
  }

  @Test func `Apple's example of both naming styles in one query`() throws {
    let query = "contentType == \"public.email-message\" && InRange(kMDItemContentCreationDate, $time.now(-86400), $time.now)"
    let recent = MemoryDocument(["contentType": "public.email-message", "contentCreationDate": .date("2026-03-18T12:00:00+02:00")])
    let older = MemoryDocument(["contentType": "public.email-message", "contentCreationDate": .date("2026-03-17T12:00:00+02:00")])
    #expect(try recent.matches(query))
    #expect(try !older.matches(query))
  }
}
