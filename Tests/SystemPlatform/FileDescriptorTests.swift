// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPlatform
import Testing

struct FileDescriptorTests {
  @Test func `an open file is not inherited`() throws {
    let folder = try ScratchFolder()
    let file = try OwnedDescriptor(opening: try folder.add("a"))
    #expect(fcntl(file.rawValue, F_GETFD) == FD_CLOEXEC)
    let copy = OwnedDescriptor(owning: file.file.copy(from: 20).rawValue)
    #expect(copy.rawValue >= 20 && fcntl(copy.rawValue, F_GETFD) == FD_CLOEXEC)
    let shared = OwnedDescriptor(owning: dup(file.rawValue))
    #expect(fcntl(shared.rawValue, F_GETFD) == 0)
    shared.file.closeOnExec()
    #expect(fcntl(shared.rawValue, F_GETFD) == FD_CLOEXEC)
  }

  @Test func `options say how a file is opened`() throws {
    let folder = try ScratchFolder()
    let (path, link) = (folder.path(of: "a"), folder.path(of: "link"))
    #expect(throws: SystemError(code: .noSuchFileOrDirectory, call: "open", path: path)) { _ = try OwnedDescriptor(opening: path) }
    let written = try OwnedDescriptor(opening: path, [.write, .createNew], permissions: 0o600)
    #expect(try written.file.isOnlyWritable() && FileFacts(of: path).permissions == 0o600)
    #expect(throws: SystemError(code: .fileExists, call: "open", path: path)) {
      _ = try OwnedDescriptor(opening: path, [.write, .createNew])
    }
    #expect(throws: SystemError(code: .notDirectory, call: "open", path: path)) { _ = try OwnedDescriptor(opening: path, .directory) }
    #expect(link.withCString { symlink("a", $0) } == 0)
    #expect(throws: SystemError(code: .tooManyLinks, call: "open", path: link)) { _ = try OwnedDescriptor(opening: link, .noFollow) }
    let linked = try OwnedDescriptor(opening: link, .readAndWrite)
    #expect(try !linked.file.isOnlyWritable())
    try written.write([1, 2])
    _ = try OwnedDescriptor(opening: path, [.write, .truncate])
    #expect(try FileFacts(of: path).byteCount == 0)
    let open = try OwnedDescriptor(opening: Path(folder.path), .directory)
    let inner = try OwnedDescriptor(opening: Path("a"), in: open.file)
    #expect(try FileFacts(of: inner.file) == FileFacts(of: path))
  }

  @Test func `bytes are read and written anywhere`() throws {
    let folder = try ScratchFolder()
    let owned = try OwnedDescriptor(opening: folder.path(of: "a"), [.readAndWrite, .create])
    let file = owned.file
    try file.write([5, 6], at: 3)
    #expect(try file.read(limit: 10, at: 0) == [0, 0, 0, 5, 6])
    #expect(try file.read(limit: 2, at: 4) == [6] && file.read(limit: 2, at: 5) == [])
    #expect(file.position == 0)
    #expect(try file.read(limit: 4) == [0, 0, 0, 5] && file.position == 4)
    #expect(file.seek(to: 3))
    #expect(try file.read(limit: 9) == [5, 6] && file.read(limit: 9) == [])
    try file.setByteCount(4)
    #expect(try file.read(limit: 10, at: 0) == [0, 0, 0, 5])
    try file.reserve(byteCount: 100)
    #expect(try FileFacts(of: file).byteCount == 100)
    try file.synchronize()
    try owned.close()
  }

  @Test func `an error names its call`() throws {
    let folder = try ScratchFolder()
    let closed = FileDescriptor(-1)
    let open = try OwnedDescriptor(opening: Path(folder.path), .directory)
    #expect(throws: SystemError(code: Errno(EBADF), call: "read")) { try closed.read(limit: 1) }
    #expect(throws: SystemError(code: .isDirectory, call: "pread")) { try open.file.read(limit: 1, at: 0) }
    #expect(throws: SystemError(code: Errno(EBADF), call: "write")) { try closed.write([1], at: 0) }
    #expect(throws: SystemError(code: .invalidArgument, call: "ftruncate")) { try open.file.setByteCount(1) }
    #expect(throws: SystemError(code: Errno(EBADF), call: "fsync", path: Path("a"))) { try closed.synchronize(path: Path("a")) }
    #expect(throws: SystemError(code: Errno(EBADF), call: "flock")) { try closed.lock() }
    #expect(throws: SystemError(code: Errno(EBADF), call: "fcntl")) { try closed.isOnlyWritable() }
    #expect(closed.position == nil && !closed.seek(to: 0) && !closed.isTerminal && closed.columns == nil)
  }

  @Test func `data after a hole are found`() throws {
    let folder = try ScratchFolder()
    let owned = try OwnedDescriptor(opening: folder.path(of: "a"), [.readAndWrite, .create])
    try owned.file.setByteCount(1 << 20)
    // File systems without holes have data everywhere.
    let isEmpty = try FileFacts(of: owned.file).allocatedByteCount == 0
    if isEmpty {
      #expect(throws: SystemError(code: .noSuchDeviceOrAddress, call: "lseek")) { try owned.file.nextData(from: 0) }
      try owned.file.write([1], at: 1 << 19)
      #expect(try (1 << 18..<1 << 19 + 1).contains(owned.file.nextData(from: 0)))
    }
    #expect(owned.file.position == 0)
  }

  @Test func `the lock on a folder keeps others out until it is closed`() throws {
    let folder = try ScratchFolder()
    let path = Path(folder.path)
    let other = try OwnedDescriptor(opening: path, .directory)
    do {
      let held = try OwnedDescriptor(opening: path, .directory)
      try held.file.lock(path: path)
      #expect(flock(other.rawValue, LOCK_EX | LOCK_NB) == -1)
    }
    #expect(flock(other.rawValue, LOCK_EX | LOCK_NB) == 0)
  }

  @Test func `a locked byte is locked for everybody else who opens the file`() throws {
    let folder = try ScratchFolder()
    let path = try folder.add("a")
    let one = try OwnedDescriptor(opening: path, .readAndWrite)
    let other = try OwnedDescriptor(opening: path, .readAndWrite)
    #expect(try one.file.lockByte(at: 700, path: path))
    #expect(try one.file.lockByte(at: 700, path: path))
    #expect(try !other.file.lockByte(at: 700, path: path))
    #expect(try other.file.firstLockedByte(from: 0, length: 0, path: path) == 700)
    #expect(try other.file.firstLockedByte(from: 0, length: 700, path: path) == nil)
    #expect(try one.file.firstLockedByte(from: 0, length: 0, path: path) == nil)
    try one.close()
    #expect(try other.file.lockByte(at: 700, path: path))
  }

  @Test func `connected sockets carry bytes until one side ends`() throws {
    var pair = try SocketPair()
    let one = pair.one.file
    let other = FileDescriptor(pair.other?.rawValue ?? -1)
    #expect(one.isStreamSocket && !FileDescriptor(-1).isStreamSocket)
    #expect(throws: SystemError(code: .wouldBlock, call: "recv")) { try one.receive(limit: 1, waits: false) }
    try other.sendAll([1, 2, 3])
    #expect(try one.receive(limit: 2) == [1, 2] && one.receive(limit: 9) == [3])
    one.endSending()
    #expect(try other.receive(limit: 1) == [])
    pair.other = nil
    #expect(try one.receive(limit: 1) == [])
    #expect(throws: SystemError(code: .brokenPipe, call: "send")) { try one.sendAll([1]) }
  }

  @Test func `a socket that is full takes no more without waiting`() throws {
    let pair = try SocketPair()
    let bytes = [UInt8](repeating: 0, count: 1 << 20)
    #expect(throws: SystemError(code: .wouldBlock, call: "send")) { while true { _ = try pair.one.file.send(bytes.span, waits: false) } }
  }

  @Test func `input is forgotten`() throws {
    var pair = try SocketPair()
    try pair.one.file.setBlocking(false)
    #expect(!pair.one.file.discardInput())
    try FileDescriptor(pair.other?.rawValue ?? -1).sendAll([1, 2])
    #expect(pair.one.file.discardInput() && !pair.one.file.discardInput())
    pair.other = nil
    #expect(!pair.one.file.discardInput())
    try pair.one.file.setBlocking(true)
    #expect(fcntl(pair.one.rawValue, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test func `a reader of output is noticed when it leaves`() throws {
    var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    #expect(pipe(&input) == 0 && pipe(&output) == 0)
    let source = OwnedDescriptor(owning: input[0])
    let feeder = OwnedDescriptor(owning: input[1])
    let written = OwnedDescriptor(owning: output[1])
    do {
      let reader = OwnedDescriptor(owning: output[0])
      try feeder.write([1])
      #expect(source.file.waitForInput(whileOneReads: written.file))
      #expect(try source.file.read(limit: 9) == [1])
      withExtendedLifetime(reader) {}
    }
    #expect(!source.file.waitForInput(whileOneReads: written.file))
  }
}
