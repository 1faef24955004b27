/// The terms of a segment's dictionary, one surface form after the other, with new ordinals.
struct SegmentTerms: TermSource, ~Copyable {
  private let hasPositions: Bool
  private let renumbering: OrdinalRenumbering
  private var groups: TermGroups
  private var place = 0
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
    place += 1
    while place >= groups.surfaces.count {
      guard try groups.advance() else { return false }
      place = 0
    }
    surface.removeAll(keepingCapacity: true)
    surface.append(contentsOf: groups.key[..<groups.fieldCount])
    groups.append(groups.surfaces[place], to: &surface)
    return true
  }

  mutating func copyList(to sink: inout some TermSink & ~Copyable) throws(SegmentError) {
    try cursor.open(groups.surfaces[place].list)
    while let ordinal = try cursor.next() {
      guard let document = renumbering[ordinal] else { continue }
      try sink.add(document: document)
      guard hasPositions else { continue }
      _ = try cursor.forEachPosition { position throws(SegmentError) in
        try sink.add(position: position)
        return true
      }
    }
  }
}

/// The numbers of a segment, one value after the other, with new ordinals.
struct SegmentNumbers: TermSource, ~Copyable {
  private let columns: [(key: [UInt8], column: NumberColumn)]
  private let renumbering: OrdinalRenumbering
  private var columnNumber = 0
  private var place = 0
  private var next = 0

  private(set) var surface: [UInt8] = []

  init(_ segment: SegmentReader, _ renumbering: OrdinalRenumbering) throws(SegmentError) {
    var columns: [(key: [UInt8], column: NumberColumn)] = []
    try segment.forEachNumberColumn { key, column throws(SegmentError) in columns.append((key, column)) }
    self.columns = columns
    self.renumbering = renumbering
  }

  var folded: [UInt8] { surface }

  mutating func advance() throws(SegmentError) -> Bool {
    place = next
    while columnNumber < columns.count, place >= columns[columnNumber].column.count {
      columnNumber += 1
      place = 0
    }
    guard columnNumber < columns.count else { return false }
    let (key, column) = columns[columnNumber]
    let bits = try column.bits(at: place)
    next = place + 1
    while next < column.count, try column.bits(at: next) == bits { next += 1 }
    surface.removeAll(keepingCapacity: true)
    surface.append(contentsOf: key)
    NumberColumnsWriter.append(bits: bits, to: &surface)
    return true
  }

  mutating func copyList(to sink: inout some TermSink & ~Copyable) throws(SegmentError) {
    for index in place..<next {
      if let document = renumbering[try columns[columnNumber].column.ordinal(at: index)] { try sink.add(document: document) }
    }
  }
}
