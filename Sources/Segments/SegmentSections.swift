/// Where the sections of a segment are.
struct SegmentSections: Sendable {
  private var ranges = [Range<Int>?](repeating: nil, count: SegmentSection.allCases.count)

  /// `nil` for a section that is not there.
  subscript(section: SegmentSection) -> Range<Int>? {
    get { ranges[Int(section.rawValue) - 1] }
    set { ranges[Int(section.rawValue) - 1] = newValue }
  }

  /// How many there are.
  var count: Int { ranges.count { $0 != nil } }

  /// Calls `body` with each section that is there, in the order of their numbers.
  func forEach(_ body: (SegmentSection, Range<Int>) -> Void) {
    for section in SegmentSection.allCases {
      if let range = self[section] { body(section, range) }
    }
  }
}
