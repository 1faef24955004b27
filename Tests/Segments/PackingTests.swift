// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Segments

@Suite struct PackingTests {
  @Test func `columns return every number of every width`() throws {
    var random = SeededGenerator()
    for count in [0, 1, 127, 128, 129, 300] {
      for width in 0...64 {
        let most = width == 0 ? 0 : UInt64.max >> UInt64(64 - width)
        let base = UInt64.random(in: 0...(UInt64.max - most), using: &random)
        // Some numbers agree in their low bits.
        let step = random.pick([0, 0, width / 2, width])
        let numbers = (0..<count).map { _ in base + UInt64.random(in: 0...most, using: &random) & (.max << UInt64(step)) }
        try expectRightColumn(of: numbers, &random)
      }
    }
  }

  private func expectRightColumn(of numbers: [UInt64], _ random: inout SeededGenerator) throws {
    let sink = ByteSink(scratchIn: "/tmp")
    var writer = PackedColumnWriter(sink)
    for number in numbers { try writer.append(number) }
    let range = try writer.finish()
    let region = Region(MemoryBlocks(sink.bytes), .documentIDs, 0..<sink.count)
    let column = try PackedColumn(region, range, count: numbers.count)
    for index in numbers.indices { #expect(try column[index] == numbers[index], "seed \(random.seed)") }
    var read: [UInt64] = []
    try column.forEach { read.append($0) }
    #expect(read == numbers, "seed \(random.seed)")
    for block in 0..<column.blockCount {
      let contents = Array(numbers[block * 128..<min(block * 128 + 128, numbers.count)])
      #expect(indices(column.fullBitmap(of: block)) == Array(contents.indices))
      for _ in 0..<8 {
        // Bounds equal to a number, next to one, and arbitrary.
        let ends = (0..<2).map { _ in
          random.pick([
            random.pick(contents), random.pick(contents) &+ 1, random.pick(contents) &- 1, .random(in: 0 ... .max, using: &random), 0,
          ])
        }.sorted()
        let wanted = ends[0]...ends[1]
        #expect(
          indices(try column.bitmap(of: wanted, in: block)) == contents.indices.filter { wanted.contains(contents[$0]) },
          "\(wanted), seed \(random.seed)")
      }
      let members = (0..<2).map { word in
        (0..<64).reduce(UInt64(0)) { bits, bit in
          word * 64 + bit < contents.count && Bool.random(using: &random) ? bits | 1 << UInt64(bit) : bits
        }
      }
      let chosen = indices((members[0], members[1])).map { contents[$0] }
      var unpacked = [UInt64](repeating: 0, count: 128)
      try column.unpack(members[...], of: block, into: &unpacked)
      #expect(Array(unpacked[..<chosen.count]) == chosen, "seed \(random.seed)")
    }
  }

  private func indices(_ bitmap: PackedBlock.Bitmap) -> [Int] {
    (0..<128).filter { ($0 < 64 ? bitmap.first >> UInt64($0) : bitmap.second >> UInt64($0 - 64)) & 1 != 0 }
  }

  @Test func `blocks return every number of every width, including exceptions`() {
    var random = SeededGenerator()
    for count in 1...PFORBlock.capacity {
      for width in stride(from: 0, through: 32, by: count == PFORBlock.capacity ? 1 : 4) {
        let most = width == 0 ? 0 : UInt32.max >> UInt32(32 - width)
        let numbers = (0..<count).map { _ in
          Int.random(in: 0..<20, using: &random) == 0 ? random.next(upperBound: UInt32.max) : UInt32.random(in: 0...most, using: &random)
        }
        var bytes: [UInt8] = []
        numbers.withUnsafeBufferPointer { PFORBlock.append($0, to: &bytes) }
        let blocks = MemoryBlocks(bytes)
        var cursor = blocks.cursor
        var read = [UInt32](repeating: 7, count: count)
        read.withUnsafeMutableBufferPointer { buffer in
          if let base = buffer.baseAddress { PFORBlock.read(count, from: &cursor, into: base) }
        }
        #expect(read == numbers, "seed \(random.seed)")
        #expect(!cursor.hasFailed && cursor.remaining == 0)
        var other = blocks.cursor
        PFORBlock.skip(count, in: &other)
        #expect(!other.hasFailed && other.remaining == 0)
      }
    }
  }

  /// An independent, bitwise implementation of the layout on disk.
  private func number(_ index: Int, ofWidth width: Int, inLanes bytes: ArraySlice<UInt8>) -> UInt64 {
    (0..<width).reduce(0) { number, bit in
      let inLane = index / 4 * width + bit
      let inBytes = (inLane / 32 * 4 + index % 4) * 32 + inLane % 32
      return number | UInt64(bytes[bytes.startIndex + inBytes / 8] >> UInt8(inBytes % 8) & 1) << UInt64(bit)
    }
  }

  @Test(arguments: 1...32) func `128 numbers are stored in four lanes`(width: Int) throws {
    var random = SeededGenerator()
    let most = UInt32.max >> UInt32(32 - width)
    // Both extremes occur, so no smaller width suffices. All numbers except the least have the
    // highest bit set.
    let numbers = (0..<128).map { $0 == 0 ? 0 : UInt32.random(in: most / 2 + 1...most, using: &random) }
    var run: [UInt8] = []
    numbers.withUnsafeBufferPointer { PFORBlock.append($0, to: &run) }
    #expect(run[0] == UInt8(width))
    #expect(numbers.indices.map { number($0, ofWidth: width, inLanes: run[1...]) } == numbers.map(UInt64.init), "seed \(random.seed)")

    let sink = ByteSink(scratchIn: "/tmp")
    var writer = PackedColumnWriter(sink)
    for number in numbers { try writer.append(UInt64(number) + 1000) }
    _ = try writer.finish()
    let shift = numbers.reduce(0, |).trailingZeroBitCount
    #expect(sink.bytes[..<(16 * (width - shift))].count == sink.count - PackedColumnWriter.entrySize)
    let distances = numbers.indices.map { number($0, ofWidth: width - shift, inLanes: sink.bytes[...]) << UInt64(shift) }
    #expect(distances == numbers.map(UInt64.init), "seed \(random.seed)")
  }
}
