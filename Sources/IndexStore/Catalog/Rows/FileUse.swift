// SPDX-License-Identifier: Apache-2.0

internal import CXXHash

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
