// SPDX-License-Identifier: Apache-2.0

import SystemPlatform
import Testing

struct MemoryTests {
  @Test func `the first byte with a value is found`() {
    let bytes: [UInt8] = [1, 2, 3, 2]
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      #expect(RawMemory.first(2, from: start, count: 4) == start + 1)
      #expect(RawMemory.first(2, from: start + 2, count: 2) == start + 3)
      #expect(RawMemory.first(2, from: start + 2, count: 1) == nil && RawMemory.first(9, from: start, count: 4) == nil)
    }
  }

  @Test func `bytes are compared without signs`() {
    let (one, other): ([UInt8], [UInt8]) = ([1, 0x7F], [1, 0x80])
    one.withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        guard let one = one.baseAddress, let other = other.baseAddress else { return }
        #expect(RawMemory.order(one, other, count: 2) < 0 && RawMemory.order(other, one, count: 2) > 0)
        #expect(RawMemory.order(one, other, count: 1) == 0)
      }
    }
  }

  @Test func `memory keeps its bytes when it grows`() {
    var memory = RawMemory.resized(nil, to: 2)
    memory.storeBytes(of: 0x0102, as: UInt16.self)
    memory = RawMemory.resized(memory, to: 1 << 20)
    #expect(memory.load(as: UInt16.self) == 0x0102)
    RawMemory.free(memory)
    let zeros = RawMemory.zeroed(1 << 12)
    #expect(UnsafeRawBufferPointer(start: zeros, count: 1 << 12).allSatisfy { $0 == 0 })
    RawMemory.free(zeros)
  }

  @Test func `mapped memory is that of the file`() throws {
    let folder = try ScratchFolder()
    let path = try folder.add("a", [UInt8](repeating: 7, count: 4096))
    let file = try OwnedDescriptor(opening: path, .readAndWrite)
    let memory = try MappedMemory(of: file.file, byteCount: 4096)
    memory.base.storeBytes(of: 9, toByteOffset: 5, as: UInt8.self)
    #expect(try file.file.read(limit: 2, at: 4) == [7, 9])
    #expect(throws: SystemError(code: Errno(rawValue: 9), call: "mmap")) { _ = try MappedMemory(of: FileDescriptor(-1), byteCount: 1) }
  }

  @Test func `functions of numbers are those of the C library`() {
    #expect(Mathematics.power(2, 10) == 1024 && Mathematics.powerOfTwo(-1) == 0.5)
    #expect(Mathematics.binaryLogarithm(8) == 3 && Mathematics.naturalLogarithm(1) == 0)
  }

  @Test func `a name matches a pattern of the shell`() {
    #expect(FileName("a.txt").matches(pattern: Array("*.t[wx]t".utf8)))
    #expect(!FileName("a.txt").matches(pattern: Array("*.t[!wx]t".utf8)))
    #expect(FileName([0xE9]).matches(pattern: Array("*".utf8)))
  }
}
