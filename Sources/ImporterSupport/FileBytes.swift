// SPDX-License-Identifier: Apache-2.0

/// The byte order of integers in a file.
@usableFromInline
package enum ByteOrder: Sendable {
  case big
  case little
}

/// Random access to a file's bytes for parsers of headers.
///
/// Small reads are buffered, so that a system call serves several kilobytes. A budget limits how
/// much a hostile file can make a parser read: when it is used up, the file seems to end, which
/// ends every loop over offsets or chunks.
@usableFromInline
package final class FileBytes {
  /// The size of the file.
  package let count: Int

  /// The error of a failed read, if any. The file seems to end there.
  package private(set) var error: ImportError?

  private static let windowSize = 4 << 10
  private let read: (_ offset: Int, _ count: Int) throws(ImportError) -> [UInt8]
  private var budget: Int
  private var window: [UInt8] = []
  private var windowStart = 0

  /// - Parameters:
  ///   - count: The size of the file.
  ///   - budget: Maximum number of bytes to read in total.
  ///   - read: Returns up to `count` bytes at `offset`, fewer only at the end of the file.
  package init(count: Int, budget: Int = 64 << 20, read: @escaping (_ offset: Int, _ count: Int) throws(ImportError) -> [UInt8]) {
    self.count = count
    self.budget = budget
    self.read = read
  }

  /// Creates access to bytes in memory.
  package convenience init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { offset, count throws(ImportError) in Array(bytes[offset..<(offset + count)]) }
  }

  /// Creates access to the bytes of an imported file.
  package convenience init(_ file: ImportedFile) {
    self.init(count: Int(clamping: file.byteCount)) { offset, count throws(ImportError) in
      try file.read(at: UInt64(offset), count: count)
    }
  }

  /// Creates access to a part of a file, which uses up the budget of the file.
  package convenience init(_ file: FileBytes, _ range: Range<Int>) {
    let range = range.clamped(to: 0..<file.count)
    self.init(count: range.count) { offset, count throws(ImportError) in file.bytes(at: range.lowerBound + offset, count: count) }
  }

  /// Up to `wanted` bytes at `offset`: fewer at the end of the file or budget, none if the offset
  /// is outside the file.
  package func bytes(at offset: Int, count wanted: Int) -> [UInt8] {
    guard offset >= 0, offset < count, wanted > 0 else { return [] }
    let length = min(wanted, count - offset)
    // Each read costs a minimum, so that a loop over empty chunks ends.
    budget -= max(length, 16)
    guard budget >= 0 else { return [] }
    guard length <= Self.windowSize else { return checked(offset, length) }
    if offset < windowStart || offset + length > windowStart + window.count {
      window = checked(offset, min(Self.windowSize, count - offset))
      windowStart = offset
    }
    let start = offset - windowStart
    return Array(window[start..<min(start + length, window.count)])
  }

  private func checked(_ offset: Int, _ count: Int) -> [UInt8] {
    do {
      return try read(offset, count)
    } catch {
      self.error = error
      return []
    }
  }

  /// The integer at `offset`; `nil` if its bytes are not all available.
  @inlinable
  package func integer<Integer: FixedWidthInteger>(at offset: Int, as type: Integer.Type, _ order: ByteOrder) -> Integer? {
    number(at: offset, byteCount: Integer.bitWidth / 8, order).map { Integer(truncatingIfNeeded: $0) }
  }

  /// An integer of one to eight bytes. Most are in the window, and no array is made for them.
  @usableFromInline
  package func number(at offset: Int, byteCount: Int, _ order: ByteOrder) -> UInt64? {
    guard offset >= windowStart, offset - windowStart <= window.count - byteCount else {
      let found = bytes(at: offset, count: byteCount)
      return found.count == byteCount ? Self.number(found, 0..<byteCount, order) : nil
    }
    budget -= max(byteCount, 16)
    let start = offset - windowStart
    return budget >= 0 ? Self.number(window, start..<(start + byteCount), order) : nil
  }

  private static func number(_ bytes: [UInt8], _ range: Range<Int>, _ order: ByteOrder) -> UInt64 {
    var number: UInt64 = 0
    if range.lowerBound >= 0, range.lowerBound <= bytes.count - 8 {
      // One load, of which the bytes that follow are cut off.
      number = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self) }
      let others = 64 - 8 * range.count
      return order == .big ? UInt64(bigEndian: number) >> others : (UInt64(littleEndian: number) << others) >> others
    }
    switch order {
    case .big: for index in range { number = number << 8 | UInt64(bytes[index]) }
    case .little: for index in range.reversed() { number = number << 8 | UInt64(bytes[index]) }
    }
    return number
  }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// The integer at `offset` from the start; `nil` if its bytes are not all available.
  @inlinable
  package func integer<Integer: FixedWidthInteger>(at offset: Int, as type: Integer.Type, _ order: ByteOrder) -> Integer? {
    let size = Integer.bitWidth / 8
    guard offset >= 0, offset <= count - size else { return nil }
    var value: Integer = 0
    for index in 0..<size {
      let byte = self[startIndex + offset + (order == .big ? index : size - 1 - index)]
      value = (size == 1 ? 0 : value << 8) | Integer(truncatingIfNeeded: byte)
    }
    return value
  }

  /// Whether the bytes at `offset` are those of `text`.
  package func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    let wanted = Array(text.description.utf8)
    guard offset >= 0, offset <= count - wanted.count else { return false }
    return self.dropFirst(offset).prefix(wanted.count).elementsEqual(wanted)
  }
}
