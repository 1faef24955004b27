// SPDX-License-Identifier: Apache-2.0

import Glibc
import IndexStore
import Testing
import UniformTypeIdentifiers

@testable import FileIndexing

/// Mail in folders whose names begin with a dot. The layouts are those of the programs.
struct HiddenMailTests {
  private let folder: ScratchFolder
  private var rules = ExclusionRules()

  init() throws {
    folder = try ScratchFolder()
    rules.roots = [folder.bytes]
  }

  private static let secrets = [
    ".thunderbird/x.default-release/logins.json", ".thunderbird/x.default-release/key4.db", ".thunderbird/x.default-release/prefs.js",
    ".thunderbird/x.default-release/Mailbox.txt", ".thunderbird/profiles.ini", ".local/share/evolution/calendar/system/calendar.ics",
    ".local/share/akonadi/akonadi.db", ".local/share/kwalletd/kdewallet.kwl", ".local/share/other/a.txt", ".local/state/a.txt",
    ".config/evolution/sources/a.source", ".var/app/org.mozilla.Thunderbird/config/a.txt",
    ".var/app/org.example.Other/.thunderbird/x/Mail/Inbox",
    ".mozilla/firefox/x.default/Mail/Inbox", "Maildir/.hidden.txt", "Maildir/..odd/cur/m", "Documents/.drafts/cur.txt",
    ".local/share/applications.txt",
  ]

  private static let mail = [
    ".thunderbird/x.default-release/Mail/Local Folders/Inbox", ".thunderbird/x.default-release/Mail/Local Folders/Inbox.sbd/2024",
    ".thunderbird/x.default-release/ImapMail/imap.example.org/INBOX",
    ".thunderbird/x.default-release/Mail/Local Folders/Sent/cur/1.eml",
    "snap/thunderbird/common/.thunderbird/y.default/Mail/Local Folders/Inbox",
    ".var/app/org.mozilla.Thunderbird/.thunderbird/z.default/ImapMail/imap.example.org/INBOX",
    ".local/share/evolution/mail/local/cur/1.m:2,S", ".local/share/evolution/mail/local/.Sent/cur/2.m:2,S",
    ".var/app/org.gnome.Evolution/data/evolution/mail/local/.Sent/cur/2.m:2,S",
    ".local/share/local-mail/inbox/cur/3.m:2,S", ".local/share/local-mail/.inbox.directory/work/new/4.m",
    ".local/share/.local-mail.directory/sent-mail/cur/5.m:2,S", ".local/share/akonadi_maildir_resource_0/inbox/cur/6.m:2,S",
    "Maildir/cur/7.m:2,S", "Maildir/.Sent/cur/8.m:2,S", "Maildir/.Archive.2024/new/9.m", "kmail/inbox/cur/10.m:2,S",
    "kmail/.inbox.directory/team/cur/11.m:2,S",
  ]

  private func make() throws {
    for name in Self.secrets + Self.mail { try folder.file(name, "x") }
    for name in Self.mail where name.contains("/cur/") || name.contains("/new/") {
      let box = name.split(separator: "/").dropLast(2).joined(separator: "/")
      for part in ["cur", "new", "tmp"] { try folder.folder("\(box)/\(part)") }
    }
    try folder.folder(".var/app/org.gnome.Evolution/data/evolution/mail/local/cur")
    try folder.file(".thunderbird/x.default-release/Mail/Local Folders/Inbox.msf")
  }

  /// The paths of the files that a crawl finds.
  private func found(_ rules: ExclusionRules) throws -> Set<String> {
    let reader = DirectoryReader(rules: rules, types: .shared)
    var found: Set<String> = []
    var waiting = [folder.bytes]
    while let path = waiting.popLast() {
      for entry in try reader.read(path, at: .root).entries {
        let below = path.appending(component: entry.name)
        if entry.status.kind == .directory {
          waiting.append(below)
        } else {
          found.insert(String(decoding: below.dropFirst(folder.bytes.count + 1), as: UTF8.self))
        }
      }
    }
    return found
  }

  @Test func `a crawl finds the mail, and nothing else`() throws {
    try make()
    #expect(try found(rules) == Set(Self.mail))
    var without = rules
    without.includesHiddenMail = false
    #expect(try found(without) == Set(Self.mail.filter { !$0.contains("/.") && !$0.hasPrefix(".") }))
    var all = rules
    all.includesHidden = true
    #expect(try found(all).isSuperset(of: Self.mail + [".thunderbird/x.default-release/prefs.js"]))
  }

  @Test func `single lookups agree with listings, and with the explanation`() throws {
    try make()
    let reader = DirectoryReader(rules: rules, types: .shared)
    for name in Self.mail + Self.secrets {
      var path = folder.bytes
      var isIncluded = true
      for component in name.split(separator: "/") where isIncluded {
        guard let directory = try reader.openDirectory(at: path, inode: nil) else {
          Issue.record("no folder of \(name)")
          return
        }
        isIncluded = try reader.entryIfIncluded(Array(component.utf8), in: directory) != nil
        path = path.appending(component: Array(component.utf8))
      }
      #expect(isIncluded == Self.mail.contains(name), "\(name)")
      #expect((rules.exclusion(of: folder.bytes + "/\(name)".utf8, isDirectory: false) == nil) == isIncluded, "\(name)")
    }
  }

  @Test func `a root is indexed as a whole, whatever is above it`() throws {
    try make()
    var rules = rules
    rules.roots.append(folder.bytes + "/.thunderbird".utf8)
    #expect(rules.exclusion(of: folder.bytes + "/.thunderbird/profiles.ini".utf8, isDirectory: false) == nil)
    rules.roots = [folder.bytes + "/.local/share".utf8]
    #expect(rules.exclusion(of: folder.bytes + "/.local/share/other/a.txt".utf8, isDirectory: false) == nil)
  }

  @Test func `the explanation names the hidden folder`() throws {
    try make()
    let hidden = folder.bytes + "/.thunderbird".utf8
    let exclusion = rules.exclusion(of: hidden + "/x.default-release/prefs.js".utf8, isDirectory: false)
    #expect(exclusion == .name(hidden, .besideMail))
    let inMail = folder.bytes + "/Maildir/.hidden.txt".utf8
    #expect(rules.exclusion(of: inMail, isDirectory: false) == .name(inMail, .hidden))
    let index = folder.bytes + "/.thunderbird/x.default-release/Mail/Local Folders/Inbox.msf".utf8
    #expect(rules.exclusion(of: index, isDirectory: false) == .name(index, .builtIn(.cache)))
  }

  @Test func `the configuration can leave hidden mail out`() throws {
    #expect(try IndexingConfiguration(parsing: "root = /a\n", home: []).exclusions.includesHiddenMail)
    #expect(try !IndexingConfiguration(parsing: "root = /a\nhidden-mail = no\n", home: []).exclusions.includesHiddenMail)
    #expect(throws: IndexingConfiguration.SyntaxError.self) { try IndexingConfiguration(parsing: "hidden-mail = on\n", home: []) }
  }

  @Test func `a link is no mail folder`() throws {
    try folder.file("elsewhere/cur/secret")
    try folder.folder("Maildir/cur")
    symlink("../elsewhere", folder.path + "/Maildir/.Linked")
    symlink("elsewhere", folder.path + "/.thunderbird")
    #expect(try found(rules) == ["elsewhere/cur/secret"])
  }

  @Test func `entries that are left out are counted, a folder as one`() throws {
    for name in ["a.txt", ".hidden.txt", ".hidden/a", ".hidden/b", "sub/x.tmp", "sub/.git/config"] { try folder.file(name) }
    for name in ["marked/.nomedia", "marked/a", "marked/b/c"] { try folder.file(name) }
    mkfifo(folder.path + "/pipe", 0o600)
    var rules = rules
    rules.namePatterns = [NamePattern("*.tmp")]
    let other = try ScratchFolder()
    let store = try Store.open(other.path + "/store", .write(creating: true))
    func crawl(_ path: [UInt8]) throws -> Int {
      var crawler = TreeCrawler(store: store, reader: DirectoryReader(rules: rules, types: .shared), claimed: ClaimedTypes([]))
      return try crawler.crawl(path).skipped
    }
    #expect(try store.skippedEntries() == nil)
    // .hidden.txt, .hidden, pipe, x.tmp, .git, .nomedia, marked/a and marked/b.
    #expect(try crawl(folder.bytes) == 8)
    #expect(try store.skippedEntries() == 8)
    // The tree around it has counted its entries.
    #expect(try crawl(folder.bytes + "/sub".utf8) == 2)
    #expect(try store.skippedEntries() == 8)
    remove(folder.path + "/.hidden.txt")
    #expect(try crawl(folder.bytes) == 7)
    #expect(try store.skippedEntries() == 7)
  }
}
