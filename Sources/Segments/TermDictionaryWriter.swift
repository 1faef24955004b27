/// Writes terms, in order, with the documents and positions they occur in.
///
/// Format of the terms' section: blocks of about ``blockSize`` bytes. A block begins with the offsets of its first list in the postings' and
/// the positions' section, the number of its groups and the length of their keys. Then come the keys, which a search for a part of a word
/// reads alone: for each folded form the number of bytes shared with the one before, and the other bytes. Then the groups: the number of
/// surface forms, and these. A surface form is `documents << 3 | isInline << 2 | form`, the bytes if it is spelled out, then
/// either the list itself or its lengths in the two other sections, where lists follow each other in the order of terms.
///
/// The index's section: the number of blocks; for each the end of its first key among the keys and of the block itself; the keys.
struct TermDictionaryWriter: ~Copyable {
  private static let blockSize = 2048

  /// Lists of so few documents and positions are stored in the dictionary itself.
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
  private var key: [UInt8] = []
  private var previousKey: [UInt8] = []
  private var surface: [UInt8] = []

  /// - Parameters:
  ///   - hasFields: Keys begin with a length byte and so many bytes that no folding applies to.
  ///   - positions: Where positions go; `nil` for lists that have none.
  init(hasFields: Bool, terms: ByteSink, postings: ByteSink, positions: ByteSink?) {
    self.hasFields = hasFields
    self.terms = terms
    list = PostingsEncoder(postings: postings, positions: positions)
  }

  /// Begins a term greater than the one before, by folded form and then surface form.
  mutating func begin(folded: [UInt8], surface: [UInt8]) throws(SegmentError) {
    if folded != key || surfacesInGroup == 0 {
      try endGroup()
      key.removeAll(keepingCapacity: true)
      key.append(contentsOf: folded)
    }
    self.surface.removeAll(keepingCapacity: true)
    self.surface.append(contentsOf: surface)
  }

  /// - Parameter ordinal: Not less than the one before; the same again goes on with the same document.
  @inline(__always)
  mutating func add(document ordinal: UInt32) throws(SegmentError) { try list.add(document: ordinal) }

  /// - Parameter position: Greater than the one before in the document.
  @inline(__always)
  mutating func add(position: UInt32) throws(SegmentError) { try list.add(position: position) }

  /// Adds the next positions of a document all of whose positions are given so: what ``add(position:)`` would do, at a fraction of the cost.
  mutating func add(_ gaps: UnsafeBufferPointer<UInt32>) throws(SegmentError) { unsafe try list.add(gaps) }

  /// Ends the term; without documents it is left out.
  mutating func end() throws(SegmentError) {
    guard list.documentCount > 0 else { return }
    if surfacesInGroup == 0 { (groupPostings, groupPositions) = list.start }
    let fieldCount = hasFields ? 1 + Int(key[0]) : 0
    let form = SurfaceForm(of: surface[fieldCount...], folded: key[fieldCount...])
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
    groupsInBlock += 1
    group.removeAll(keepingCapacity: true)
    surfacesInGroup = 0
    swap(&previousKey, &key)
  }

  private mutating func endBlock() throws(SegmentError) {
    guard groupsInBlock > 0 else { return }
    // A name of its own: for a property of an object in a type that is not copied Swift 6.3.1 emits a broken module under the thread sanitizer.
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
  /// - Parameter index: Gets the index.
  mutating func finish(index: ByteSink) throws(SegmentError) {
    try endGroup()
    try endBlock()
    index.bytes.append(fixed: blockCount)
    index.bytes.append(contentsOf: indexEntries)
    index.bytes.append(contentsOf: indexKeys)
    try index.flushIfFull()
  }
}
