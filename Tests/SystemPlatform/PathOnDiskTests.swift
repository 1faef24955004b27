// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPlatform
import Testing

/// What a path leads to, and changes of it.
struct PathOnDiskTests {
  @Test func `a link that leads nowhere is an entry and does not exist`() throws {
    let folder = try ScratchFolder()
    let link = folder.path(of: "link")
    #expect(link.withCString { symlink("/missing/file", $0) } == 0)
    #expect(!link.exists && link.isEntry())
    #expect(link.accessError() == .noSuchFileOrDirectory)
    #expect(try link.linkTarget() == Path("/missing/file"))
    #expect(throws: SystemError(code: .noSuchFileOrDirectory, call: "realpath", path: link)) { try link.resolved() }
  }

  @Test func `only what may be executed is executable`() throws {
    let folder = try ScratchFolder()
    let file = try folder.add("a")
    #expect(file.exists && !file.isExecutable)
    #expect(file.accessError(for: .execute) == .permissionDenied)
    #expect(file.effectiveAccessError(for: .execute) == .permissionDenied)
    try file.setPermissions(0o700)
    #expect(file.isExecutable && file.effectiveAccessError(for: [.read, .write, .execute]) == nil)
    #expect(Path("\(file.text)/b").accessError() == .notDirectory)
  }

  @Test func `a path is resolved to one without links and dots`() throws {
    let folder = try ScratchFolder()
    let (file, link) = (try folder.add("a"), folder.path(of: "link"))
    #expect(link.withCString { symlink("a", $0) } == 0)
    let real = try file.resolved()
    #expect(try Path("\(folder.path)/./../\(folder.path.split(separator: "/").last ?? "")/link").resolved() == real)
    #expect(throws: SystemError(code: .invalidArgument, call: "readlink", path: file)) { try file.linkTarget() }
    #expect(try Path.workingFolder().bytes.first == UInt8(ascii: "/"))
  }

  @Test func `files and folders are removed, renamed and created`() throws {
    let folder = try ScratchFolder()
    let (a, b, inner) = (try folder.add("a"), folder.path(of: "b"), folder.path(of: "inner"))
    try a.rename(to: b)
    #expect(try folder.names == ["b"])
    #expect(throws: SystemError(code: .noSuchFileOrDirectory, call: "rename", path: a)) { try a.rename(to: b) }
    #expect(a.renameIfPossible(to: b) == .noSuchFileOrDirectory)
    try inner.createFolder()
    try inner.createFolderIfMissing()
    #expect(throws: SystemError(code: .fileExists, call: "mkdir", path: inner)) { try inner.createFolder() }
    try Path("\(inner.text)/a/b").createFoldersIfMissing()
    try Path("\(inner.text)/a/b").createFoldersIfMissing()
    #expect(throws: SystemError(code: .notDirectory, call: "mkdir", path: Path("\(b.text)/c/d"))) {
      try Path("\(b.text)/c/d").createFoldersIfMissing()
    }
    for made in ["a/b", "a"] { #expect(Path("\(inner.text)/\(made)").removeFolderIfPossible() == nil) }
    #expect(inner.removeIfPossible() == .isDirectory)
    #expect(inner.removeFolderIfPossible() == nil && inner.removeFolderIfPossible() == .noSuchFileOrDirectory)
    try b.remove()
    try b.removeIfPresent()
    #expect(throws: SystemError(code: .noSuchFileOrDirectory, call: "unlink", path: b)) { try b.remove() }
    #expect(try folder.names == [])
  }

  @Test func `touching a folder sets its times`() throws {
    let folder = try ScratchFolder()
    let path = Path(folder.path)
    var times = [timespec(tv_sec: 5, tv_nsec: 6), timespec(tv_sec: 5, tv_nsec: 6)]
    #expect(path.withCString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)
    let old = try FileFacts(of: path).modified
    #expect(old.seconds == 5 && old.nanoseconds == 6)
    path.touchIfPossible()
    #expect(try FileFacts(of: path).modified.seconds > 1_000_000_000)
  }
}
