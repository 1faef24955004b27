// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import SystemPlatform
import Testing

struct DescriptorTests {
  @Test func `only an interrupted call is made again`() {
    var codes = [EINTR, EINTR, EIO, 0]
    var calls = 0
    let result = retryingInterrupted { () -> Int in
      calls += 1
      errno = codes.removeFirst()
      return -1
    }
    #expect(result == -1 && calls == 3)
    #expect(
      retryingInterrupted { () -> Int32 in
        errno = EINTR
        return 5
      } == 5)
  }

  @Test func `a descriptor is closed at the end of its owner's life`() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let reader = OwnedDescriptor(owning: ends[0])
    do {
      let writer = OwnedDescriptor(owning: ends[1])
      try writer.write([1, 2])
    }
    var bytes: [UInt8] = [0, 0, 0]
    #expect(read(reader.rawValue, &bytes, 3) == 2)
    // The end of the pipe: nobody has it open for writing.
    #expect(read(reader.rawValue, &bytes, 3) == 0)
  }

  @Test func `a descriptor that was taken is not closed`() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let reader = OwnedDescriptor(owning: ends[0])
    let taken: Int32
    do { taken = OwnedDescriptor(owning: ends[1]).take() }
    try OwnedDescriptor(owning: taken).write([1])
    var bytes: [UInt8] = [0]
    #expect(read(reader.rawValue, &bytes, 1) == 1)
  }

  @Test func `an error of writing names the call and the path`() throws {
    let full = Path("/dev/full")
    let device = OwnedDescriptor(owning: open("/dev/full", O_WRONLY | O_CLOEXEC))
    #expect(throws: SystemError(code: .noSpace, call: "write", path: full)) { try device.write([1], path: full) }
    try device.write([], path: full)
  }

  /// In a process of its own, because the handler of a signal is that of all threads.
  @Test func `signals interrupt no write`() async {
    await #expect(processExitsWith: .success) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in }
      // Without SA_RESTART.
      #expect(sigaction(SIGUSR2, &action, nil) == 0)
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      let (input, thread, count) = (ends[0], pthread_self(), 4 << 20)
      let written = OwnedDescriptor(owning: ends[1])
      Thread.detachNewThread {
        var (sum, piece) = (0, [UInt8](repeating: 0, count: 4096))
        while sum < count {
          // The writer waits, because the pipe is full.
          pthread_kill(thread, SIGUSR2)
          sum += max(0, read(input, &piece, piece.count))
        }
        exit(piece.allSatisfy { $0 == 7 } ? EXIT_SUCCESS : EXIT_FAILURE)
      }
      try written.write([UInt8](repeating: 7, count: count))
      // The reader ends the process.
      while true { pause() }
    }
  }

  /// In a process of its own, in which nobody else opens files.
  @Test func `nothing stays open, also after errors`() async {
    await #expect(processExitsWith: .success) {
      func openCount() throws -> Int { try Directory.names(in: Path("/proc/self/fd")).count }
      let folder = try ScratchFolder()
      let path = try folder.add("a", [1])
      let before = try openCount()
      for _ in 0..<3 {
        _ = try ReadableFile.contents(of: path, limit: 9)
        _ = try? ReadableFile.contents(of: Path(folder.path), limit: 9)
        _ = try? Directory.names(in: path)
        try DurableFile.replace(path, with: [2], through: path.appending(suffix: ".new"))
        _ = try? DurableFile.replace(Path(folder.path), with: [2], through: path.appending(suffix: ".new"))
      }
      #expect(try openCount() == before)
    }
  }
}
