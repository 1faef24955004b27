/// A part of a segment's file. The numbers are on disk: never change one, and leave none out.
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
  // Only there when the names are many.
  case trigramTerms = 13
  case trigramIndex = 14
  case trigramPostings = 15
  /// Only there when DocumentIDs do not ascend with ordinals, or repeat.
  case documentOrder = 16
  // All that a table of directories has.
  case directories = 17
  case directoryStarts = 18
}
