// SPDX-License-Identifier: Apache-2.0

internal import TextAnalysis

/// Writes names in the order of ordinals.
struct NamesWriter {
  private let names: ByteSink
  private let offsets: ByteSink
  private var trigrams: TrigramCollector?
  private let trigramThreshold: Int
  private(set) var count = 0

  /// - Parameters:
  ///   - trigrams: Collects the trigrams of the names. `nil` if the caller writes the trigrams.
  ///   - trigramThreshold: Minimum number of names that get trigrams.
  init(names: ByteSink, offsets: ByteSink, trigrams: TrigramCollector? = nil, trigramThreshold: Int = .max) {
    self.names = names
    self.offsets = offsets
    self.trigrams = trigrams
    self.trigramThreshold = max(trigramThreshold, 1)
  }

  /// Whether there are enough names for trigrams.
  var isIndexed: Bool { count >= trigramThreshold }

  /// - Parameter name: Zero bytes, which file names never contain, are stored as spaces.
  mutating func append(_ name: Span<UInt8>) throws(SegmentError) {
    precondition(name.count <= NameBlocks.maximumNameLength, "the name is longer than any file's")
    if count % NameBlocks.size == 0 {
      offsets.bytes.append(fixed: UInt64(names.count))
      try offsets.flushIfFull()
    }
    let start = names.bytes.count
    names.update { bytes in
      unsafe name.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
      for index in name.indices where name[index] == 0 { bytes[start + index] = 0x20 }
      bytes.append(0)
    }
    count += 1
    // All names stay in memory until the threshold is reached, because ``indexAll()`` then reads
    // them.
    if count == trigramThreshold { try indexAll() } else if isIndexed { try index(start..<start + name.count, count - 1) }
    if trigrams == nil || isIndexed { try names.flushIfFull() }
  }

  private mutating func indexAll() throws(SegmentError) {
    var start = 0
    for number in 0..<count {
      var end = start
      while names.bytes[end] != 0 { end += 1 }
      try index(start..<end, number)
      start = end + 1
    }
  }

  /// - Parameter name: The range of the name in the buffer of ``names``.
  private mutating func index(_ name: Range<Int>, _ number: Int) throws(SegmentError) {
    // A copy, so that no access to the property lasts while the trigrams are added.
    let bytes = names.bytes
    try unsafe bytes.withUnsafeBufferPointer { bytes throws(SegmentError) in
      try trigrams?.add(unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: bytes[name])), number)
    }
  }
}

/// Collects the trigrams of names: every three adjacent bytes of the folded name, with the name's
/// block.
struct TrigramCollector {
  private let sorter: PostingSorter
  private var folded: [UInt8] = []

  init(_ sorter: PostingSorter) { self.sorter = sorter }

  /// - Parameter number: Ordinal of the name.
  mutating func add(_ name: Span<UInt8>, _ number: Int) throws(SegmentError) {
    try addFolded(name, number)
    if let rest = removingInnerMarks(name) { try addFolded(rest.span, number) }
  }

  private mutating func addFolded(_ name: Span<UInt8>, _ number: Int) throws(SegmentError) {
    folded.removeAll(keepingCapacity: true)
    foldUTF8(name, .all, into: &folded)
    let block = UInt32(number / NameBlocks.size)
    // Loaded once: accessing the property for each trigram costs 5 % of an import of names.
    let accumulator = sorter.accumulator
    try unsafe folded.withUnsafeBufferPointer { folded throws(SegmentError) in
      for start in 0..<max(0, folded.count - 2) {
        if accumulator.isFull { try sorter.spillIfFull() }
        unsafe accumulator.add(key: UnsafeBufferPointer(rebasing: folded[start..<start + 3]), fieldCount: 3, document: block)
      }
    }
  }
}
