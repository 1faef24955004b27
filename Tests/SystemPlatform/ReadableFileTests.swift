// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPlatform
import Testing

struct ReadableFileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 / 256 ^ $0) } }

  @Test(arguments: [0, 1, 4096, 100_000])
  func `a file is read as a whole, or up to a limit`(count: Int) throws {
    let expected = bytes(count)
    let path = try folder.add("a", expected)
    #expect(try ReadableFile.contents(of: path, limit: .max) == expected)
    for limit in [0, 1, count, count + 1] {
      #expect(try ReadableFile.contents(of: path, limit: limit) == Array(expected.prefix(limit)), "limit \(limit)")
    }
  }

  @Test func `a file tells its kind, length and owner`() throws {
    let file = try ReadableFile(try folder.add("a", [1, 2, 3]))
    #expect(file.kind == .regular && file.byteCount == 3 && file.owner == geteuid())
    let directory = try ReadableFile(Path(folder.path))
    #expect(directory.kind == .directory)
    let device = try ReadableFile(Path("/dev/null"))
    #expect(device.kind == .other)
  }

  @Test(arguments: [0, 1, 131_071, 131_072, 131_073, 300_000])
  func `the contents of files are compared to the last byte`(count: Int) throws {
    let file = try ReadableFile(try folder.add("a", bytes(count)))
    let equal = try folder.add("b", bytes(count))
    #expect(try file.hasContents(of: ReadableFile(equal)))
    #expect(try !file.hasContents(of: ReadableFile(try folder.add("c", bytes(count + 1)))))
    #expect(try file.bytes(at: count / 2, count: count + 1) == Array(bytes(count).suffix(count - count / 2)))
    guard count > 0 else { return }
    for index in [0, count / 2, count - 1] {
      var changed = bytes(count)
      changed[index] ^= 1
      #expect(try !file.hasContents(of: ReadableFile(try folder.add("d\(index)", changed))))
    }
    // Shorter than when it was opened.
    let shrinking = try ReadableFile(equal)
    #expect(truncate(equal.text, off_t(count - 1)) == 0)
    #expect(try !file.hasContents(of: shrinking))
  }

  @Test func `names of one file have one identity`() throws {
    let path = try folder.add("a", [1])
    let other = try folder.add("b", [1])
    #expect(link(path.text, other.text + " 2") == 0)
    #expect(try ReadableFile(Path(other.text + " 2")).identity == ReadableFile(path).identity)
    #expect(try ReadableFile(other).identity != ReadableFile(path).identity)
  }

  @Test func `a file that changes is read up to the length that it had`() throws {
    let path = try folder.add("a", bytes(1000))
    let growing = try ReadableFile(path)
    let shrinking = try ReadableFile(path)
    #expect(truncate(path.text, 2000) == 0)
    #expect(try growing.contents(limit: .max) == bytes(1000))
    #expect(truncate(path.text, 10) == 0)
    #expect(try shrinking.contents(limit: .max) == bytes(10))
  }

  @Test func `a file without a length is read in pieces`() throws {
    let path = folder.path(of: "fifo")
    #expect(mkfifo(path.text, 0o600) == 0)
    let writer = OwnedDescriptor(owning: open(path.text, O_RDWR | O_NONBLOCK | O_CLOEXEC))
    try writer.write(bytes(40_000))
    let file = try ReadableFile(path)
    #expect(file.kind == .other && file.byteCount == 0)
    #expect(try file.contents(limit: 40_000) == bytes(40_000))
  }

  @Test func `a FIFO that nobody writes to is empty, and opening it does not wait`() throws {
    let path = folder.path(of: "fifo")
    #expect(mkfifo(path.text, 0o600) == 0)
    #expect(try ReadableFile.contents(of: path, limit: 10) == [])
  }

  @Test func `the files of the kernel are read`() throws {
    #expect(ReadableFile.kernelText("/proc/self/stat")?.hasPrefix("\(getpid()) ") == true)
    #expect(ReadableFile.kernelText("/proc/self/maps")?.hasSuffix("\n") == true)
    #expect(ReadableFile.kernelText("/proc/self/nothing") == nil)
  }

  @Test func `an error names the call and the path`() throws {
    let missing = folder.path(of: "missing")
    #expect(throws: SystemError(code: .noSuchFileOrDirectory, call: "open", path: missing)) {
      try ReadableFile.contents(of: missing, limit: 1)
    }
    let directory = Path(folder.path)
    #expect(throws: SystemError(code: .isDirectory, call: "read", path: directory)) { try ReadableFile.contents(of: directory, limit: 1) }
    let below = Path(try folder.add("file").text + "/x")
    #expect(throws: SystemError(code: .notDirectory, call: "open", path: below)) { try ReadableFile.contents(of: below, limit: 1) }
  }

  @Test func `a symbolic link is followed unless it must not be`() throws {
    try folder.add("file", [7])
    let link = folder.path(of: "link")
    #expect(symlink("file", link.text) == 0)
    #expect(try ReadableFile.contents(of: link, limit: 9) == [7])
    #expect(throws: SystemError(code: .tooManyLinks, call: "open", path: link)) { _ = try ReadableFile(link, followsLink: false).byteCount }
  }
}
