/// Where the sections of a segment are.
struct SegmentSections: Sendable {
  /// For each section its offset, or -1, and its length.
  private var places = [Int](repeating: -1, count: 2 * SegmentSection.allCases.count)

  /// `nil` for a section that is not there.
  subscript(section: SegmentSection) -> Range<Int>? {
    get {
      let (offset, length) = (places[2 * Int(section.rawValue) - 2], places[2 * Int(section.rawValue) - 1])
      return offset < 0 ? nil : offset..<offset + length
    }
    set {
      places[2 * Int(section.rawValue) - 2] = newValue?.lowerBound ?? -1
      places[2 * Int(section.rawValue) - 1] = newValue?.count ?? -1
    }
  }

  /// How many there are.
  var count: Int { SegmentSection.allCases.count { self[$0] != nil } }

  /// Calls `body` with each section that is there, in the order of their numbers.
  func forEach(_ body: (SegmentSection, Range<Int>) -> Void) {
    for section in SegmentSection.allCases {
      if let range = self[section] { body(section, range) }
    }
  }
}
