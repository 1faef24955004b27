// SPDX-License-Identifier: Apache-2.0

/// A set of DocumentIDs that only grows.
///
/// It stores one bit for each number in pages that have at least one member, so ten million
/// consecutive numbers take little more than a megabyte.
struct DocumentBitmap {
  private static let pageBits = 15

  private var pages: [UInt64: [UInt64]] = [:]
  private(set) var count = 0

  func contains(_ document: UInt64) -> Bool {
    guard let page = pages[document >> UInt64(Self.pageBits)] else { return false }
    let (word, bit) = Self.wordAndBit(of: document)
    return page[word] >> bit & 1 != 0
  }

  /// - Returns: `false` when `document` was already a member.
  @discardableResult
  mutating func insert(_ document: UInt64) -> Bool {
    let (word, bit) = Self.wordAndBit(of: document)
    let isNew = Self.set(
      &pages[document >> UInt64(Self.pageBits), default: [UInt64](repeating: 0, count: 1 << (Self.pageBits - 6))], word, bit)
    if isNew { count += 1 }
    return isNew
  }

  private static func set(_ page: inout [UInt64], _ word: Int, _ bit: UInt64) -> Bool {
    guard page[word] >> bit & 1 == 0 else { return false }
    page[word] |= 1 << bit
    return true
  }

  private static func wordAndBit(of document: UInt64) -> (word: Int, bit: UInt64) {
    (Int(document & (1 << UInt64(pageBits) - 1)) >> 6, document & 63)
  }
}
