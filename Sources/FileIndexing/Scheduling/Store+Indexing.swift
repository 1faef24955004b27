package import IndexStore

extension Store {
  /// Opens the files' store for writing, and makes it where there is none.
  ///
  /// One that an earlier version wrote is set aside: all that is in it can be read from the disk again.
  ///
  /// - Parameter report: Told in one line of what is set aside.
  package static func openForIndexing(_ path: String, report: (String) -> Void) throws(StoreError) -> Store {
    do throws(StoreError) {
      return try open(path, .write(creating: true))
    } catch {
      guard case .olderFormat(_, let found) = error else { throw error }
      report("\(path): the index is from an earlier version (format \(found)); setting it aside and rebuilding it")
      try setAside(path)
      return try open(path, .write(creating: true))
    }
  }
}
