// SPDX-License-Identifier: Apache-2.0

/// The terms of a merge input, one surface form at a time, with new ordinals.
struct SegmentTerms: TermSource, ~Copyable {
  private let hasPositions: Bool
  private let renumbering: OrdinalRenumbering
  private let dictionary: TermDictionary
  private var groups: TermGroups
  private var surfaceIndex = 0
  private var cursor: PostingsCursor

  private(set) var surface: [UInt8] = []
  /// The term before the current one; `nil` before the first.
  private var previous: (folded: [UInt8], surface: [UInt8])?

  init(_ dictionary: TermDictionary, _ renumbering: OrdinalRenumbering) {
    hasPositions = dictionary.positions != nil
    self.renumbering = renumbering
    self.dictionary = dictionary
    groups = TermGroups(dictionary)
    cursor = PostingsCursor(of: dictionary)
  }

  var folded: [UInt8] { groups.key }

  /// - Throws: ``SegmentError/inconsistent(_:file:)`` for a term that does not follow the previous one in
  ///   the order of terms.
  mutating func advance() throws(SegmentError) -> Bool {
    if !groups.surfaces.isEmpty {
      if previous == nil { previous = ([], []) }
      previous?.folded.replaceSubrange(0..., with: groups.key)
      previous?.surface.replaceSubrange(0..., with: surface)
    }
    surfaceIndex += 1
    while surfaceIndex >= groups.surfaces.count {
      guard try groups.advance() else { return false }
      surfaceIndex = 0
    }
    surface.removeAll(keepingCapacity: true)
    surface.append(contentsOf: groups.key[..<groups.fieldCount])
    groups.append(groups.surfaces[surfaceIndex], to: &surface)
    if let previous {
      let order = compareBytes(previous.folded, folded)
      guard order < 0 || order == 0 && compareBytes(previous.surface, surface) < 0 else { throw dictionary.terms.inconsistent }
    }
    return true
  }

  /// - Throws: ``SegmentError/inconsistent(_:file:)`` for documents that are not in their order.
  mutating func copyList(to sink: inout TermDictionaryWriter) throws(SegmentError) {
    try cursor.open(groups.surfaces[surfaceIndex].list)
    var last: UInt32?
    while let ordinal = try cursor.next() {
      guard last.map({ $0 < ordinal }) ?? true else { throw dictionary.postings.inconsistent }
      last = ordinal
      guard let document = renumbering[ordinal] else { continue }
      try sink.add(document: document)
      guard hasPositions else { continue }
      unsafe try cursor.forEachGaps { gaps throws(SegmentError) in unsafe try sink.add(gaps) }
    }
  }
}
