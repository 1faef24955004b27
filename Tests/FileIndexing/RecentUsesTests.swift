// SPDX-License-Identifier: Apache-2.0

import IndexStore
import Testing

@testable import FileIndexing

/// What a reading of the desktop's list changes. Times are in days before or after day 100.
struct RecentUsesTests {
  private static let day: Int64 = 86_400
  private static let now = 100 * day

  private func document(_ number: UInt64) -> DocumentReference {
    DocumentReference(directory: DirectoryID(rawValue: 1), document: DocumentID(rawValue: number))
  }

  private func entry(_ path: String, _ age: Int64, count: UInt64, of number: UInt64?) -> (file: RecentFile, document: DocumentReference?) {
    (RecentFile(path: Array(path.utf8), lastUsed: Self.now - age * Self.day, count: count), number.map(document))
  }

  /// Applies readings of the list one after the other.
  private func uses(
    _ lists: [[(file: RecentFile, document: DocumentReference?)]], known: [DocumentReference: FileUse] = [:]
  ) -> [DocumentReference: FileUse] {
    lists.reduce(into: known) { known, list in
      for (document, use) in RecentUses.changes(list, known: known, now: Self.now) {
        #expect(known[document] == use.old && use.old != use.new)
        known[document] = use.new
      }
    }
  }

  @Test func `a reading twice counts once, and further uses are added`() {
    let first = entry("/a", 2, count: 3, of: 1)
    let uses = uses([[first], [first], [entry("/a", 1, count: 5, of: 1)]])
    #expect(uses.count == 1 && uses[document(1)]?.count == 5 && uses[document(1)]?.last == Self.now - Self.day)
    #expect(RecentUses.changes([first], known: self.uses([[first]]), now: Self.now).isEmpty)
  }

  @Test func `an entry that the user removes is forgotten, and one that is dropped for its age is not`() {
    let both = [entry("/young", 1, count: 2, of: 1), entry("/old", 31, count: 7, of: 2)]
    let uses = uses([both + [entry("/other", 0, count: 1, of: 3)], [entry("/other", 0, count: 1, of: 3)]])
    #expect(uses[document(1)] == nil)
    #expect(uses[document(2)] == FileUse(last: Self.now - 31 * Self.day, count: 7))
    let again = self.uses([[entry("/other", 0, count: 1, of: 3), entry("/old", 0, count: 1, of: 2)]], known: uses)
    #expect(again[document(2)]?.count == 8)
  }

  @Test func `a full list drops entries by itself`() {
    let full = (0..<RecentUses.maximumCount).map { entry("/\($0)", 0, count: 1, of: UInt64($0 + 10)) }
    #expect(uses([[entry("/young", 1, count: 2, of: 1)], full])[document(1)]?.count == 2)
  }

  @Test func `a cleared list forgets everything, but a list that never was does not`() {
    let own = FileUse(last: Self.now, count: 4, isOwn: true)
    #expect(uses([[entry("/a", 40, count: 1, of: 1)], []], known: [document(2): own]).isEmpty)
    #expect(uses([[]], known: [document(2): own]) == [document(2): own])
  }

  @Test func `a renamed file keeps its entry`() {
    let renamed = uses([[entry("/a", 2, count: 3, of: 1)], [entry("/a", 2, count: 3, of: nil)]])
    #expect(renamed[document(1)]?.count == 3 && renamed[document(1)]?.listing != nil)
    // Another file that is created at the old path has not been opened yet.
    let replaced = uses([[entry("/a", 2, count: 3, of: 2)]], known: renamed)
    #expect(replaced == renamed)
    let used = uses([[entry("/a", 1, count: 4, of: 2)]], known: replaced)
    #expect(used[document(2)]?.count == 4 && used[document(1)]?.count == 3 && used[document(1)]?.listing == nil)
  }

  @Test func `an entry that a file manager renames with the file is not counted again`() {
    let uses = uses([[entry("/a", 2, count: 3, of: 1)], [entry("/b", 2, count: 3, of: 1)]])
    #expect(uses[document(1)]?.count == 3)
  }

  @Test func `two paths of one file are counted together`() {
    let list = [entry("/a", 2, count: 3, of: 1), entry("/link/a", 1, count: 2, of: 1)]
    let uses = uses([list, list])
    #expect(uses[document(1)]?.count == 5 && uses[document(1)]?.last == Self.now - Self.day)
  }

  @Test func `an opening that was recorded here is not counted again by the program`() {
    let own = FileUse(last: Self.now, count: 4, isOwn: true)
    let listed = uses([[entry("/a", 0, count: 1, of: 1)]], known: [document(1): own])
    #expect(listed[document(1)]?.count == 4 && listed[document(1)]?.isOwn == false)
  }

  @Test(
    arguments: [
      ("1700000000 3 file:///home/u/%C3%A4%20b.txt", "/home/u/ä b.txt"), ("1700000000 3 file://localhost/a", "/a"),
      ("1700000000 3 file:///a/", "/a"), ("1700000000 3 file://server/a", nil), ("1700000000 3 file:///a%00b", nil),
      ("1700000000 3 file:///a/../b", nil), ("1700000000 3 file:///a%2", nil), ("x 3 file:///a", nil),
      ("-9223372036854775808 3 file:///a", nil), ("1700000000 18446744073709551615 file:///a", nil), ("1 3 http://a", nil), ("", nil),
    ] as [(String, String?)])
  func `addresses of files`(line: String, path: String?) {
    let file = RecentFile(line: line[...])
    #expect(file.map { String(decoding: $0.path, as: UTF8.self) } == path)
    if path != nil { #expect(file?.lastUsed == 1_700_000_000 && file?.count == 3) }
  }
}
