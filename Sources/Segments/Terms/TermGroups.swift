// SPDX-License-Identifier: Apache-2.0

internal import TextAnalysis

/// The location of a posting list.
struct TermList: Sendable {
  let documentCount: Int
  /// Whether the list is stored in the section of terms instead of the section of postings.
  let isInline: Bool
  let postings: Range<Int>
  let positions: Range<Int>

  /// The empty list, for a term that the dictionary lacks.
  static let none = TermList(documentCount: 0, isInline: true, postings: 0..<0, positions: 0..<0)
}

/// Iterates over the groups of a dictionary, beginning at some block.
struct TermGroups: ~Copyable {
  /// A surface form of the current group.
  struct Surface {
    let form: SurfaceForm
    /// Range in ``TermGroups/spellings``. Empty unless the form is ``SurfaceForm/spelled``.
    let spelling: Range<Int>
    let list: TermList
  }

  private let dictionary: TermDictionary
  private let postingsCount: Int
  private let positionsCount: Int
  private let hasPositions: Bool
  private let universe: Int
  private let firstBlock: Int
  private var nextBlock: Int
  private var blockEnd = 0
  private var cursor: ByteCursor
  private var keys: ByteCursor

  /// Blocks are skipped unless they have a matching key or reach beyond the prefix.
  private let filter: Filter?
  private var groupsLeft = 0
  private var postingsOffset = 0
  private var positionsOffset = 0

  /// The folded form of the current group.
  private(set) var key: [UInt8] = []
  private(set) var surfaces: [Surface] = []
  /// Number of documents of the current group, if it is stored: several surface forms may occur in
  /// one document.
  private(set) var documentCount: Int?
  private var spellings: [UInt8] = []
  private var scratch = [UInt8](repeating: 0, count: 1024)

  /// What the wanted keys have in common.
  struct Filter {
    let prefix: [UInt8]
    let fieldCount: Int
    /// Applied to the part of the key after the field.
    let glob: Glob
  }

  /// Groups with a lesser key are skipped, if they are in the first block.
  private let beginning: [UInt8]

  /// - Parameters:
  ///   - block: Index of the first block to read. Earlier blocks must not contain a key at or after
  ///     `beginning`.
  ///   - beginning: Keys less than this are skipped in the first block.
  init(_ dictionary: TermDictionary, from block: Int = 0, beginning: [UInt8] = [], filter: Filter? = nil) {
    self.filter = filter
    self.beginning = beginning
    firstBlock = block
    self.dictionary = dictionary
    postingsCount = dictionary.postings.count
    positionsCount = dictionary.positions?.count ?? 0
    hasPositions = dictionary.positions != nil
    universe = dictionary.universe
    nextBlock = block
    cursor = unsafe ByteCursor(UnsafeRawBufferPointer(start: nil, count: 0), owner: dictionary.terms.source)
    keys = cursor
  }

  /// Number of leading bytes of ``key`` that name its field.
  var fieldCount: Int { dictionary.hasFields ? 1 + Int(key.first ?? 0) : 0 }

  /// Appends a surface form, without the field.
  func append(_ surface: Surface, to output: inout [UInt8]) {
    if surface.form == .spelled {
      output.append(contentsOf: spellings[surface.spelling])
    } else {
      surface.form.append(key[min(fieldCount, key.count)...], to: &output)
    }
  }

  /// Moves to the next group. Returns `false` at the end.
  ///
  /// - Parameter isWanted: Called with keys. Groups for which it returns `false` are skipped, which is faster.
  @inline(__always)
  mutating func advance(where isWanted: ([UInt8]) -> Bool = { _ in true }) throws(SegmentError) -> Bool {
    // Groups are skipped only in front of a wanted one: the next block says where its lists begin.
    var skipped = 0
    while true {
      if groupsLeft == 0 { skipped = 0 }
      guard try beginBlock() else { return false }
      groupsLeft -= 1
      guard readKey() else { throw dictionary.terms.inconsistent }
      if isWanted(key) {
        guard skipGroups(skipped), readSurfaces() else { throw dictionary.terms.inconsistent }
        return true
      }
      skipped += 1
    }
  }

  /// Opens the next block if all groups of the last one were read. Returns `false` at the end.
  private mutating func beginBlock() throws(SegmentError) -> Bool {
    while groupsLeft == 0 {
      guard nextBlock < dictionary.blockCount else { return false }
      let range = try dictionary.blockRange(nextBlock)
      var opened = try dictionary.terms.cursor(range)
      blockEnd = range.upperBound
      nextBlock += 1
      postingsOffset = opened.variable(atMost: dictionary.postings.count)
      positionsOffset = opened.variable(atMost: dictionary.positions?.count ?? 0)
      let groupCount = opened.variable(atMost: opened.remaining)
      let keysSize = opened.variable(atMost: opened.remaining)
      keys = try dictionary.terms.cursor(at: blockEnd - opened.remaining, count: keysSize)
      opened.skip(keysSize)
      guard !opened.hasFailed else { throw dictionary.terms.inconsistent }
      if let filter, !isOfInterest(groupCount, filter) { continue }
      key.removeAll(keepingCapacity: true)
      groupsLeft = groupCount
      cursor = opened
      if nextBlock == firstBlock + 1, !beginning.isEmpty { try skipToBeginning() }
    }
    return true
  }

  /// Skips the groups of the block whose keys are less than ``beginning``. Reads only their keys,
  /// and adds up the lengths of their lists.
  private mutating func skipToBeginning() throws(SegmentError) {
    var walk = unsafe ByteCursor(keys.rest, owner: nil)
    let (skipped, shared) = groupsBelowBeginning(&walk)
    guard !walk.hasFailed else { throw dictionary.terms.inconsistent }
    guard skipped < groupsLeft else {
      groupsLeft = 0
      return
    }
    for _ in 0..<skipped {
      _ = keys.variable()
      keys.skip(keys.variable(atMost: keys.remaining))
    }
    key.append(contentsOf: beginning[..<shared])
    groupsLeft -= skipped
    guard skipGroups(skipped) else { throw dictionary.terms.inconsistent }
  }

  /// - Returns: Number of leading groups whose key is less than ``beginning``, and number of bytes
  ///   that the next key shares with the last of these keys. These bytes are also a prefix of
  ///   ``beginning``.
  private func groupsBelowBeginning(_ keys: inout ByteCursor) -> (count: Int, shared: Int) {
    let wanted = beginning.span
    // Length of the prefix that the previous key shares with `wanted`. The previous key is less
    // than `wanted`.
    var common = 0
    for number in 0..<groupsLeft {
      let shared = keys.variable(atMost: Int(UInt32.max))
      let suffix = unsafe keys.take(keys.variable(atMost: keys.remaining))
      if shared > common { continue }
      if shared < common { return (number, shared) }
      var index = 0
      while index < suffix.count, common < wanted.count, unsafe suffix[index] == wanted[common] {
        index += 1
        common += 1
      }
      let isBelow = common < wanted.count && (index == suffix.count || (unsafe suffix[index] < wanted[common]))
      if !isBelow { return (number, shared) }
    }
    return (groupsLeft, 0)
  }

  /// Skips the surface forms of `count` groups.
  ///
  /// - Returns: Whether they are well-formed.
  private mutating func skipGroups(_ count: Int) -> Bool {
    for _ in 0..<count {
      let surfaceCount = cursor.variable(atMost: cursor.remaining)
      var longest: UInt64 = 0
      for _ in 0..<surfaceCount {
        let header = cursor.variable()
        longest = max(longest, header >> 3)
        if header & 3 == UInt64(SurfaceForm.spelled.rawValue) { cursor.skip(cursor.variable(atMost: cursor.remaining)) }
        if header & 4 != 0 {
          guard header >> 3 <= TermDictionaryWriter.maximumInlineDocuments else { return false }
          skipInline(Int(header >> 3))
        } else {
          postingsOffset += cursor.variable(atMost: postingsCount - postingsOffset)
          if hasPositions { positionsOffset += cursor.variable(atMost: positionsCount - positionsOffset) }
        }
      }
      if hasDocumentCount(surfaceCount, longest: Int(clamping: longest)) { _ = cursor.variable() }
    }
    return !cursor.hasFailed
  }

  private func hasDocumentCount(_ surfaceCount: Int, longest: Int) -> Bool {
    hasPositions && surfaceCount > 1 && longest > PFORBlock.capacity
  }

  /// Whether the block may have wanted keys, judged by its keys alone.
  private mutating func isOfInterest(_ groupCount: Int, _ filter: Filter) -> Bool {
    var keys = keys
    var count = 0
    return unsafe scratch.withUnsafeMutableBufferPointer { key in
      for _ in 0..<groupCount {
        let shared = keys.variable(atMost: count)
        let size = keys.variable(atMost: keys.remaining)
        let suffix = unsafe keys.take(size)
        // Keys that cannot be checked here are left to the caller: damaged or very long ones.
        guard !keys.hasFailed, let base = key.baseAddress, shared + size <= key.count else { return true }
        unsafe UnsafeMutableRawBufferPointer(start: base + shared, count: size).copyMemory(from: suffix)
        count = shared + size
        guard count >= filter.fieldCount else { return true }
        let word = unsafe UnsafeBufferPointer(start: base + filter.fieldCount, count: count - filter.fieldCount)
        if unsafe filter.glob.matches(folded: Span(_unsafeElements: word)) { return true }
      }
      return unsafe !key[..<count].starts(with: filter.prefix)
    }
  }

  private mutating func readKey() -> Bool {
    let shared = keys.variable(atMost: key.count)
    key.removeLast(key.count - shared)
    keys.append(keys.variable(atMost: keys.remaining), to: &key)
    return !keys.hasFailed
  }

  private mutating func readSurfaces() -> Bool {
    let count = cursor.variable(atMost: cursor.remaining)
    surfaces.removeAll(keepingCapacity: true)
    if !spellings.isEmpty { spellings.removeAll(keepingCapacity: true) }
    for _ in 0..<count {
      let header = cursor.variable()
      let documents = Int(truncatingIfNeeded: header >> 3)
      guard documents > 0, documents <= universe, let form = SurfaceForm(rawValue: UInt8(header & 3)) else { return false }
      let spellingStart = spellings.count
      if form == .spelled { cursor.append(cursor.variable(atMost: cursor.remaining), to: &spellings) }
      let spelling = spellingStart..<spellings.count
      let list: TermList
      if header & 4 != 0 {
        guard documents <= TermDictionaryWriter.maximumInlineDocuments else { return false }
        let start = blockEnd - cursor.remaining
        skipInline(documents)
        list = TermList(
          documentCount: documents, isInline: true, postings: start..<blockEnd - cursor.remaining, positions: 0..<0)
      } else {
        let length = cursor.variable(atMost: postingsCount - postingsOffset)
        let positionsLength = hasPositions ? cursor.variable(atMost: positionsCount - positionsOffset) : 0
        list = TermList(
          documentCount: documents, isInline: false, postings: postingsOffset..<postingsOffset + length,
          positions: positionsOffset..<positionsOffset + positionsLength)
        postingsOffset += length
        positionsOffset += positionsLength
      }
      guard !cursor.hasFailed else { return false }
      surfaces.append(Surface(form: form, spelling: spelling, list: list))
    }
    documentCount = surfaces.count == 1 ? surfaces[0].list.documentCount : nil
    let longest = surfaces.reduce(0) { max($0, $1.list.documentCount) }
    if hasDocumentCount(count, longest: longest) { documentCount = longest + cursor.variable(atMost: universe - longest) }
    return !cursor.hasFailed && fieldCount <= key.count
  }

  private mutating func skipInline(_ documents: Int) {
    for _ in 0..<documents {
      _ = cursor.variable()
      guard hasPositions else { continue }
      for _ in 0..<cursor.variable(atMost: TermDictionaryWriter.maximumInlinePositions) { _ = cursor.variable() }
    }
  }
}
