// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `file-system-marks = yes`: the kernel reports what happens on a whole file system. fanotify(7)
struct FileSystemMarkTests {
  private let user: TestEnvironment
  private let daemon: RunningDaemon

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "first", "folder/deep/b.txt": "second"])
    daemon = try RunningDaemon(user, obeysPermissions: true, settings: "file-system-marks = yes\n")
    if daemon.log.contains("file-system-marks: ") { try Test.cancel("file systems cannot be marked here") }
  }

  @Test func `names, contents, renames and removals are found, and no folder is watched`() throws {
    for number in 0..<10 {
      try user.write("folder \(number)/inner/new.txt", "word\(number)")
      #expect(try user.find("-sync", "word\(number)") == ["folder \(number)/inner/new.txt"])
      try FileManager.default.moveItem(atPath: user.path("folder \(number)"), toPath: user.path("moved \(number)"))
      #expect(try user.find("-sync", "word\(number)") == ["moved \(number)/inner/new.txt"])
      try user.write("moved \(number)/inner/new.txt", "changed\(number)")
      #expect(try user.find("-sync", "changed\(number)") == ["moved \(number)/inner/new.txt"])
      try FileManager.default.removeItem(atPath: user.path("moved \(number)"))
      #expect(try user.find("-sync", "-name", "new.txt") == [])
    }
    let folder = try FileManager.default.attributesOfItem(atPath: user.path("folder/deep"))
    #expect(!daemon.watchedInodes.contains(String(try #require(folder[.systemFileNumber] as? Int), radix: 16)))
  }

  @Test func `files are followed when they are renamed, alone, with a folder, and over another`() throws {
    #expect(rename(user.path("a.txt"), user.path("folder/deep/c.txt")) == 0)
    #expect(try user.find("-sync", "first") == ["folder/deep/c.txt"])
    #expect(rename(user.path("folder"), user.path("other")) == 0)
    #expect(rename(user.path("other/deep/c.txt"), user.path("other/deep/b.txt")) == 0)
    #expect(try user.find("-sync", "first") == ["other/deep/b.txt"])
    #expect(try user.find("-sync", "second") == [])
    #expect(!daemon.log.contains("dropped"), "\(daemon.log)")
  }

  @Test func `open, truncated and linked files, and attributes of files and folders, are current`() throws {
    let file = try #require(FileHandle(forWritingAtPath: user.path("a.txt")))
    try file.write(contentsOf: Data("third".utf8))
    #expect(try user.find("-sync", "third") == ["a.txt"])
    try #require(truncate(user.path("a.txt"), 2) == 0)
    #expect(try user.find("-sync", "kMDItemFSSize == 2") == ["a.txt"])
    try #require(link(user.path("a.txt"), user.path("folder/link.txt")) == 0)
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data("fourth".utf8))
    #expect(try user.find("-sync", "fourth") == ["a.txt", "folder/link.txt"])
    try user.setAttribute("user.xdg.tags", of: "folder/deep/b.txt", to: "red")
    try user.setAttribute("user.xdg.tags", of: "folder/deep", to: "red")
    #expect(try user.find("-sync", "kMDItemUserTags == red") == ["folder/deep", "folder/deep/b.txt"])
    var times = [timeval(tv_sec: 1_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000, tv_usec: 0)]
    for name in ["folder/deep", "folder/deep/b.txt"] { try #require(utimes(user.path(name), &times) == 0) }
    #expect(try user.find("-sync", "kMDItemFSContentChangeDate == 1970-01-12") == ["folder/deep", "folder/deep/b.txt"])
  }

  @Test func `a folder that may not be read is followed as soon as it may`() throws {
    let hidden = user.path("hidden")
    try FileManager.default.createDirectory(atPath: user.root + "/new", withIntermediateDirectories: false)
    try Data("found".utf8).write(to: URL(filePath: user.root + "/new/c.txt"))
    try #require(chmod(user.root + "/new", 0) == 0)
    try FileManager.default.moveItem(atPath: user.root + "/new", toPath: hidden)
    #expect(try user.find("-sync", "found") == [])
    try #require(chmod(hidden, 0o700) == 0)
    #expect(try user.find("-sync", "found") == ["hidden/c.txt"])
  }

  @Test func `a folder that is made anew under its name, and the root itself, are followed`() throws {
    for number in 0..<5 {
      try FileManager.default.removeItem(atPath: user.path("folder"))
      try user.write("folder/deep/\(number).txt", "word\(number)")
      #expect(try user.find("-sync", "-name", ".txt") == ["a.txt", "folder/deep/\(number).txt"])
    }
    try FileManager.default.moveItem(atPath: user.files, toPath: user.root + "/moved")
    try user.write("new.txt", "new")
    try user.wait("the new root is indexed: \(daemon.log)") { try user.find("-name", ".txt") == ["new.txt"] }
    try user.write("folder/last.txt", "last")
    #expect(try user.find("-sync", "last") == ["folder/last.txt"])
  }
}
