/// Reads libFuzzer's input as numbers and blocks. Past the end it yields zeros and empty blocks, so that every input means something.
package struct FuzzInput {
  private var rest: ArraySlice<UInt8>

  package init(_ start: UnsafePointer<UInt8>?, _ count: Int) { rest = Array(UnsafeBufferPointer(start: start, count: count))[...] }

  package mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  package mutating func uint16() -> Int { Int(byte()) | Int(byte()) << 8 }

  /// The next `count` bytes, or as many as there are.
  package mutating func block(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Everything that was not read yet.
  package mutating func remainder() -> [UInt8] { block(rest.count) }
}
