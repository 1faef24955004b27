/// A table (named database) of an environment.
package struct Table: Sendable {
  package let name: StaticString
  /// LMDB's handle (`MDB_dbi`).
  let handle: UInt32

  /// - Parameter index: The table's index in the list that the environment is opened with.
  package init(_ name: StaticString, index: UInt32) {
    self.name = name
    // LMDB numbers handles in the order of opening, after its two own; Environment checks it.
    handle = index + 2
  }
}
