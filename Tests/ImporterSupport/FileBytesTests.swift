// SPDX-License-Identifier: Apache-2.0

import ImporterSupport
import Testing

@Suite struct FileBytesTests {
  private let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

  @Test(arguments: [(0, 10), (4090, 20), (100, 5000), (19_990, 100), (20_000, 1), (-1, 5), (5, 0), (3, 4096)])
  func `each range has the same bytes as in memory`(offset: Int, count: Int) {
    let file = FileBytes(bytes)
    let expected = offset < 0 || offset >= bytes.count ? [] : Array(bytes[offset..<min(bytes.count, offset + count)])
    #expect(file.bytes(at: offset, count: count) == expected)
    #expect(file.bytes(at: offset, count: count) == expected, "from the window as well")
  }

  @Test func `integers have a byte order and need all of their bytes`() {
    let file = FileBytes([1, 2, 3, 4])
    #expect(file.integer(at: 0, as: UInt32.self, .big) == 0x0102_0304)
    #expect(file.integer(at: 0, as: UInt32.self, .little) == 0x0403_0201)
    #expect(file.integer(at: 2, as: Int8.self, .big) == 3)
    #expect(file.integer(at: 1, as: UInt32.self, .big) == nil)
    #expect(file.integer(at: Int.max, as: UInt64.self, .big) == nil)
  }

  @Test func `integers of each size are those of their bytes`() {
    func check<Integer: FixedWidthInteger>(_ type: Integer.Type, _ file: FileBytes) {
      for offset in 0..<5000 {
        let own = bytes[offset..<(offset + Integer.bitWidth / 8)]
        #expect(file.integer(at: offset, as: Integer.self, .big) == own.integer(at: 0, as: Integer.self, .big))
        #expect(file.integer(at: offset, as: Integer.self, .little) == own.integer(at: 0, as: Integer.self, .little))
      }
    }
    check(UInt8.self, FileBytes(bytes))
    check(UInt16.self, FileBytes(bytes))
    check(UInt32.self, FileBytes(bytes))
    check(Int64.self, FileBytes(bytes))
  }

  @Test func `the budget ends the file, also for repeated reads`() {
    let file = FileBytes(count: 100, budget: 1600) { _, count in [UInt8](repeating: 1, count: count) }
    let answered = (0..<1000).prefix { _ in !file.bytes(at: 0, count: 1).isEmpty }
    #expect(answered.count == 100)
  }

  @Test func `small reads close to each other need one call`() {
    var calls = 0
    let file = FileBytes(count: 10_000) { _, count in
      calls += 1
      return [UInt8](repeating: 1, count: count)
    }
    for offset in 0..<1000 { _ = file.bytes(at: offset, count: 8) }
    #expect(calls == 1)
  }

  @Test func `a failed read ends the file and is remembered`() {
    let file = FileBytes(count: 100) { _, _ throws(ImportError) in throw .system(code: 5, call: "pread") }
    #expect(file.bytes(at: 0, count: 10).isEmpty)
    #expect(file.error == .system(code: 5, call: "pread"))
  }

  @Test func `boxes end at a wrong length`() {
    let box: [UInt8] = [0, 0, 0, 12] + Array("free".utf8) + [1, 2, 3, 4]
    #expect(ISOBox.list(in: FileBytes(box + box), 0..<24).map(\.body) == [8..<12, 20..<24])
    #expect(ISOBox.list(in: FileBytes(box + [0, 0, 1, 0] + box.dropFirst(4)), 0..<24).count == 1)
    #expect(ISOBox.list(in: FileBytes([0, 0, 0, 0] + box.dropFirst(4)), 0..<12).map(\.body) == [8..<12], "0 is: to the end")
    #expect(ISOBox.list(in: FileBytes([0, 0, 0, 1] + Array("wide".utf8) + [UInt8](repeating: 0xFF, count: 8)), 0..<16).isEmpty)
  }
}
