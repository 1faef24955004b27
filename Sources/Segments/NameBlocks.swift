internal import TextAnalysis

/// How names are packed.
///
/// The names' section: each name and a zero. The offsets' section: for each 32 names, where they begin. The trigrams' dictionary, which only
/// segments with many names have: for each three bytes of a name's folded form, the blocks of 32 names they occur in.
///
/// By trigrams a selective search touches a few blocks (60 µs among a million names); a plain scan, which one or two letters need, costs 12
/// ms a million.
package enum NameBlocks {
  static let size = 32

  /// Minimum number of names that get trigrams. Scanning fewer takes 50 µs, about as long as looking
  /// trigrams up; and small segments, which are soon merged, are built in half the time.
  package static let trigramThreshold = 32768

  /// The longest name, in bytes; a file's has 255 at most. Readers count on it.
  static let maximumNameLength = 0xFFFF
}

/// Packs names, in the order of ordinals.
struct NamesWriter {
  private let names: ByteSink
  private let offsets: ByteSink
  private var trigrams: TrigramCollector?
  private let trigramThreshold: Int
  private(set) var count = 0

  /// - Parameters:
  ///   - trigrams: Where those of names go; `nil` when somebody else sees to them.
  ///   - trigramThreshold: Minimum number of names that get trigrams.
  init(names: ByteSink, offsets: ByteSink, trigrams: TrigramCollector? = nil, trigramThreshold: Int = .max) {
    self.names = names
    self.offsets = offsets
    self.trigrams = trigrams
    self.trigramThreshold = max(trigramThreshold, 1)
  }

  /// Whether there are so many names that they have trigrams.
  var isIndexed: Bool { count >= trigramThreshold }

  /// - Parameter name: A zero byte, which no file's name has, is kept as a space.
  mutating func append(_ name: Span<UInt8>) throws(SegmentError) {
    precondition(name.count <= NameBlocks.maximumNameLength, "the name is longer than any file's")
    if count % NameBlocks.size == 0 {
      offsets.bytes.append(fixed: UInt64(names.count))
      try offsets.flushIfFull()
    }
    let start = names.bytes.count
    unsafe name.withUnsafeBufferPointer { unsafe names.bytes.append(contentsOf: $0) }
    for index in name.indices where name[index] == 0 { names.bytes[start + index] = 0x20 }
    names.bytes.append(0)
    count += 1
    // Until there are enough, nothing of them leaves the memory.
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

  /// - Parameter name: Where it is in the names' bytes that are in memory.
  private mutating func index(_ name: Range<Int>, _ number: Int) throws(SegmentError) {
    try unsafe names.bytes.withUnsafeBufferPointer { bytes throws(SegmentError) in
      try trigrams?.add(unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: bytes[name])), number)
    }
  }
}

/// Collects the trigrams of names: of each folded form every three bytes, with the block that the name is in.
struct TrigramCollector {
  private let sorter: PostingSorter
  private var folded: [UInt8] = []

  init(_ sorter: PostingSorter) { self.sorter = sorter }

  /// - Parameter number: The name's ordinal.
  mutating func add(_ name: Span<UInt8>, _ number: Int) throws(SegmentError) {
    folded.removeAll(keepingCapacity: true)
    foldUTF8(name, .all, into: &folded)
    let block = UInt32(number / NameBlocks.size)
    // Once for all: to get at it anew for each trigram costs a twentieth of an import of names.
    let accumulator = sorter.accumulator
    try unsafe folded.withUnsafeBufferPointer { folded throws(SegmentError) in
      for start in 0..<max(0, folded.count - 2) {
        if accumulator.isFull { try sorter.spillIfFull() }
        unsafe accumulator.add(key: UnsafeBufferPointer(rebasing: folded[start..<start + 3]), fieldCount: 3, document: block)
      }
    }
  }
}
