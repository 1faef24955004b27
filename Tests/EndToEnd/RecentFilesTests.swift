// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The dates and counts of uses that desktop programs and `mdfind` record.
struct RecentFilesTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["letter.txt": "words", "plan.txt": "words", "never.txt": "words"])
    try FileManager.default.createDirectory(atPath: user.root + "/data", withIntermediateDirectories: true)
  }

  /// Replaces the desktop's list, as programs do.
  ///
  /// - Parameter entries: Names of files, how many seconds ago they were used, and how often.
  private func list(_ entries: (name: String, age: Double, count: Int)...) throws {
    let bookmarks = entries.map { name, age, count in
      let date = Date(timeIntervalSinceNow: -age).formatted(.iso8601)
      let address = URL(fileURLWithPath: user.path(name)).absoluteString
      return """
        <bookmark href="\(address)" added="\(date)" modified="\(date)" visited="\(date)"><info>
        <metadata owner="http://freedesktop.org"><bookmark:applications>
        <bookmark:application name="Editor" exec="&apos;edit %u&apos;" modified="\(date)" count="\(count)"/>
        </bookmark:applications></metadata></info></bookmark>
        """
    }
    let document = """
      <?xml version="1.0" encoding="UTF-8"?>
      <xbel version="1.0" xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks">
      \(bookmarks.joined(separator: "\n"))
      </xbel>
      """
    try Data(document.utf8).write(to: URL(fileURLWithPath: user.root + "/data/recently-used.xbel"), options: .atomic)
  }

  private func count(_ name: String) throws -> String {
    try user.run("mdls", "-raw", "-name", "kMDItemUseCount", user.path(name)).text
  }

  private func wait(_ what: Comment, _ names: [String], _ query: String = "kMDItemLastUsedDate > $time.today(-7)") throws {
    try user.wait(what) { try user.find(query) == names }
  }

  private static let day = 86_400.0

  /// - Parameter isListIndexed: Whether the list is in an indexed folder.
  @Test(arguments: [false, true])
  func `uses follow the list, the file and the index`(isListIndexed: Bool) throws {
    try list(("letter.txt", 60, 3), ("plan.txt", 20 * Self.day, 2), ("later.txt", 30, 5))
    let daemon = try RunningDaemon(user, settings: isListIndexed ? "root = \(user.root)/data" : "")
    try wait("what was listed before the start", ["letter.txt"])
    #expect(try user.find("kMDItemUseCount >= 2") == ["letter.txt", "plan.txt"])
    #expect(try user.find("kMDItemLastUsedDate != * && kMDItemFSName == '*.txt'") == ["never.txt"])
    #expect(try user.find("opened:today") == ["letter.txt"])
    let sorted = try user.run("mdfind", "-sort", "kMDItemUseCount", "kMDItemUseCount == *").lines
    #expect(sorted == [user.path("plan.txt"), user.path("letter.txt")])
    let shown = try user.run("mdls", user.path("letter.txt")).text
    for key in ["kMDItemLastUsedDate ", "kMDItemUseCount ", "kMDItemLastUsedDate_Ranking "] { #expect(shown.contains(key), "\(shown)") }

    try user.write("later.txt", "words")
    try wait("a file that is indexed later", ["later.txt", "letter.txt"])

    try list(("letter.txt", 0, 4), ("plan.txt", 20 * Self.day, 2), ("later.txt", 30, 5))
    try user.wait("a further use") { try count("letter.txt") == "4" }

    try FileManager.default.moveItem(atPath: user.path("letter.txt"), toPath: user.path("renamed.txt"))
    try wait("a renamed file", ["later.txt", "renamed.txt"])
    try user.write("renamed.txt", "other words altogether")
    try user.wait("its new content") { try user.find("kMDItemTextContent == altogether") == ["renamed.txt"] }
    #expect(try count("renamed.txt") == "4")

    try list(("letter.txt", 0, 4), ("later.txt", 30, 5))
    try wait("an entry that the user removed", ["later.txt", "renamed.txt"], "kMDItemLastUsedDate == *")
    #expect(try user.run("mdutil", "--verify").status == 0)
    withExtendedLifetime(daemon) {}
  }

  @Test func `a file that mdfind opens is used, with and without a daemon`() throws {
    try user.makeProgram("xdg-open", "exit 0")
    try user.index()
    #expect(try user.run("mdfind", "-open", "1", "-name", "letter").errors == "")
    #expect(try user.find("opened:today") == ["letter.txt"])
    #expect(try user.run("mdutil", "--verify").status == 0)

    let daemon = try RunningDaemon(user)
    #expect(try user.run("mdfind", "-open", "1", "-name", "letter").errors == "")
    #expect(try count("letter.txt") == "2")
    // The program lists the file, too.
    try list(("letter.txt", 0, 1), ("plan.txt", 0, 4))
    try wait("the list", ["letter.txt", "plan.txt"])
    #expect(try count("letter.txt") == "2")
    // The user clears the list.
    try list()
    try wait("an empty list", [])
    daemon.kill()
  }

  @Test func `a list that changes during a pause is read after it`() throws {
    let daemon = try RunningDaemon(user)
    try user.run("mdutil", "pause")
    try user.wait("the pause") { daemon.log.contains("paused") }
    try list(("letter.txt", 60, 3))
    try user.run("mdutil", "resume")
    try wait("the list", ["letter.txt"])
  }

  @Test func `a damaged list changes nothing`() throws {
    try list(("letter.txt", 60, 3))
    let daemon = try RunningDaemon(user)
    try wait("the list", ["letter.txt"])
    let path = URL(fileURLWithPath: user.root + "/data/recently-used.xbel")
    try Data("<xbel><bookmark href=\"file:///\"".utf8).write(to: path, options: .atomic)
    try user.wait("the report") { daemon.log.contains("recently-used.xbel: ") }
    #expect(try count("letter.txt") == "3")
    try list(("plan.txt", 0, 1))
    try wait("the next list", ["plan.txt"])
  }

  @Test func `uses are removed and not recorded if the user does not want them`() throws {
    try list(("letter.txt", 60, 3))
    do {
      let daemon = try RunningDaemon(user)
      try wait("the list", ["letter.txt"])
      daemon.kill()
    }
    let daemon = try RunningDaemon(user, settings: "recent-files = no")
    #expect(try user.find("kMDItemLastUsedDate == *") == [])
    try user.makeProgram("xdg-open", "exit 0")
    #expect(try user.run("mdfind", "-open", "1", "-name", "letter").errors == "")
    let outcome = try user.run("mdfind", "opened:today")
    #expect(outcome.errors.hasPrefix("mdfind: No file in this index has kMDItemLastUsedDate"), "\(outcome.errors)")
    withExtendedLifetime(daemon) {}
  }
}
