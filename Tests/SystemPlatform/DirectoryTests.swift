// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemPlatform
import Testing

struct DirectoryTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `a directory has its names without . and ..`() throws {
    #expect(try Directory.names(in: Path(folder.path)).isEmpty)
    for name in ["b", "..c", ".a", "é"] { try folder.add(name) }
    #expect(unsafe mkdir([CChar](folder.path.utf8CString.dropLast()) + [0x2F, CChar(bitPattern: 0xE9), 0], 0o700) == 0)
    let names = try Directory.names(in: Path(folder.path)).sorted()
    #expect(names == [FileName("..c"), FileName(".a"), FileName("b"), FileName("é"), FileName([0xE9])])
  }

  @Test func `a long directory is read to its end`() throws {
    let expected = (0..<3000).map { "a long name, so that the kernel needs several answers \($0)" }
    for name in expected { try folder.add(name) }
    #expect(try Directory.names(in: Path(folder.path)).map(\.text).sorted() == expected.sorted())
  }

  @Test func `an error names the call and the path`() throws {
    let missing = folder.path(of: "missing")
    #expect(throws: SystemError(code: .noSuchFileOrDirectory, call: "opendir", path: missing)) { try Directory.names(in: missing) }
    let file = try folder.add("file")
    #expect(throws: SystemError(code: .notDirectory, call: "opendir", path: file)) { try Directory.names(in: file) }
  }

  /// In a process of its own, because it replaces what a descriptor leads to.
  @Test func `an error while reading does not look like the end`() async {
    await #expect(processExitsWith: .success) {
      var directory = try Directory(Path("/usr"))
      // It is looked up, because other threads of the process open files, too.
      let files = FileManager.default
      let number = (Int32(0)..<1024).first { (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == "/usr" }
      let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
      #expect(dup2(null, try #require(number)) == number)
      #expect(throws: SystemError(code: .notDirectory, call: "readdir", path: Path("/usr"))) { _ = try directory.next() }
    }
  }
}
