// SPDX-License-Identifier: Apache-2.0

/// A table (named database) of an environment.
package struct Table: Sendable {
  package let name: StaticString
  /// The LMDB handle (`MDB_dbi`).
  let handle: UInt32
  /// The number of bytes that a key can have. Keys of other lengths are damage.
  let keyLengths: ClosedRange<Int>

  /// - Parameter index: Index in the list of tables that the environment is opened with.
  package init(_ name: StaticString, index: UInt32, keyLengths: ClosedRange<Int>) {
    // LMDB numbers handles in the order of opening, after two of its own. Environment verifies it.
    self.init(name, handle: index + 2, keyLengths: keyLengths)
  }

  private init(_ name: StaticString, handle: UInt32, keyLengths: ClosedRange<Int>) {
    (self.name, self.handle, self.keyLengths) = (name, handle, keyLengths)
  }

  /// LMDB's own table of free pages.
  static let freePages = Table("free pages", handle: 0, keyLengths: 8...8)
  /// LMDB's own table that lists all others.
  static let tables = Table("tables", handle: 1, keyLengths: 1...511)
}
