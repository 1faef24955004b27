/// The terms of a merge input, one surface form at a time, with new ordinals.
struct SegmentTerms: TermSource, ~Copyable {
  private let hasPositions: Bool
  private let renumbering: OrdinalRenumbering
  private var groups: TermGroups
  private var surfaceIndex = 0
  private var cursor: PostingsCursor

  private(set) var surface: [UInt8] = []

  init(_ dictionary: TermDictionary, _ renumbering: OrdinalRenumbering) {
    hasPositions = dictionary.positions != nil
    self.renumbering = renumbering
    groups = TermGroups(dictionary)
    cursor = PostingsCursor(of: dictionary)
  }

  var folded: [UInt8] { groups.key }

  mutating func advance() throws(SegmentError) -> Bool {
    surfaceIndex += 1
    while surfaceIndex >= groups.surfaces.count {
      guard try groups.advance() else { return false }
      surfaceIndex = 0
    }
    surface.removeAll(keepingCapacity: true)
    surface.append(contentsOf: groups.key[..<groups.fieldCount])
    groups.append(groups.surfaces[surfaceIndex], to: &surface)
    return true
  }

  mutating func copyList(to sink: inout TermDictionaryWriter) throws(SegmentError) {
    try cursor.open(groups.surfaces[surfaceIndex].list)
    while let ordinal = try cursor.next() {
      guard let document = renumbering[ordinal] else { continue }
      try sink.add(document: document)
      guard hasPositions else { continue }
      unsafe try cursor.forEachGaps { gaps throws(SegmentError) in unsafe try sink.add(gaps) }
    }
  }
}
