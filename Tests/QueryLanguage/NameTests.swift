// SPDX-License-Identifier: Apache-2.0

import Attributes
import TestSupport
import Testing

@testable import QueryLanguage

/// The predicate of `-name`.
struct NameTests {
  /// A text and its predicate; `~` stands for the letters c and d.
  @Test(arguments: [
    ("report", #"kMDItemFSName == "*report*"~"#), ("C++", #"kMDItemFSName == "*C++*"~"#), (".NET", #"kMDItemFSName == "*.NET*"~"#),
    ("*.pdf", #"kMDItemFSName == "*.pdf"~"#), ("a*b*c", #"kMDItemFSName == "a*b*c"~"#), ("**", "kMDItemFSName == * ~"),
    ("rep?rt.pdf", #"kMDItemFSName == "rep?rt.pdf"~g"#),
    ("IMG_[0-9]*.jpg", #"kMDItemFSName == "IMG_[0-9]*.jpg"~g || kMDItemFSName == "*IMG_[0-9]\*.jpg*"~"#),
    ("foo[1].txt", #"kMDItemFSName == "foo[1].txt"~g || kMDItemFSName == "*foo[1].txt*"~"#),
    // Unclosed brackets and escaped characters are literal.
    ("foo[1", #"kMDItemFSName == "*foo[1*"~"#), (#"what\?"#, #"kMDItemFSName == "*what?*"~"#), (#"a\*b"#, #"kMDItemFSName == "*a\*b*"~"#),
    (#"br\[a\]cket*"#, #"kMDItemFSName == "br[a]cket*"~"#), (#"\[a\]?"#, #"kMDItemFSName == "\\[a]?"~g"#),
    (#"a\b"#, #"kMDItemFSName == "*a\\b*"~"#), (#"a\??"#, #"kMDItemFSName == "a\\??"~g"#), (#"a\b?"#, #"kMDItemFSName == "a\\\\b?"~g"#),
    (#"[*]x"#, #"kMDItemFSName == "[\*]x"~g || kMDItemFSName == "*[\*]x*"~"#),
    // A path
    ("docs/report", #"kMDItemFSName == "report*"~ && kMDItemPath == "*docs/report*"~p"#), ("/docs/", #"kMDItemPath == "*/docs/*"~"#),
    ("docs/*.pdf", #"kMDItemFSName == "*.pdf"~ && kMDItemPath == "*/docs/*.pdf"~p"#),
    ("d?cs/report", #"kMDItemFSName == "report"~ && kMDItemPath == "*/d?cs/report"~gp"#), ("d?cs/", #"kMDItemPath == "*/d?cs/*"~g"#),
    ("/report", #"kMDItemFSName == "report*"~ && kMDItemPath == "*/report*"~p"#),
  ])
  func `a text is a part of the name, a pattern, or with a slash a part of the path`(text: String, expected: String) throws {
    let expected = expected.replacing("~", with: "cd")
    let query = Query(name: text)
    #expect(query.description == (try Query(parsing: expected)).description)
    #expect(try Query(parsing: query.description) == query)
    #expect(query.hints == [])
  }

  @Test(arguments: [
    ("resume", "Résumé.pdf", true), ("RÉSUMÉ", "resume.pdf", true), ("resume", "Re\u{301}sume\u{301}.pdf", true),
    ("r?sum?.pdf", "Résumé.pdf", true),
    ("r[aeiou]sumé*", "Résumé.pdf", true), ("r[!e]sum*", "Résumé.pdf", false), ("[à-é]*", "Résumé.pdf", false),
    ("[P-S]*", "Résumé.pdf", true),
    ("????", "漢字漢字", true), ("???", "漢字漢字", false), ("[漢]*", "漢字", true), ("[a-", "x[a-y", true), ("*.[ch]", "main.c", true),
    ("*.[ch]", "main.cc", false), ("*[0-9][0-9]?", "IMG_12a", true), ("a*b*c?", "aXbXbXcd", true), ("a*b*c?", "aXbXbXc", false),
    ("[]x]*", "]a", true), ("[!]x]*", "]a", false), ("[a\\]]*", "]a", true), ("[-z]*", "-a", true), ("[z-]*", "-a", true),
    ("[^a]b", "cb", true),
    ("foo[1].txt", "foo[1].txt", true), ("br\\[a\\]cket*", "br[a]cket.txt", true), ("br\\[a\\]cket*", "bracket.txt", false),
    ("br[a\\]cket", "br[a]cket", true), ("foo[1].txt", "foo1.txt", true), ("foo[1].txt", "foo2.txt", false), ("?", "ß", false),
    ("??", "ß", true),
    ("C++", "C++ primer.pdf", true), ("C++", "C primer.pdf", false), ("c#", "C#.txt", true), (".net", "asp.NET", true),
    (".net", "network", false),
  ])
  func `a name matches a text`(text: String, name: String, isMatch: Bool) throws {
    let document = MemoryDocument(["kMDItemFSName": .string(name), "kMDItemPath": .string("/home/u/\(name)")])
    #expect(try CompiledPredicate(Query(name: text), in: .fixed).matches(document) == isMatch)
  }

  @Test(
    arguments: [
      ("[z-a]*", "“z-a”"), ("x[0-9][Z-a]", "“Z-a”"), ("[[:alpha:]]*", "“[[:alpha:]]” is no class"),
      ("[!a[:digit:]]", "“[[:digit:]]” is no class"),
      ("*.{md,txt}", "Braces"), ("~/x/", "“~” has no special meaning"), ("~", nil), ("~/x", "“~”"), ("./x", "“.” or “..”"),
      ("a/../b", "“.” or “..”"),
      ("a//b", "two slashes"), ("^README", "regular expression"), ("*.pdf$", "regular expression"),
      (".*[.]pdf", "regular expression"), ("%.pdf", "SQL"), ("x\\", "the backslash at the end"), ("x\\\\", nil), ("[Z-z]", nil),
      ("[a-]", nil), ("[]-a]", nil),
      ("[z-a", nil),
      ("\\[z-a]", nil), ("{a}", nil), ("a,b", nil), ("...", nil), ("/a", nil), ("a/", nil),
    ] as [(String, String?)])
  func `a pattern that matches nothing gets a hint if it is unusual`(text: String, expected: String?) throws {
    let query = Query(name: text)
    #expect(query.hints.count == (expected == nil ? 0 : 1))
    guard let expected, let hint = query.hints.first else { return }
    #expect(hint.message.contains(expected), "\(hint.message)")
    #expect(hint.disproof == query.predicate)
  }

  @Test func `two stars get a hint whatever matches`() {
    let hints = Query(name: "docs/**/*.txt").hints
    #expect(hints.count == 1 && hints.first?.disproof == nil && hints.first?.message.contains("“**” is the same as “*”") == true)
    #expect(Query(name: "**").hints == [])
  }

  @Test(arguments: [
    ("docs/report", "/home/docs/report.txt", true), ("docs/report", "/home/my docs/Reports", true),
    ("docs/report", "/home/docs/2025/report.txt", false),
    ("/docs/report", "/home/my docs/report", false), ("docs/report", "/home/docs/a report", false), ("docs/", "/home/docs/a/b", true),
    ("docs/", "/home/docs", false),
    ("/home/docs/report.txt", "/home/docs/report.txt", true), ("döcs/rep*t", "/home/docs/report", true),
    ("d?cs/rep*t", "/home/dots/report", false),
    ("do[ct]s/rep*t", "/home/dots/report", true), ("a/b", "/home/a/bcd/bfoo", false), ("a/b", "/home/a/bcd/a/bfoo", true),
    ("a/b/c", "/home/a/b/c", true), ("a/b/c", "/home/a/x/b/c", false), ("a/b/c", "/a/b/c", true), ("a/b", "/b", false),
    ("d*s/b", "/home/ds/b", true), ("d*s/b", "/home/dx/ys/b", false), ("d*s/b", "/home/my docs/b", false), ("d*s/b", "/ds/b", true),
    ("docs/*.pdf", "/home/docs/a.pdf", true), ("docs/*.pdf", "/home/docs/a/b.pdf", false), ("docs/*", "/home/docs/a/b", false),
    ("*/*/c", "/a/b/c", true), ("d*s/", "/home/docs/a/b", true), ("d?cs/b*", "/home/dócs/bé", true), ("dócs/b", "/home/DÓCS/B", true),
    ("docs/foo[1].txt", "/home/docs/foo[1].txt", true), ("a[/]b", "/a/b", false), ("/b", "/a/b", true),
  ])
  func `a path matches a text`(text: String, path: String, isMatch: Bool) throws {
    let name = String(path.split(separator: "/").last ?? "")
    let document = MemoryDocument(["kMDItemFSName": .string(name), "kMDItemPath": .string(path)])
    #expect(try CompiledPredicate(Query(name: text), in: .fixed).matches(document) == isMatch)
  }

  @Test func `with the letter p, only a star at the beginning matches slashes`() throws {
    let document = MemoryDocument(["kMDItemPath": "/home/docs/all/b.txt"])
    for query in ["*docs/*/b.txt", "*/b.txt", "*", "/home/*/*/*", "*/a*/*"] {
      #expect(try document.matches("kMDItemPath == \"\(query)\"p"), "\(query)")
    }
    for query in ["*docs/*", "/home/*", "home/*/*/*", "*docs*b.txt", "/*/*/*/*/*"] {
      #expect(try !document.matches("kMDItemPath == \"\(query)\"p"), "\(query)")
    }
    #expect(try document.matches("kMDItemPath == \"*/a??/[ab].txt\"gp"))
    #expect(try !document.matches("kMDItemPath == \"*docs?all/b.txt\"gp"))
    #expect(try document.matches("kMDItemPath != \"*docs/*\"p"))
  }

  @Test func `the letter g applies to the whole of any text`() throws {
    let document = MemoryDocument(["kMDItemTitle": "Report 7", "kMDItemUserTags": ["red", "reed"]])
    #expect(try document.matches("kMDItemTitle == \"report ?\"cg"))
    #expect(try !document.matches("kMDItemTitle == \"report ?\"g"))
    #expect(try !document.matches("kMDItemTitle == \"eport ?\"cg"))
    #expect(try document.matches("kMDItemUserTags == \"re?d\"g"))
    #expect(try document.matches("* == \"*[0-9]\"g"))
    #expect(try document.matches("kMDItemTitle == \"Report \\\\??\"g") == false)
  }
}
