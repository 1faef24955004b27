// SPDX-License-Identifier: Apache-2.0

extension PostingAccumulator {
  /// A term, with the beginning of its folded form for fast comparison.
  private struct SortEntry {
    /// See `termPrefix`.
    var prefix: UInt128
    var record: UInt32
  }

  /// Writes all terms in sorted order to `sink`, then empties the accumulator.
  ///
  /// Format of a term: the length and bytes of the folded form; the length of the key plus 1, and
  /// the key, or 0 if it equals the folded form; the length and bytes of the postings stream.
  /// Lengths are variable-length integers.
  func spill(into sink: ByteSink) throws(SegmentError) {
    for entry in sortedEntries() {
      let record = unsafe record(entry.record)
      let count = unsafe Int(record.pointee.foldedCount)
      sink.bytes.append(variable: UInt32(count))
      unsafe sink.bytes.append(contentsOf: UnsafeRawBufferPointer(start: arena + Int(record.pointee.folded), count: count))
      let keyAddress = entry.record + UInt32(MemoryLayout<Record>.size)
      if unsafe record.pointee.folded == keyAddress {
        sink.bytes.append(0)
      } else {
        let keyCount = unsafe Int(record.pointee.keyCount)
        sink.bytes.append(variable: UInt32(keyCount + 1))
        unsafe sink.bytes.append(contentsOf: UnsafeRawBufferPointer(start: arena + Int(keyAddress), count: keyCount))
      }
      unsafe appendStream(of: record.pointee, to: sink)
      try sink.flushIfFull()
    }
    try sink.finish()
    reset()
  }

  /// Writes all terms in sorted order to a dictionary, then empties the accumulator. Equivalent to
  /// spilling and reading the spill.
  func write(to sink: inout TermDictionaryWriter) throws(SegmentError) {
    var (foldedKey, surface): ([UInt8], [UInt8]) = ([], [])
    for entry in sortedEntries() {
      foldedKey.removeAll(keepingCapacity: true)
      unsafe foldedKey.append(contentsOf: folded(entry.record))
      let keyAddress = entry.record + UInt32(MemoryLayout<Record>.size)
      if unsafe record(entry.record).pointee.folded == keyAddress {
        try sink.begin(folded: foldedKey, surface: nil)
      } else {
        surface.removeAll(keepingCapacity: true)
        unsafe surface.append(contentsOf: key(entry.record))
        try sink.begin(folded: foldedKey, surface: surface)
      }
      var postings = PostingStream(unsafe record(entry.record).pointee, of: self)
      while let document = postings.nextDocument() {
        try sink.add(document: document)
        if !hasPositions { continue }
        while let position = postings.nextPosition() { try sink.add(position: position) }
      }
      try sink.end()
    }
    reset()
  }

  /// Decodes the postings of a term; see ``PostingAccumulator`` for the format.
  @safe private struct PostingStream {
    private let arena: UnsafeMutableRawPointer
    private var offset: Int
    private var sliceEnd: Int
    private let end: Int
    private var level: UInt16 = 0
    private let lastLevel: UInt16
    private var document: UInt32 = 0
    private var position: UInt32 = 0

    /// Valid until the accumulator changes.
    init(_ record: Record, of accumulator: PostingAccumulator) {
      unsafe arena = accumulator.arena
      offset = Int(record.firstSlice)
      end = Int(record.tail)
      lastLevel = record.level
      sliceEnd = record.level == 0 ? end : offset + PostingAccumulator.sliceSize(0)
    }

    @inline(__always)
    private mutating func byte() -> UInt8? {
      if offset == sliceEnd {
        guard level < lastLevel else { return nil }
        unsafe offset = Int(arena.loadUnaligned(fromByteOffset: sliceEnd, as: UInt32.self))
        level += 1
        sliceEnd = level == lastLevel ? end : offset + PostingAccumulator.sliceSize(level)
        if offset == sliceEnd { return nil }
      }
      defer { offset &+= 1 }
      return unsafe arena.load(fromByteOffset: offset, as: UInt8.self)
    }

    @inline(__always)
    private mutating func variable() -> UInt32? {
      guard let first = byte() else { return nil }
      if first < 0x80 { return UInt32(first) }
      var (value, shift) = (UInt32(first & 0x7F), UInt32(7))
      while let next = byte() {
        value |= UInt32(next & 0x7F) &<< shift
        if next < 0x80 { break }
        shift &+= 7
      }
      return value
    }

    @inline(__always)
    mutating func nextDocument() -> UInt32? {
      guard let gap = variable() else { return nil }
      document &+= gap
      position = 0
      return document
    }

    /// `nil` after the last position of the document.
    @inline(__always)
    mutating func nextPosition() -> UInt32? {
      guard let gap = variable(), gap != 0 else { return nil }
      position &+= gap
      return position &- 1
    }
  }

  private func appendStream(of record: Record, to sink: ByteSink) {
    var length = Int(record.tail) - Int(record.sliceEnd) + Self.sliceSize(record.level)
    for level in 0..<record.level { length += Self.sliceSize(level) }
    sink.bytes.append(variable: UInt64(length))
    var slice = Int(record.firstSlice)
    for level in 0..<record.level {
      let size = Self.sliceSize(level)
      unsafe sink.bytes.append(contentsOf: UnsafeRawBufferPointer(start: arena + slice, count: size))
      unsafe slice = Int(arena.loadUnaligned(fromByteOffset: slice + size, as: UInt32.self))
      length -= size
    }
    unsafe sink.bytes.append(contentsOf: UnsafeRawBufferPointer(start: arena + slice, count: length))
  }

  private func sortedEntries() -> [SortEntry] {
    var entries: [SortEntry] = []
    unsafe entries.reserveCapacity(state.pointee.count)
    for index in unsafe 0...state.pointee.mask {
      let address = unsafe state.pointee.slots[index].record
      if address != 0 { entries.append(SortEntry(prefix: prefix(of: address), record: address)) }
    }
    entries.sort { one, other in
      one.prefix != other.prefix ? one.prefix < other.prefix : precedes(one.record, other.record)
    }
    return entries
  }

  private func prefix(of address: UInt32) -> UInt128 {
    let record = unsafe record(address)
    return unsafe termPrefix(UnsafeRawBufferPointer(start: arena + Int(record.pointee.folded), count: Int(record.pointee.foldedCount)))
  }

  private func precedes(_ one: UInt32, _ other: UInt32) -> Bool {
    let order = unsafe compareBytes(folded(one), folded(other))
    return order != 0 ? order < 0 : unsafe compareBytes(key(one), key(other)) < 0
  }

  private func folded(_ address: UInt32) -> UnsafeRawBufferPointer {
    let record = unsafe record(address)
    return unsafe UnsafeRawBufferPointer(start: arena + Int(record.pointee.folded), count: Int(record.pointee.foldedCount))
  }

  private func key(_ address: UInt32) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      start: arena + Int(address) + MemoryLayout<Record>.size, count: Int(record(address).pointee.keyCount))
  }

  private func reset() {
    unsafe state.pointee.used = 16
    unsafe state.pointee.limit = 0
    unsafe state.pointee.count = 0
    unsafe state.pointee.slots.update(repeating: Slot(hash: 0, record: 0), count: state.pointee.mask + 1)
  }
}
