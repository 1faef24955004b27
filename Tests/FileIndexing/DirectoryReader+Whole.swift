// SPDX-License-Identifier: Apache-2.0

@testable import FileIndexing

extension DirectoryReader {
  /// The listing of a directory. If it consists of parts, they are joined.
  func read(_ path: [UInt8], at position: Position) throws(ReadError) -> DirectoryListing {
    var whole: DirectoryListing?
    do {
      try read(path, at: position) { listing in
        whole?.entries += listing.entries
        if whole == nil { whole = listing }
        return true
      }
    } catch let error as ReadError {
      throw error
    } catch {
      preconditionFailure("nothing else throws")
    }
    guard let whole else { preconditionFailure("a directory that is read has a listing") }
    return whole
  }
}
