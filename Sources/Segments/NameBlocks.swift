internal import TextAnalysis

/// How names are packed.
///
/// The names' section: each name and a zero. The offsets' section: for each 32 names, where they begin. The trigrams' dictionary: for each
/// three bytes of a name's folded form, the blocks of 32 names they occur in.
///
/// By trigrams a selective search touches a few blocks (60 µs among a million names); a plain scan, which one or two letters need, costs 12
/// ms a million.
enum NameBlocks {
  static let size = 32

  /// The longest name, in bytes; a file's has 255 at most. Readers count on it.
  static let longest = 0xFFFF
}

/// Packs names, in the order of ordinals.
struct NamesWriter {
  private let names: ByteSink
  private let offsets: ByteSink
  private let trigrams: PostingSorter
  private(set) var count = 0
  private var folded: [UInt8] = []

  init(names: ByteSink, offsets: ByteSink, trigrams: PostingSorter) {
    self.names = names
    self.offsets = offsets
    self.trigrams = trigrams
  }

  /// - Parameter name: A zero byte, which no file's name has, is kept as a space.
  mutating func append(_ name: Span<UInt8>) throws(SegmentError) {
    precondition(name.count <= NameBlocks.longest, "the name is longer than any file's")
    if count % NameBlocks.size == 0 {
      offsets.bytes.append(fixed: UInt64(names.count))
      try offsets.flushIfFull()
    }
    folded.removeAll(keepingCapacity: true)
    if name.indices.contains(where: { name[$0] == 0 }) {
      let kept = name.indices.map { name[$0] == 0 ? 0x20 : name[$0] }
      names.bytes.append(contentsOf: kept)
      foldUTF8(kept.span, .all, into: &folded)
    } else {
      unsafe name.withUnsafeBufferPointer { unsafe names.bytes.append(contentsOf: $0) }
      foldUTF8(name, .all, into: &folded)
    }
    names.bytes.append(0)
    try names.flushIfFull()
    let block = UInt32(count / NameBlocks.size)
    // Once for all: to get at it anew for each trigram costs a twentieth of an import of names.
    let accumulator = trigrams.accumulator
    try unsafe folded.withUnsafeBufferPointer { folded throws(SegmentError) in
      for start in 0..<max(0, folded.count - 2) {
        if accumulator.isFull { try trigrams.spillIfFull() }
        unsafe accumulator.add(key: UnsafeBufferPointer(rebasing: folded[start..<start + 3]), fieldCount: 3, document: block)
      }
    }
    count += 1
  }
}
