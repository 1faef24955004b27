// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Saved searches.
extension FindTests {
  @Test func `what a saved query will report is reported when it is saved`() throws {
    let outcome = try user.run("mdfind", "-save", "mine", "kMDItemFoo == 1")
    #expect(outcome.status == 0)
    #expect(try outcome.errors == user.run("mdfind", "kMDItemFoo == 1").errors && !outcome.errors.isEmpty)
  }

  @Test func `a search in a folder whose name is not UTF-8 is not saved`() throws {
    let outcome = try user.shell("f=$(printf 'x\\377'); mkdir -p $f; exec mdfind -save mine -onlyin $f numbers")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("mdfind: mine is not saved: a saved search cannot name "), "\(outcome.errors)")
    #expect(try user.run("mdfind", "-s", "mine").errors.contains("there is no saved search"))
  }

  @Test func `saved free text has no hints on attributes that it does not name`() throws {
    #expect(try user.run("mdfind", "-save", "mine", "author:godel").errors == "")
    #expect(try user.run("mdfind", "-s", "mine").errors == "")
  }

  @Test func `a search in a missing folder is not saved`() throws {
    let outcome = try user.run("mdfind", "-save", "mine", "-onlyin", "/nowhere", "-onlyin", "deep", "numbers")
    #expect((outcome.status, outcome.errors) == (1, "mdfind: /nowhere: no such folder\nmdfind: mine is not saved\n"))
    #expect(try user.run("mdfind", "-list-searches").text == "")
  }

  @Test func `a search is reported as replaced only when it is`() throws {
    #expect(try user.run("mdfind", "-save", "mine", "numbers").status == 0)
    let outcome = try user.shell("ulimit -f 1; exec mdfind -save mine \(String(repeating: "other ", count: 50))")
    #expect(outcome.status == 1 && outcome.errors.contains("savedSearch: the file would exceed the file size limit"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("replaced"))
  }

  @Test func `saved searches are listed and removed`() throws {
    #expect(try user.run("mdfind", "-list-searches").text == "")
    let none = try user.run("mdfind", "-s", "other")
    #expect(none.status == 1)
    #expect(none.errors == "mdfind: there is no saved search 'other', and none has been saved yet; mdfind -save NAME QUERY saves one\n")
    #expect(try user.run("mdfind", "-save", "large", "kMDItemFSSize > 1000").status == 0)
    let replaced = try user.run("mdfind", "-save", "large", "kMDItemFSSize > 1001")
    #expect(replaced.status == 0)
    #expect(replaced.errors == "mdfind: the saved search large is replaced; it was: kMDItemFSSize > 1000\n")
    #expect(try user.run("mdfind", "-save", "large", "kMDItemFSSize > 1000").status == 0)
    let narrowed = try user.run("mdfind", "-save", "large", "-onlyin", "deep", "kMDItemFSSize > 1000")
    #expect(narrowed.errors == "mdfind: the saved search large is replaced; it was: kMDItemFSSize > 1000, everywhere\n")
    #expect(try user.run("mdfind", "-save", "large", "kMDItemFSSize > 1000").errors.contains(", in \(user.path("deep"))\n"))
    #expect(try user.run("mdfind", "-save", "a b", "kMDItemFSName == *.md").status == 0)
    #expect(try user.run("mdfind", "-list-searches").text == "a b\tkMDItemFSName == \"*.md\"\nlarge\tkMDItemFSSize > 1000\n")
    let unknown = try user.run("mdfind", "-s", "other")
    #expect(unknown.status == 1)
    #expect(unknown.errors == "mdfind: there is no saved search 'other'; saved searches: a b, large\n")
    #expect(try user.run("mdfind", "--delete-search", "other").errors == unknown.errors)
    #expect(try user.run("mdfind", "--delete-search", "large").status == 0)
    #expect(try user.run("mdfind", "-list-searches").lines == ["a b\tkMDItemFSName == \"*.md\""])
    #expect(try user.run("mdfind", "--delete-search", user.path("beta.txt")).status == 2)
    let other = user.root + "/data/searchlight/searches/notes.savedSearch"
    try Data("no search".utf8).write(to: URL(fileURLWithPath: other))
    let refused = try user.run("mdfind", "--delete-search", "notes")
    #expect(refused.status == 1 && refused.errors.hasPrefix("mdfind: \(other) is not deleted: "), "\(refused.errors)")
    #expect(FileManager.default.fileExists(atPath: user.path("beta.txt")))
  }

  @Test func `a name that would break the list of saved searches is rejected`() throws {
    let searches = user.root + "/data/searchlight/searches"
    for name in ["a\tb", "a\nb", "a\u{7F}"] {
      let refused = try user.run("mdfind", "-save", name, "kMDItemFSSize > 1000")
      #expect((refused.status, refused.text) == (2, ""), "\(refused.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: searches))
    #expect(try user.run("mdfind", "-save", "good", "kMDItemFSSize > 1000").status == 0)
    try FileManager.default.copyItem(atPath: searches + "/good.savedSearch", toPath: searches + "/a\tb.savedSearch")
    let list = try user.run("mdfind", "-list-searches")
    #expect((list.status, list.text) == (1, "good\tkMDItemFSSize > 1000\n"))
    #expect(
      list.errors
        == "mdfind: $'\(searches)/a\\tb.savedSearch': its name contains control characters; rename the file to use the search\n")
  }

  @Test func `a damaged saved search is reported and not replaced, and the others are listed`() throws {
    #expect(try user.run("mdfind", "-save", "good", "kMDItemFSSize > 1000").status == 0)
    let damaged = user.root + "/data/searchlight/searches/bad.savedSearch"
    try Data("<plist><array/></plist>".utf8).write(to: URL(fileURLWithPath: damaged))
    let refused = try user.run("mdfind", "-save", "bad", "kMDItemFSSize > 1000")
    #expect(refused.status == 1)
    #expect(refused.errors == "mdfind: \(damaged) is not replaced: not a saved search: it has no RawQuery; remove it first\n")
    #expect(try String(contentsOfFile: damaged, encoding: .utf8) == "<plist><array/></plist>")
    let list = try user.run("mdfind", "-list-searches")
    #expect(list.status == 1)
    #expect(list.text == "good\tkMDItemFSSize > 1000\n")
    #expect(list.errors == "mdfind: \(damaged): not a saved search: it has no RawQuery\n")
  }
}
