// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import IndexStore
import Testing

@testable import FileIndexing

/// Files that decide what is indexed of their folders, while they come and go.
extension DaemonTests {
  @Test(arguments: FolderMarker.allCases)
  func `what is beside a marker goes when it comes, and comes back when it goes`(marker: FolderMarker) throws {
    try folder.file("tree/p/deep/a.txt", "say a")
    try whileRunning { _ in
      eventually("it is read") { try title("p/deep/a.txt") == .string("a") }
      let path = try folder.file("tree/p/\(marker.fileName)", "Signature: 8a477f597d28d172789f06886806bc55\n")
      eventually("it goes") { try record("p/deep") == nil }
      let marked = try record("p")
      #expect(marked != nil, "the folder itself is indexed")
      remove(path)
      eventually("it comes back") { try title("p/deep/a.txt") == .string("a") }
    }
  }

  @Test func `a cache directory tag has its meaning as long as it has the signature`() throws {
    try folder.file("tree/p/a.txt", "say a")
    try whileRunning { _ in
      try folder.file("tree/p/CACHEDIR.TAG", "none")
      eventually("the tag is an ordinary file") { try record("p/CACHEDIR.TAG") != nil && title("p/a.txt") == .string("a") }
      try folder.file("tree/p/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55")
      eventually("everything goes") { try record("p/CACHEDIR.TAG") == nil && record("p/a.txt") == nil }
      try folder.file("tree/p/CACHEDIR.TAG", "none again")
      eventually("everything comes back") { try record("p/CACHEDIR.TAG") != nil && title("p/a.txt") == .string("a") }
    }
  }

  @Test func `in a dependency tree, names are indexed and contents are not`() throws {
    try folder.file("tree/p/Cargo.toml", "say manifest")
    try folder.file("tree/p/target/debug/a.txt", "say a")
    try whileRunning { _ in
      eventually("the name is there") { try record("p/target/debug/a.txt")?.content == ContentState.none }
      try folder.file("tree/p/target/debug/b.txt", "say b")
      try folder.file("tree/p/src/new.txt", "say new")
      eventually("a new file in it has a name only") { try record("p/target/debug/b.txt")?.content == ContentState.none }
      eventually("one in the work tree is read") { try title("p/src/new.txt") == .string("new") }

      rename("\(tree)/p/src/new.txt", "\(tree)/p/target/new.txt")
      eventually("a file that moves into it loses its content") { try record("p/target/new.txt")?.content == ContentState.none }
      rename("\(tree)/p/target/new.txt", "\(tree)/p/src/new.txt")
      eventually("and has it again afterwards") { try title("p/src/new.txt") == .string("new") }
      rename("\(tree)/p/target", "\(tree)/p/output")
      eventually("a tree with another name is read") { try title("p/output/debug/b.txt") == .string("b") }
      rename("\(tree)/p/output", "\(tree)/p/target")
      eventually("and no longer with its own") { try record("p/target/debug/b.txt")?.content == ContentState.none }
    }
  }

  @Test(arguments: [("p/package.json", "p/node_modules"), ("p/venv/pyvenv.cfg", "p/venv")])
  func `a tree becomes a dependency tree when a file says so, and the other way round`(decider: String, dependencies: String) throws {
    try folder.file("tree/\(dependencies)/x/a.txt", "say a")
    try whileRunning { _ in
      eventually("it is read") { try title("\(dependencies)/x/a.txt") == .string("a") }
      let file = try folder.file("tree/\(decider)", "{}")
      eventually("the content goes") { try record("\(dependencies)/x/a.txt")?.content == ContentState.none }
      let left = try title("\(dependencies)/x/a.txt")
      #expect(left == nil)
      remove(file)
      eventually("the content comes back") { try title("\(dependencies)/x/a.txt") == .string("a") }
    }
  }

  @Test func `what Git ignores follows the patterns`() throws {
    try folder.file("tree/p/.git/HEAD")
    for name in ["p/a.log", "p/sub/b.log", "p/out/c.txt", "p/d.txt"] { try folder.file("tree/\(name)", "say \(name)") }
    func isThere(_ names: String...) throws -> Bool { try names.allSatisfy { try record("p/\($0)") != nil } }
    try whileRunning(respectsGitignore: true) { _ in
      eventually("everything is there") { try isThere("a.log", "sub/b.log", "out/c.txt", "d.txt") }
      try folder.file("tree/p/.gitignore", "*.log\n/out/\n")
      eventually("what is ignored goes") { try record("p/a.log") == nil && record("p/sub/b.log") == nil && record("p/out") == nil }
      try folder.file("tree/p/sub/.gitignore", "!b.log\n")
      eventually("a nearer pattern includes a file again") { try isThere("sub/b.log", "d.txt") }
      try folder.file("tree/p/e.log", "say e")
      try folder.file("tree/p/f.txt", "say f")
      eventually("a new file is there") { try isThere("f.txt") }
      let ignored = try record("p/e.log")
      #expect(ignored == nil)
      rename("\(tree)/p/.git", "\(tree)/p/git")
      eventually("without a repository, patterns have no meaning") { try isThere("a.log", "out/c.txt", "e.log") }
      rename("\(tree)/p/git", "\(tree)/p/.git")
      eventually("and then again") { try record("p/a.log") == nil && record("p/out") == nil }
      remove("\(tree)/p/.gitignore")
      eventually("without patterns, everything is back") { try isThere("a.log", "out/c.txt", "e.log") }
    }
  }

  @Test func `the configuration decides whether dependencies are read`() throws {
    try folder.file("tree/p/package.json", "{}")
    try folder.file("tree/p/node_modules/x/a.txt", "say a")
    for readsDependencies in [false, true, false] {
      try whileRunning(readsDependencies: readsDependencies) { _ in
        if readsDependencies {
          eventually("the content is read") { try title("p/node_modules/x/a.txt") == .string("a") }
        } else {
          eventually("there is no content") { try record("p/node_modules/x/a.txt")?.content == ContentState.none }
        }
      }
    }
  }

  @Test func `mail folders are found when they come, also those whose names begin with a dot`() throws {
    try whileRunning { _ in
      // A program makes a folder before what is in it.
      for name in ["m", "m/.Sent", "m/cur", "m/.Sent/cur", "m/.Sent/new", ".thunderbird", ".thunderbird/x", ".thunderbird/x/Mail"] {
        try folder.folder("tree/\(name)")
        try folder.file("tree/probe-\(name.replacing("/", with: "-"))", "say probe")
        eventually("the events until \(name) are processed") { try record("probe-\(name.replacing("/", with: "-"))") != nil }
      }
      try folder.file("tree/m/.Sent/cur/1.txt", "say sent")
      try folder.file("tree/.thunderbird/x/logins.json", "say secret")
      try folder.file("tree/.thunderbird/x/Mail/a.txt", "say kept")
      eventually("a folder of Maildir++ is read") { try title("m/.Sent/cur/1.txt") == .string("sent") }
      eventually("a store is read") { try title(".thunderbird/x/Mail/a.txt") == .string("kept") }
      let secret = try record(".thunderbird/x/logins.json")
      #expect(secret == nil)

      rename("\(tree)/.thunderbird", "\(tree)/profile")
      eventually("under another name, everything is indexed") { try record("profile/x/logins.json") != nil }
      rename("\(tree)/profile", "\(tree)/.thunderbird")
      eventually("and only the mail under its own") {
        try record(".thunderbird/x/logins.json") == nil && record("profile") == nil && title(".thunderbird/x/Mail/a.txt") == .string("kept")
      }
      rename("\(tree)/m/cur", "\(tree)/m/none")
      eventually("without a Maildir, there are no folders of it") { try record("m/.Sent") == nil }
      rename("\(tree)/m/none", "\(tree)/m/cur")
      eventually("and then again") { try title("m/.Sent/cur/1.txt") == .string("sent") }
    }
  }

  @Test func `the configuration decides whether hidden mail is indexed`() throws {
    try folder.file("tree/.thunderbird/x/Mail/a.txt", "say mail")
    for includesHiddenMail in [true, false, true] {
      try whileRunning(includesHiddenMail: includesHiddenMail) { _ in
        if includesHiddenMail {
          eventually("it is read") { try title(".thunderbird/x/Mail/a.txt") == .string("mail") }
        } else {
          let left = try record(".thunderbird")
          #expect(left == nil)
        }
      }
    }
  }
}
