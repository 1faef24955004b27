// SPDX-License-Identifier: Apache-2.0

internal import TextAnalysis

/// An open segment. Data is read in place from the mapped file, so opening reads only the footer.
///
/// Thread-safe. All queries throw ``SegmentError/corrupted(block:file:)`` or
/// ``SegmentError/inconsistent(_:file:)`` if the part of the file that they need is damaged.
package struct SegmentReader: Sendable {
  /// The only version of the format that is read and written.
  package static let formatVersion = Int(SegmentFormat.version)

  /// Number of documents. Ordinals are less than this.
  package let documentCount: Int

  /// Whether the folded forms are those of an earlier version of the folding. Searches then fold as it did.
  package let hasEarlierFolding: Bool

  let source: any BlockSource
  let sections: SegmentSections
  let lengthCache = SegmentCache<TextLengths>()
  let idRunCache = SegmentCache<[IDRun]?>()

  /// Opens and maps a segment file. Does not keep its descriptor open.
  package init(path: String) throws(SegmentError) {
    let mapped = try MappedBlocks(path: path)
    self.init(mapped, mapped.footer)
  }

  init(_ source: any BlockSource, _ footer: SegmentFormat.Footer) {
    self.source = source
    sections = footer.sections
    documentCount = Int(footer.documentCount)
    hasEarlierFolding = (footer.sections[.folding]?.count ?? 0) + 1 < Int(Folding.version)
  }

  /// Size of each section in bytes.
  package var sectionSizes: [SegmentSection: Int] {
    var sizes: [SegmentSection: Int] = [:]
    sections.forEach { sizes[$0] = $1.count }
    return sizes
  }

  func region(_ section: SegmentSection) throws(SegmentError) -> Region {
    guard let range = sections[section] else { throw .inconsistent(section, file: source.name) }
    return Region(source, section, range)
  }

  /// Verifies every block's checksum.
  package func verifyChecksums() throws(SegmentError) {
    var start = 0
    while start < source.byteCount {
      let end = min(source.byteCount, start + SegmentFormat.blockSize)
      _ = unsafe try source.bytes(start..<end)
      start = end
    }
  }

  /// Whether DocumentIDs are strictly ascending with the ordinals.
  package var isInDocumentOrder: Bool { sections[.documentOrder] == nil }

  /// Verifies the checksums of all DocumentIDs, so that later reads of them cannot fail with
  /// ``SegmentError/corrupted(block:file:)``.
  package func verifyDocumentIDs() throws(SegmentError) {
    let region = try region(.documentIDs)
    _ = try region.cursor(0..<region.count)
  }

  // MARK: Columns

  package func documentID(of ordinal: UInt32) throws(SegmentError) -> UInt64 {
    try documentIDs[ordinal]
  }

  /// The DocumentIDs, for many lookups.
  package var documentIDs: DocumentIDColumn {
    get throws(SegmentError) { DocumentIDColumn(numbers: try column(.documentIDs)) }
  }

  package func directoryID(of ordinal: UInt32) throws(SegmentError) -> UInt64 {
    try column(.directoryIDs)[Int(ordinal)]
  }

  /// Calls `body` with the DocumentID of each member, in the order of ordinals.
  package func forEachDocumentID(
    of ordinals: OrdinalSet, _ body: (UInt32, UInt64) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    try forEach(.documentIDs, of: ordinals, body)
  }

  /// Calls `body` with the DirectoryID of each member, in the order of ordinals.
  ///
  /// - Parameter range: Members in other directories are skipped. `nil` for all directories.
  /// - Complexity: 2 ns per member. A block of 128 documents without a directory in the range takes
  ///   2 ns in total.
  package func forEachDirectoryID(
    of ordinals: OrdinalSet, within range: ClosedRange<UInt64>? = nil, _ body: (UInt32, UInt64) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    guard let range else { return try forEach(.directoryIDs, of: ordinals, body) }
    try forEach(.directoryIDs, of: ordinals, within: range) { ordinal, directory throws(SegmentError) in
      if range.contains(directory) { try body(ordinal, directory) }
    }
  }

  /// - Parameter range: Blocks without a number in it may be skipped.
  @inline(__always)
  private func forEach(
    _ section: SegmentSection, of ordinals: OrdinalSet, within range: ClosedRange<UInt64>? = nil,
    _ body: (UInt32, UInt64) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    let column = try column(section)
    let table = range == nil ? nil : try column.table()
    func isWanted(_ block: Int) -> Bool {
      guard let table, let range else { return true }
      let (least, width) = table[block]
      return least <= range.upperBound && (least >= range.lowerBound || width > 63 || range.lowerBound - least < 1 << UInt64(width))
    }
    var numbers = [UInt64](repeating: 0, count: PackedColumnWriter.blockCount)
    guard let words = ordinals.bitmap else {
      let ordinals = ordinals.ordinals
      var start = 0
      while start < ordinals.count {
        let block = Int(ordinals[start]) / PackedColumnWriter.blockCount
        var end = start + 1
        while end < ordinals.count, Int(ordinals[end]) / PackedColumnWriter.blockCount == block { end += 1 }
        if isWanted(block) {
          try column.unpack(ordinals[start..<end], of: block, into: &numbers)
          for index in start..<end { try body(ordinals[index], numbers[index - start]) }
        }
        start = end
      }
      return
    }
    let wordsInBlock = PackedColumnWriter.blockCount / 64
    for block in 0..<column.blockCount where isWanted(block) {
      let first = block * wordsInBlock
      let members = words[first..<min(first + wordsInBlock, words.count)]
      if members.allSatisfy({ $0 == 0 }) { continue }
      try column.unpack(members, of: block, into: &numbers)
      var next = 0
      for index in members.indices {
        var rest = members[index]
        while rest != 0 {
          try body(UInt32(index * 64 + rest.trailingZeroBitCount), numbers[next])
          next += 1
          rest &= rest - 1
        }
      }
    }
  }

  func column(_ section: SegmentSection) throws(SegmentError) -> PackedColumn {
    let region = try region(section)
    return try PackedColumn(region, 0..<region.count, count: documentCount)
  }

  // MARK: Dictionaries

  var textTerms: TermDictionary {
    get throws(SegmentError) {
      try TermDictionary(
        terms: region(.textTerms), index: region(.textIndex), postings: region(.textPostings), positions: region(.textPositions),
        universe: documentCount, hasFields: false)
    }
  }

  var attributeTerms: TermDictionary {
    get throws(SegmentError) {
      try TermDictionary(
        terms: region(.attributeTerms), index: region(.attributeIndex), postings: region(.attributePostings), positions: nil,
        universe: documentCount, hasFields: true)
    }
  }

  var trigramTerms: TermDictionary {
    get throws(SegmentError) {
      try TermDictionary(
        terms: region(.trigramTerms), index: region(.trigramIndex), postings: region(.trigramPostings), positions: nil,
        universe: (documentCount + NameBlocks.size - 1) / NameBlocks.size, hasFields: false)
    }
  }
}
