// SPDX-License-Identifier: Apache-2.0

/// The ranges of a segment's sections.
struct SegmentSections: Sendable {
  /// Two elements per section: its offset and its length, or -1 if the section is absent.
  private var entries = [Int](repeating: -1, count: 2 * SegmentSection.allCases.count)

  /// The range of a section in the file, or `nil` if it is absent.
  subscript(section: SegmentSection) -> Range<Int>? {
    get {
      let (offset, length) = (entries[2 * Int(section.rawValue) - 2], entries[2 * Int(section.rawValue) - 1])
      return offset < 0 ? nil : offset..<offset + length
    }
    set {
      entries[2 * Int(section.rawValue) - 2] = newValue?.lowerBound ?? -1
      entries[2 * Int(section.rawValue) - 1] = newValue?.count ?? -1
    }
  }

  /// Number of sections present.
  var count: Int { SegmentSection.allCases.count { self[$0] != nil } }

  /// Calls `body` with each section present, in the order of their numbers.
  func forEach(_ body: (SegmentSection, Range<Int>) -> Void) {
    for section in SegmentSection.allCases {
      if let range = self[section] { body(section, range) }
    }
  }
}
