// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPlatform
import Testing

/// What survives a power failure, `DurabilityTests` find out.
struct DurableFileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func mode(of path: Path) -> UInt32 {
    var status = stat()
    return stat(path.text, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test func `a new file is for its user only`() throws {
    let path = folder.path(of: "a")
    try DurableFile.replace(path, with: Array("new".utf8), through: path.appending(suffix: ".new"))
    #expect(try ReadableFile.contents(of: path, limit: 9) == Array("new".utf8))
    #expect(mode(of: path) == 0o600)
    #expect(try folder.names == ["a"])
  }

  @Test func `a file is replaced as a whole, with the permissions that are asked for`() throws {
    let path = try folder.add("a", [UInt8](repeating: 1, count: 5000))
    let old = try ReadableFile(path)
    var steps: [DurableFile.Step] = []
    let access = DurableFile.Access(mode: 0o640, user: geteuid(), group: getegid())
    try DurableFile.replace(path, with: [2], through: path.appending(suffix: ".new"), for: access) { steps.append($0) }
    #expect(steps == [.written, .renamed])
    #expect(mode(of: path) == 0o640)
    #expect(try ReadableFile.contents(of: path, limit: 9) == [2])
    // Who has opened the old file reads that.
    #expect(try old.contents(limit: .max).count == 5000)
  }

  @Test func `what a process that died has left is no obstacle`() throws {
    let path = folder.path(of: "a")
    let temporary = try folder.add("a.new", [9, 9, 9])
    try DurableFile.replace(path, with: [1], through: temporary)
    #expect(try ReadableFile.contents(of: path, limit: 9) == [1])
    #expect(try folder.names == ["a"])
  }

  @Test func `after an error there is the old file, and no other`() throws {
    let path = folder.path(of: "folder")
    #expect(mkdir(path.text, 0o700) == 0)
    #expect(throws: SystemError(code: .isDirectory, call: "rename", path: path)) {
      try DurableFile.replace(path, with: [1], through: folder.path(of: "new"))
    }
    #expect(try folder.names == ["folder"])
    let missing = folder.path(of: "missing/a")
    #expect(throws: SystemError(code: .noSuchFileOrDirectory, call: "open", path: missing)) {
      try DurableFile.replace(missing, with: [1], through: folder.path(of: "missing/new"))
    }
  }

  @Test func `a file is removed, and its name and those of its folders can be flushed`() throws {
    let path = try folder.add("a")
    try DurableFile.synchronizeEntries(leadingTo: path)
    try DurableFile.remove(path)
    #expect(try folder.names == [])
    #expect(throws: SystemError(code: .noSuchFileOrDirectory, call: "unlink", path: path)) { try DurableFile.remove(path) }
    #expect(throws: SystemError(code: .noSuchFileOrDirectory, call: "stat", path: path)) {
      try DurableFile.synchronizeEntries(leadingTo: path)
    }
  }
}
