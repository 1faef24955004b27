// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPlatform
import Testing

struct FileFactsTests {
  @Test func `the facts of a file are those of stat`() throws {
    let folder = try ScratchFolder()
    let path = try folder.add("a", [1, 2, 3])
    try path.setPermissions(0o640)
    var status = stat()
    #expect(path.withCString { stat($0, &status) } == 0)
    let facts = try FileFacts(of: path)
    #expect(facts.kind == .regular && facts.byteCount == 3 && facts.permissions == 0o640)
    #expect((facts.owner, facts.group) == (status.st_uid, status.st_gid))
    #expect(facts.identity.inode == status.st_ino && facts.identity.device == status.st_dev)
    #expect(facts.modified.seconds == status.st_mtim.tv_sec && facts.modified.nanoseconds == status.st_mtim.tv_nsec)
    #expect(facts.changed.seconds == status.st_ctim.tv_sec && facts.changed.nanoseconds == status.st_ctim.tv_nsec)
    #expect(facts.modified.sinceEpoch == Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
    let file = try OwnedDescriptor(opening: path)
    #expect(try FileFacts(of: file.file) == facts)
  }

  @Test func `each kind of file is told from the others`() throws {
    let folder = try ScratchFolder()
    let (fifo, link, nowhere) = (folder.path(of: "fifo"), folder.path(of: "link"), folder.path(of: "nowhere"))
    #expect(fifo.withCString { mkfifo($0, 0o600) } == 0)
    #expect(link.withCString { link in fifo.withCString { symlink($0, link) } } == 0)
    #expect(nowhere.withCString { symlink("/missing/file", $0) } == 0)
    #expect(try FileFacts(of: fifo).kind == .fifo)
    #expect(try FileFacts(of: Path(folder.path)).isDirectory)
    #expect(try FileFacts(of: link).kind == .fifo)
    #expect(try FileFacts(of: link, followsLink: false).kind == .symbolicLink)
    #expect(try FileFacts(of: Path("/dev/null")).kind == .other)
    #expect(FileFacts(at: nowhere) == nil && FileFacts(at: nowhere, followsLink: false)?.kind == .symbolicLink)
    #expect(throws: SystemError(code: .noSuchFileOrDirectory, call: "stat", path: nowhere)) { try FileFacts(of: nowhere) }
  }

  @Test func `a relative path begins in the given folder`() throws {
    let folder = try ScratchFolder()
    let path = try folder.add("a")
    let open = try OwnedDescriptor(opening: Path(folder.path), .directory)
    #expect(try FileFacts(of: Path("a"), in: open.file).identity == FileFacts(of: path).identity)
    #expect(Path("a").isEntry(in: open.file) && !Path("b").isEntry(in: open.file))
  }

  @Test func `an error of an open file has the path that it is told`() {
    let error = SystemError(code: Errno(EBADF), call: "fstat", path: Path("a"))
    #expect(throws: error) { try FileFacts(of: FileDescriptor(-1), path: Path("a")) }
    #expect(FileFacts(at: FileDescriptor(-1)) == nil)
  }
}
