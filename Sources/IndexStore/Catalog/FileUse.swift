// SPDX-License-Identifier: Apache-2.0

internal import CXXHash
internal import LMDB

/// When and how often a file was opened. It is a part of the document's row, so it stays with the
/// document when the file is renamed or gets new contents.
package struct FileUse: Sendable, Equatable {
  /// The last time, in seconds since 1970.
  package var last: Int64
  /// The number of times.
  package var count: UInt64
  /// Whether the last time was recorded by ``Store/recordOpening(of:)``. The program that opened
  /// the file may count the same time in the desktop's list.
  package var isOwn = false
  /// The file's entry in the desktop's list of recent files; `nil` if it has none. The use outlasts
  /// the entry, because desktops drop old entries.
  package var listing: Listing?

  package struct Listing: Sendable, Equatable {
    /// The hash of the entry's address. The address itself would outlive a rename of the file.
    package var entry: UInt64
    /// What the entry counted when it was last read.
    package var count: UInt64

    package init(entry: UInt64, count: UInt64) { (self.entry, self.count) = (entry, count) }
  }

  package init(last: Int64, count: UInt64, isOwn: Bool = false, listing: Listing? = nil) {
    self.last = last
    self.count = count
    self.isOwn = isOwn
    self.listing = listing
  }

  /// The hash of an entry's address.
  package static func hash(of address: [UInt8]) -> UInt64 {
    unsafe address.withUnsafeBufferPointer { unsafe xxh3_64($0.baseAddress, $0.count) }
  }
}

extension Snapshot {
  /// The recorded use of a file; `nil` if there is none, or the document is gone.
  package func use(of reference: DocumentReference) throws(StoreError) -> FileUse? {
    guard let value = try transaction.value(.documents, Key(reference)) else { return nil }
    return try FileRow(reference, value, owners: owners).use
  }
}

extension WriteTransaction {
  /// Replaces the recorded use of a file. `nil` removes it.
  ///
  /// - Parameter known: What was read before. If the record differs by now, nothing is changed.
  /// - Returns: Whether the record has the new value.
  package func setUse(_ use: FileUse?, of reference: DocumentReference, insteadOf known: FileUse?) throws(StoreError) -> Bool {
    guard var file = try stored(at: reference), file.use == known else { return false }
    file.use = use
    try putFile(file, at: reference)
    // Searches find nothing else of it.
    if use?.last != known?.last || use?.count != known?.count { log(.content, reference) }
    return true
  }
}
