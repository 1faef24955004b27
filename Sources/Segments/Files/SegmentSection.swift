// SPDX-License-Identifier: Apache-2.0

/// A section of a segment file. The raw values are on disk: never change one, and leave no gaps.
package enum SegmentSection: UInt32, CaseIterable, Sendable {
  case documentIDs = 1
  case directoryIDs = 2
  case textTerms = 3
  case textIndex = 4
  case textPostings = 5
  case textPositions = 6
  case attributeTerms = 7
  case attributeIndex = 8
  case attributePostings = 9
  case numbers = 10
  case names = 11
  case nameOffsets = 12
  // Present only if the segment has many names.
  case trigramTerms = 13
  case trigramIndex = 14
  case trigramPostings = 15
  /// Present only if the DocumentIDs are not strictly ascending.
  case documentOrder = 16
  // The only sections of a segment that holds a table of directories.
  case directories = 17
  case directoryStarts = 18
  /// Its length tells the version of the folded forms without reading a block: one byte less than
  /// ``Folding/version``, so that a segment of version 1 has none.
  case folding = 19
  // ``VectorRows``; present only if the vectors of all documents that have one are known.
  case textVectors = 20
  case fieldVectors = 21
}
