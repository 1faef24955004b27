// SPDX-License-Identifier: Apache-2.0

package import IndexStore

extension Store {
  /// Opens a store of files for writing.
  ///
  /// A store with the format of an earlier version is renamed and replaced by an empty one: all of
  /// its data can be read from the files again.
  ///
  /// - Parameters:
  ///   - creating: Whether a store is created if there is none.
  ///   - report: Called with a line for the user if a store is replaced.
  package static func openForIndexing(_ path: String, creating: Bool = true, report: (String) -> Void) throws(StoreError) -> Store {
    do throws(StoreError) {
      return try open(path, .write(creating: creating))
    } catch {
      guard case .olderFormat(_, let found) = error else { throw error }
      report("\(path): the index is from an earlier version (format \(found)); setting it aside and rebuilding it")
      try setAside(path)
      return try open(path, .write(creating: true))
    }
  }
}
