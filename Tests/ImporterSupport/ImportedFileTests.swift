// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import Testing

@testable import ImporterSupport

@Suite struct ImportedFileTests {
  static let contents: [UInt8] = (0..<1000).map { UInt8($0 % 251) }

  func file(_ descriptor: Int32, byteCount: UInt64 = 1000) -> ImportedFile {
    ImportedFile(
      descriptor: descriptor, byteCount: byteCount, name: [], modified: Timestamp(secondsSinceReferenceDate: 0),
      typeIdentifier: "public.data")
  }

  static let reads: [(offset: UInt64, count: Int, expected: Range<Int>)] = [
    (0, 10, 0..<10), (990, 100, 990..<1000), (1000, 5, 0..<0), (.max, 5, 0..<0), (5, 0, 0..<0), (5, -1, 0..<0), (0, .max, 0..<1000),
  ]

  @Test(arguments: reads)
  func `a read returns the available bytes`(read: (offset: UInt64, count: Int, expected: Range<Int>)) throws {
    let temporary = try TemporaryFile(containing: Self.contents)
    #expect(try file(temporary.descriptor).read(at: read.offset, count: read.count) == Array(Self.contents[read.expected]))
  }

  @Test func `a file that grows ends at its size when it was opened`() throws {
    let temporary = try TemporaryFile(containing: Self.contents)
    let file = file(temporary.descriptor, byteCount: 400)
    var buffer = [UInt8](repeating: 0, count: 600)
    #expect(try buffer.withUnsafeMutableBytes { bytes throws(ImportError) in try file.read(at: 0, into: bytes) } == 400)
    #expect(try buffer.withUnsafeMutableBytes { bytes throws(ImportError) in try file.read(at: 300, into: bytes) } == 100)
  }

  @Test func `a truncated file has fewer bytes than its recorded size`() throws {
    let temporary = try TemporaryFile(containing: Self.contents)
    ftruncate(temporary.descriptor, 300)
    #expect(try file(temporary.descriptor).contents(limit: 5000) == Array(Self.contents[..<300]))
  }

  @Test func `contents beyond the limit are rejected`() throws {
    let temporary = try TemporaryFile(containing: Self.contents)
    #expect(throws: ImportError.self) { try file(temporary.descriptor).contents(limit: 999) }
  }

  @Test func `chunks cover the file in order, and stop on request`() throws {
    let temporary = try TemporaryFile(containing: Self.contents)
    var seen: [UInt8] = []
    try file(temporary.descriptor).forEachChunk(from: 100, chunkByteCount: 64) { chunk in
      for index in chunk.indices { seen.append(chunk[index]) }
      return true
    }
    #expect(seen == Array(Self.contents[100...]))
    var calls = 0
    try file(temporary.descriptor).forEachChunk(chunkByteCount: 64) { _ in
      calls += 1
      return calls < 3
    }
    #expect(calls == 3)
  }

  @Test func `an error of the system contains the name of the call`() {
    #expect(throws: ImportError.system(code: EBADF, call: "pread")) { try file(-1).read(at: 0, count: 1) }
  }
}

/// A file without a name. The space is freed when the object is released.
final class TemporaryFile {
  let descriptor: Int32

  init(containing bytes: [UInt8]) throws {
    var path = Array("/tmp/searchlight-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&path)
    try #require(descriptor >= 0)
    unsafe unlink(path)
    let written = unsafe pwrite(descriptor, bytes, bytes.count, 0)
    try #require(written == bytes.count)
  }

  deinit { close(descriptor) }
}
