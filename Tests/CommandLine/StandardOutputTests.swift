// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import CommandLine

@Suite struct StandardOutputTests {
  private struct Failure: Error {}

  @Test func `output from before an error reaches the reader`() throws {
    var pipe: [Int32] = [0, 0]
    try #require(Glibc.pipe(&pipe) == 0)
    defer { close(pipe[0]) }
    let writer = pipe[1]
    #expect(throws: Failure.self) {
      var output = StandardOutput(to: writer)
      output.write("half of the answer\n")
      throw Failure()
    }
    close(writer)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(pipe[0], &bytes, bytes.count)
    #expect(bytes.prefix(max(count, 0)).elementsEqual("half of the answer\n".utf8))
  }
}
