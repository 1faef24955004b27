// SPDX-License-Identifier: Apache-2.0

import Glibc
import IndexStore
import LogMessages
import Testing
import UniformTypeIdentifiers

@testable import FileIndexing

struct DirectoryReaderTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func names(_ rules: ExclusionRules = ExclusionRules()) throws -> [String] {
    try reader(rules).read(folder.bytes, at: .root).entries.map { String(decoding: $0.name, as: UTF8.self) }
  }

  private func reader(_ rules: ExclusionRules = ExclusionRules()) -> DirectoryReader { DirectoryReader(rules: rules, types: .shared) }

  @Test func `entries are sorted and have a type and a status`() throws {
    try folder.file("b.pdf", "12345")
    try folder.folder("a")
    try folder.file("nothing-in-the-name", "x")
    symlink("b.pdf", folder.path + "/c")
    let entries = try reader().read(folder.bytes, at: .root).entries
    let types = entries.map { TypeDatabase.shared[$0.typeIndex]?.identifier }
    #expect(types == ["public.folder", "com.adobe.pdf", "public.symlink", "public.data"])
    #expect(entries.map(\.isTypeCertain) == [true, true, true, false])
    #expect(entries.map(\.status.kind) == [.directory, .regular, .symbolicLink, .regular])
    #expect(entries[1].status.size == 5)
  }

  /// The owner of a file may set any time that the file system can store; tmpfs stores 64 bits of
  /// seconds.
  @Test(arguments: [(1 << 40, Int64.max), (-1 << 40, Int64.min), (1 << 30, 1 << 30 * 1_000_000_000)] as [(Int, Int64)])
  func `times outside the range of nanoseconds become the first or the last one`(seconds: Int, expected: Int64) throws {
    var template = Array("/dev/shm/searchlight-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    if descriptor < 0 { try Test.cancel("no file system in memory") }
    defer {
      close(descriptor)
      unlink(template)
    }
    let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 0), count: 2)
    try #require(futimens(descriptor, times) == 0)
    var kept = stat()
    try #require(fstat(descriptor, &kept) == 0)
    if kept.st_mtim.tv_sec != seconds { try Test.cancel("the file system in memory keeps no such times") }
    #expect(FileStatus(at: template.dropLast().map { UInt8(bitPattern: $0) })?.modified == expected)
  }

  @Test func `hidden entries, noindex folders, sockets and excluded names are omitted`() throws {
    for name in [".hidden", "seen.txt", "lost+found/x", "sub.noindex/x", ".git/x", "only.noindex.txt", "kept.noindex2/x"] {
      try folder.file(name)
    }
    mkfifo(folder.path + "/pipe", 0o600)
    var rules = ExclusionRules()
    rules.namePatterns = IndexingConfiguration.builtInExcludedNames.map(NamePattern.init)
    #expect(try names(rules) == ["kept.noindex2", "only.noindex.txt", "seen.txt"])
    rules.includesHidden = true
    #expect(try names(rules) == [".hidden", "kept.noindex2", "only.noindex.txt", "seen.txt"])
  }

  @Test func `an entry that is a named pipe, a socket or a device is an error with the path`() throws {
    let path = folder.bytes.appending(component: Array("pipe".utf8))
    mkfifo(folder.path + "/pipe", 0o600)
    #expect(throws: FileKindError(path: path)) { try reader().entry(at: path) }
    #expect(FileKindError(path: path).description == "\(folder.path)/pipe: neither a file, a folder nor a symbolic link")
    #expect(throws: FileKindError.self) { try reader().entry(at: Array("/dev/null".utf8)) }
  }

  @Test func `an excluded tree is omitted, and its neighbours are not`() throws {
    for name in ["out/x", "outer/x", "in/x"] { try folder.file(name) }
    var rules = ExclusionRules()
    rules.paths = [Array((folder.path + "/out").utf8)]
    #expect(try names(rules) == ["in", "outer"])
  }

  @Test func `a folder with the never-index marker has no entries`() throws {
    try folder.file("a.txt")
    #expect(try names() == ["a.txt"])
    try folder.file("root/b.txt")
    try folder.file(".metadata_never_index")
    #expect(try names() == [])
    var rules = ExclusionRules()
    rules.roots = [folder.bytes + "/root".utf8]
    #expect(try names(rules) == ["root"])
    guard let directory = try reader(rules).openDirectory(at: folder.bytes, inode: nil) else {
      Issue.record("the folder is there")
      return
    }
    #expect(try reader(rules).entryIfIncluded(Array("a.txt".utf8), in: directory) == nil)
    #expect(try reader(rules).entryIfIncluded(Array("root".utf8), in: directory) != nil)
  }

  @Test func `a name that is not UTF-8 keeps its bytes`() throws {
    let name: [UInt8] = [0xFF, 0x61, 0xC3]
    let path = folder.bytes.appending(component: name)
    withCPath(path) { path in _ = Glibc.close(Glibc.open(path, O_CREAT | O_WRONLY, 0o600)) }
    #expect(try reader().read(folder.bytes, at: .root).entries.map(\.name).contains(name))
  }

  @Test func `a missing directory and a file in its place have vanished, an unreadable one is a problem`() throws {
    func error(_ path: String) -> DirectoryReader.ReadError? {
      do {
        _ = try reader().read(Array(path.utf8), at: .root)
        return nil
      } catch { return error }
    }
    let file = try folder.file("file")
    guard case .vanished = error(folder.path + "/none"), case .vanished = error(file) else {
      Issue.record("neither a missing path nor a file is a problem")
      return
    }
    symlink("/", folder.path + "/link")
    guard case .vanished = error(folder.path + "/link") else {
      Issue.record("a symbolic link is not followed")
      return
    }
  }

  @Test func `a directory that replaced the expected one is not read`() throws {
    try folder.file("one/a.txt")
    try folder.file("two/a.txt")
    let path = folder.bytes + "/one".utf8
    let inode = try #require(FileStatus(at: path)).inode
    #expect(try reader().read(path, at: .known(inode: inode)).entries.count == 1)
    rename(folder.path + "/one", folder.path + "/three")
    rename(folder.path + "/two", folder.path + "/one")
    do throws(DirectoryReader.ReadError) {
      _ = try reader().read(path, at: .known(inode: inode))
      Issue.record("another directory was read")
    } catch {
      if case .problem(let problem) = error { Issue.record("\(problem)") }
    }
    let (other, any) = (try reader().openDirectory(at: path, inode: inode) == nil, try reader().openDirectory(at: path, inode: nil) != nil)
    #expect(other && any)
  }
}
