// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Recognises pages that lie in the place of others.
///
/// Each page of LMDB begins with its number, which is its position in the file. LMDB itself does not
/// compare them. Damage that exchanges pages, such as that of a file system which lost writes, would
/// otherwise lead to rows that are intact and belong somewhere else.
@safe
struct PageNumbers: Sendable {
  /// Addresses of the memory map; empty if it is unknown.
  private let map: Range<UInt>
  private let pageSize: UInt

  /// - Parameters:
  ///   - mapStart: The address of the memory map; 0 if it is unknown. Every page is then accepted.
  ///   - pageSize: A power of two.
  init(mapStart: UInt, mapSize: Int, pageSize: Int) {
    map = mapStart == 0 ? 0..<0 : mapStart..<max(mapStart, mapStart &+ UInt(mapSize))
    self.pageSize = UInt(pageSize)
  }

  /// The address of the memory map, according to the number of the page that contains `pointer`.
  static func mapStart(from pointer: UnsafeRawPointer?, pageSize: Int) -> UInt {
    guard let page = unsafe page(of: pointer, pageSize: UInt(pageSize)) else { return 0 }
    return unsafe UInt(bitPattern: page) &- number(of: page) &* UInt(pageSize)
  }

  /// Whether the page that contains `pointer` has the number of its position. A page that a write
  /// transaction has changed is not in the map, and is accepted.
  @inline(__always)
  func isInPlace(_ pointer: UnsafeRawPointer?) -> Bool {
    guard map.contains(UInt(bitPattern: pointer)), let page = unsafe Self.page(of: pointer, pageSize: pageSize) else { return true }
    return unsafe UInt(bitPattern: page) &- map.lowerBound == Self.number(of: page) &* pageSize
  }

  /// Whether a key in the map belongs to the first row of its page.
  func isFirstRow(_ key: UnsafeRawPointer?) -> Bool {
    guard map.contains(UInt(bitPattern: key)), let page = unsafe Self.page(of: key, pageSize: pageSize) else { return false }
    // The offsets of the rows follow the header of a page (MDB_page). A row begins with a header of
    // its own (MDB_node), which the key follows.
    let row = unsafe page.load(fromByteOffset: 16, as: UInt16.self)
    return unsafe key == page + Int(row) + 8
  }

  /// Whether the keys on the page that contains `key` ascend and have possible lengths. A page that a
  /// write transaction has changed is not in the map, and is accepted.
  ///
  /// - Complexity: O(rows on the page), about 0.5 µs.
  func areKeysInOrder(aroundKey key: UnsafeRawPointer?, lengths: ClosedRange<Int>) -> Bool {
    guard map.contains(UInt(bitPattern: key)), let page = unsafe Self.page(of: key, pageSize: pageSize) else { return true }
    let bytes = unsafe UnsafeRawBufferPointer(start: page, count: Int(pageSize))
    // The header of a page (MDB_page) has the end of the list of offsets, which follows the header.
    let end = unsafe Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt16.self))
    guard (16...bytes.count).contains(end) else { return false }
    var previous: UnsafeRawBufferPointer?
    for position in stride(from: 16, to: end & ~1, by: 2) {
      // The header of a row (MDB_node) ends with the length of the key, which follows it.
      let row = unsafe Int(bytes.loadUnaligned(fromByteOffset: position, as: UInt16.self))
      guard row >= end, row + 8 <= bytes.count else { return false }
      let length = unsafe Int(bytes.loadUnaligned(fromByteOffset: row + 6, as: UInt16.self))
      guard lengths.contains(length), row + 8 + length <= bytes.count else { return false }
      let key = unsafe UnsafeRawBufferPointer(rebasing: bytes[(row + 8)..<(row + 8 + length)])
      if let previous = unsafe previous, unsafe !previous.isOrdered(before: key) { return false }
      unsafe previous = key
    }
    return true
  }

  @inline(__always)
  private static func page(of pointer: UnsafeRawPointer?, pageSize: UInt) -> UnsafeRawPointer? {
    unsafe UnsafeRawPointer(bitPattern: UInt(bitPattern: pointer) & ~(pageSize &- 1))
  }

  @inline(__always)
  private static func number(of page: UnsafeRawPointer) -> UInt { unsafe page.load(as: UInt.self) }
}

extension UnsafeRawBufferPointer {
  /// LMDB's order of keys.
  func isOrdered(before other: UnsafeRawBufferPointer) -> Bool {
    let common = Swift.min(count, other.count)
    guard common > 0, let bytes = baseAddress, let others = other.baseAddress else { return count < other.count }
    let order = unsafe memcmp(bytes, others, common)
    return order == 0 ? count < other.count : order < 0
  }
}
