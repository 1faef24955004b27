extension PostingAccumulator {
  /// A term, with the beginning of its folded form for fast comparison.
  private struct SortEntry {
    /// The first eight bytes of the folded form, the first byte in the highest bits.
    var prefix: UInt64
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

  private func prefix(of address: UInt32) -> UInt64 {
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
