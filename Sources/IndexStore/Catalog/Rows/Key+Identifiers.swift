// SPDX-License-Identifier: Apache-2.0

internal import LMDB

extension Key {
  init(_ directory: DirectoryID) { self.init(high: UInt64(directory.rawValue) << 32, count: 4) }

  init(_ document: DocumentID) { self.init(high: document.rawValue, count: 8) }

  init(_ reference: DocumentReference) { self.init(first: reference.directory, second: reference.document.rawValue) }

  init(_ reference: DocumentReference, nameHash: UInt32) {
    self.init(high: UInt64(reference.directory.rawValue) << 32 | UInt64(nameHash), low: reference.document.rawValue, count: 16)
  }

  /// A key that sorts before the keys of all documents of the directory.
  init(firstIn directory: DirectoryID) { self.init(first: directory, second: 0) }

  init(_ document: DocumentID, chunk: UInt32) { self.init(high: document.rawValue, low: UInt64(chunk) << 32, count: 12) }

  init(_ segment: SegmentID) { self.init(high: UInt64(segment.rawValue) << 32, count: 4) }

  init(_ segment: SegmentID, chunk: UInt32) { self.init(high: UInt64(segment.rawValue) << 32 | UInt64(chunk), count: 8) }

  private init(first: DirectoryID, second: UInt64) {
    self.init(high: UInt64(first.rawValue) << 32 | second >> 32, low: second << 32, count: 12)
  }
}
