// SPDX-License-Identifier: Apache-2.0

/// Reads libFuzzer's input as numbers and blocks. After the end it returns zeros and empty blocks,
/// so that every input is valid.
package struct FuzzInput {
  private var rest: ArraySlice<UInt8>

  package init(_ start: UnsafePointer<UInt8>?, _ count: Int) { rest = Array(UnsafeBufferPointer(start: start, count: count))[...] }

  package mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  package mutating func uint16() -> Int { Int(byte()) | Int(byte()) << 8 }

  /// The next `count` bytes, or fewer at the end.
  package mutating func block(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// All bytes that were not read yet.
  package mutating func remainder() -> [UInt8] { block(rest.count) }
}
