// SPDX-License-Identifier: Apache-2.0

/// Writes a term dictionary from sorted terms with their documents and positions.
///
/// The section of terms consists of blocks of about ``blockSize`` bytes. A block has:
///
/// 1. the offsets of its first list in the sections of postings and positions, the number of its
///    groups, and the length of the keys;
/// 2. the keys, which a search for a substring reads alone: for each folded form the number of
///    bytes shared with the previous one, the number of other bytes, and these;
/// 3. the groups: the number of surface forms, then the surface forms; and, if there are positions,
///    several surface forms, and a list of more than one block, the number of documents of the group
///    minus that of its longest list.
///
/// A surface form is `documents << 3 | isInline << 2 | form`, then the length and bytes of the
/// surface form if it is stored as it is, then either the posting list itself or its lengths in the
/// sections of postings and positions. In those sections, lists follow each other in the order of
/// terms.
///
/// The section of the index has the number of blocks; for each block the end of its first key among
/// the keys, and the end of the block; then the keys.
struct TermDictionaryWriter: ~Copyable {
  private static let blockSize = 2048

  /// Lists of at most this many documents and positions are stored in the dictionary itself.
  static let maximumInlineDocuments = 2
  static let maximumInlinePositions = 16

  private let hasFields: Bool
  private let terms: ByteSink
  private var indexEntries: [UInt8] = []
  private var indexKeys: [UInt8] = []
  private var blockCount: UInt32 = 0
  private var list: PostingsEncoder

  private var block: [UInt8] = []
  private var blockKeys: [UInt8] = []
  private var groupsInBlock: UInt32 = 0
  private var blockPostings = 0
  private var blockPositions = 0
  private var blockKey: [UInt8] = []

  private var group: [UInt8] = []
  private var groupPostings = 0
  private var groupPositions = 0
  private var surfacesInGroup: UInt32 = 0
  private var documentsInGroup = 0
  private var longestListOfGroup = 0
  private var groupNumber: UInt32 = 1
  /// For each ordinal, the number of the last group that contains it. Empty without positions.
  private var lastGroups: [UInt32]
  private var key: [UInt8] = []
  private var previousKey: [UInt8] = []
  /// The current surface form, unless it equals ``key``.
  private var surface: [UInt8] = []
  private var isFolded = false

  private let vectors: TextVectorCollector?
  /// Whether ``vectors`` counts the current term.
  private var hasVector = false
  /// The current document, and how often the current surface form was added to it.
  private var document: UInt32 = 0
  private var count = 0

  /// - Parameters:
  ///   - hasFields: Whether each key begins with a field: a length byte, then that many bytes,
  ///     which are not folded.
  ///   - positions: Receives the positions. `nil` for lists without positions.
  ///   - divisors: Of the texts that have the positions.
  ///   - vectors: Receives the terms and their frequencies in texts.
  init(
    hasFields: Bool, terms: ByteSink, postings: ByteSink, positions: ByteSink?, divisors: TextDivisors? = nil,
    vectors: TextVectorCollector? = nil
  ) {
    self.vectors = vectors
    self.hasFields = hasFields
    self.terms = terms
    lastGroups = [UInt32](repeating: 0, count: divisors?.inverse.count ?? 0)
    list = PostingsEncoder(postings: postings, positions: positions, divisors: divisors)
  }

  /// Begins a term. It must be greater than the previous one, first by folded form, then by surface
  /// form.
  ///
  /// - Parameter surface: `nil` if it equals the folded form.
  mutating func begin(folded: [UInt8], surface: [UInt8]?) throws(SegmentError) {
    if surfacesInGroup == 0 || folded != key {
      try endGroup()
      key.removeAll(keepingCapacity: true)
      key.append(contentsOf: folded)
      if let vectors { hasVector = vectors.begin(folded.span) }
    }
    isFolded = surface == nil
    guard let surface else { return }
    self.surface.removeAll(keepingCapacity: true)
    self.surface.append(contentsOf: surface)
  }

  /// - Parameter ordinal: Must not be less than in the previous call. The same ordinal continues
  ///   the same document.
  @inline(__always)
  mutating func add(document ordinal: UInt32) throws(SegmentError) {
    try list.add(document: ordinal)
    if hasVector, ordinal != document { countOccurrences() }
    document = ordinal
    if lastGroups.isEmpty || lastGroups[Int(ordinal)] == groupNumber { return }
    lastGroups[Int(ordinal)] = groupNumber
    documentsInGroup += 1
  }

  /// - Parameter position: Must be greater than the previous position in the document.
  @inline(__always)
  mutating func add(position: UInt32) throws(SegmentError) {
    try list.add(position: position)
    count &+= 1
  }

  /// Adds positions of the current document as gaps. Equivalent to ``add(position:)`` at a fraction
  /// of the cost. A document must use one of the two methods only.
  mutating func add(_ gaps: UnsafeBufferPointer<UInt32>) throws(SegmentError) {
    unsafe try list.add(gaps)
    count &+= gaps.count
  }

  private mutating func countOccurrences() {
    if count > 0 { vectors?.add(document, count: count) }
    count = 0
  }

  /// Ends the term. A term without documents is left out.
  mutating func end() throws(SegmentError) {
    if hasVector { countOccurrences() }
    count = 0
    guard list.documentCount > 0 else { return }
    if surfacesInGroup == 0 { (groupPostings, groupPositions) = list.start }
    longestListOfGroup = max(longestListOfGroup, list.documentCount)
    let fieldCount = hasFields ? 1 + Int(key[0]) : 0
    let form = isFolded ? .folded : SurfaceForm(of: surface[fieldCount...], folded: key[fieldCount...])
    let isInline = list.isInline
    group.append(variable: UInt64(list.documentCount) << 3 | (isInline ? 4 : 0) | UInt64(form.rawValue))
    if form == .spelled {
      group.append(variable: UInt32(surface.count - fieldCount))
      group.append(contentsOf: surface[fieldCount...])
    }
    if isInline {
      list.endInline(into: &group)
    } else {
      let lengths = try list.end()
      group.append(variable: UInt64(lengths.postings))
      if list.hasPositions { group.append(variable: UInt64(lengths.positions)) }
    }
    surfacesInGroup += 1
  }

  private mutating func endGroup() throws(SegmentError) {
    guard surfacesInGroup > 0 else { return }
    if block.count + blockKeys.count >= Self.blockSize { try endBlock() }
    var shared = 0
    if groupsInBlock == 0 {
      blockKey = key
      (blockPostings, blockPositions) = (groupPostings, groupPositions)
    } else {
      let most = min(key.count, previousKey.count)
      while shared < most, key[shared] == previousKey[shared] { shared += 1 }
    }
    blockKeys.append(variable: UInt32(shared))
    blockKeys.append(variable: UInt32(key.count - shared))
    blockKeys.append(contentsOf: key[shared...])
    block.append(variable: surfacesInGroup)
    block.append(contentsOf: group)
    if list.hasPositions, surfacesInGroup > 1, longestListOfGroup > PFORBlock.capacity {
      block.append(variable: UInt32(documentsInGroup - longestListOfGroup))
    }
    groupsInBlock += 1
    group.removeAll(keepingCapacity: true)
    (surfacesInGroup, documentsInGroup, longestListOfGroup) = (0, 0, 0)
    groupNumber &+= 1
    swap(&previousKey, &key)
  }

  private mutating func endBlock() throws(SegmentError) {
    guard groupsInBlock > 0 else { return }
    // A local copy: with a property of class type in a noncopyable type, Swift 6.3.1 emits a broken
    // module under the thread sanitizer.
    let terms = terms
    terms.bytes.append(variable: UInt64(blockPostings))
    terms.bytes.append(variable: UInt64(blockPositions))
    terms.bytes.append(variable: groupsInBlock)
    terms.bytes.append(variable: UInt32(blockKeys.count))
    terms.bytes.append(contentsOf: blockKeys)
    terms.bytes.append(contentsOf: block)
    try terms.flushIfFull()
    indexKeys.append(contentsOf: blockKey)
    indexEntries.append(fixed: UInt32(indexKeys.count))
    indexEntries.append(fixed: UInt64(terms.count))
    blockCount += 1
    groupsInBlock = 0
    block.removeAll(keepingCapacity: true)
    blockKeys.removeAll(keepingCapacity: true)
  }

  /// Ends the dictionary.
  ///
  /// - Parameter index: Receives the section of the index.
  mutating func finish(index: ByteSink) throws(SegmentError) {
    try endGroup()
    try endBlock()
    index.bytes.append(fixed: blockCount)
    index.bytes.append(contentsOf: indexEntries)
    index.bytes.append(contentsOf: indexKeys)
    try index.flushIfFull()
  }
}
