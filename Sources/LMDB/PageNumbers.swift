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

  @inline(__always)
  private static func page(of pointer: UnsafeRawPointer?, pageSize: UInt) -> UnsafeRawPointer? {
    unsafe UnsafeRawPointer(bitPattern: UInt(bitPattern: pointer) & ~(pageSize &- 1))
  }

  @inline(__always)
  private static func number(of page: UnsafeRawPointer) -> UInt { unsafe page.load(as: UInt.self) }
}
