/// A table (named database) of an environment.
package struct Table: Sendable {
  package let name: StaticString
  /// The LMDB handle (`MDB_dbi`).
  let handle: UInt32

  /// - Parameter index: Index in the list of tables that the environment is opened with.
  package init(_ name: StaticString, index: UInt32) {
    self.name = name
    // LMDB numbers handles in the order of opening, after two of its own. Environment verifies it.
    handle = index + 2
  }
}
