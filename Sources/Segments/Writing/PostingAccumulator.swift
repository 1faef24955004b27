// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform
internal import TextAnalysis

/// Collects postings in memory: for each term, the documents seen so far, optionally with
/// positions.
///
/// All data lies in one arena: for each term a record, its key, its folded form if that differs
/// from the key, and a chain of slices of growing size with the postings. A token costs one hash
/// lookup and one or two bytes, and allocates nothing.
///
/// The postings are a stream of variable-length integers. For each document: the gap to the
/// previous document and, with positions, the gap of each position to the previous one (to −1 for
/// the first one). A 0 separates the positions of a document from the next document.
@safe final class PostingAccumulator {
  /// Maximum number of bytes that one ``add(key:fieldCount:document:position:)`` takes: a long key,
  /// its folded form and a slice.
  private static let margin = 64 * 1024

  /// If less of the budget is left, spilling is better than using it.
  private static let minimumSpare = 16 * 1024

  /// Maximum length of a key in bytes.
  static let maximumKeyLength = 2048

  struct Slot {
    var hash: UInt32
    /// Arena offset of the record, or 0 if the slot is free.
    var record: UInt32
  }

  struct Record {
    var lastDocument: UInt32
    /// The last position plus 1.
    var lastPosition: UInt32
    var tail: UInt32
    var sliceEnd: UInt32
    var firstSlice: UInt32
    /// Arena offset of the folded form: that of the key if folding changes nothing.
    var folded: UInt32
    var foldedCount: UInt16
    var keyCount: UInt16
    var fieldCount: UInt16
    var level: UInt16
  }

  @unsafe struct State {
    /// Grows on demand, because most accumulators of a small segment stay empty.
    var arena: UnsafeMutableRawPointer
    var capacity: Int
    var used: Int
    /// While ``used`` is not greater than this, there is room for another `add`.
    var limit: Int
    var slots: UnsafeMutablePointer<Slot>
    var mask: Int
    var count: Int
  }

  let hasPositions: Bool
  private let budget: Int
  let state: UnsafeMutablePointer<State>
  private var foldBuffer: [UInt8] = []

  /// - Parameter budget: Maximum memory in bytes. Clamped to 256 KiB ... 4 GiB.
  init(hasPositions: Bool, budget: Int) {
    self.hasPositions = hasPositions
    self.budget = min(max(budget, 256 * 1024), Int(UInt32.max))
    let slotCount = 256
    unsafe state = .allocate(capacity: 1)
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: slotCount)
    unsafe slots.initialize(repeating: Slot(hash: 0, record: 0), count: slotCount)
    let capacity = 2 * Self.margin
    let arena = unsafe RawMemory.resized(nil, to: capacity)
    unsafe state.initialize(
      to: State(
        arena: arena, capacity: capacity, used: 16, limit: capacity - Self.margin, slots: slots, mask: slotCount - 1, count: 0))
  }

  deinit {
    unsafe state.pointee.slots.deallocate()
    unsafe RawMemory.free(state.pointee.arena)
    unsafe state.deallocate()
  }

  var isEmpty: Bool { unsafe state.pointee.count == 0 }

  /// Bytes in use in the arena.
  var byteCount: Int { unsafe state.pointee.used }

  /// Whether there is no room for another `add`, so that the caller must spill.
  @inline(__always)
  var isFull: Bool { unsafe state.pointee.used > state.pointee.limit && !makeRoom() }

  /// Grows the arena unless the budget is used up. The budget includes 24 bytes per term for
  /// sorting.
  @inline(never)
  private func makeRoom() -> Bool {
    let used = unsafe state.pointee.used
    let inUse = unsafe used + (state.pointee.mask + 1) * MemoryLayout<Slot>.size + state.pointee.count * 24 + Self.margin
    let spare = budget - inUse
    guard spare > Self.minimumSpare else { return false }
    // At most double the arena, and use at most half of the budget left: slots and sort entries
    // grow as well.
    unsafe state.pointee.limit = used + min(spare / 2, max(used, Self.margin))
    let capacity = unsafe state.pointee.limit + Self.margin
    if unsafe capacity > state.pointee.capacity {
      // For large blocks realloc remaps pages instead of copying.
      let arena = unsafe RawMemory.resized(state.pointee.arena, to: capacity)
      unsafe state.pointee.arena = arena
      unsafe state.pointee.capacity = capacity
    }
    return true
  }

  /// - Parameters:
  ///   - key: At most ``maximumKeyLength`` bytes.
  ///   - fieldCount: Number of leading bytes of the key that are not folded.
  ///   - document: Must not be less than in the previous call for the same key.
  ///   - position: Must be greater than in the previous call for the same key and document.
  @inline(__always)
  func add(key: UnsafeBufferPointer<UInt8>, fieldCount: Int = 0, document: UInt32, position: UInt32 = 0) {
    let hash = unsafe KeyHash.hash(key)
    var index = unsafe Int(hash) & state.pointee.mask
    while true {
      let slot = unsafe state.pointee.slots[index]
      if slot.record == 0 {
        let address = unsafe insert(key, fieldCount, hash, at: index)
        unsafe append(to: record(address), document, position, isFirst: true)
        return
      }
      if slot.hash == hash {
        let record = unsafe record(slot.record)
        if unsafe Int(record.pointee.keyCount) == key.count,
          unsafe KeyHash.areEqual(UnsafeRawPointer(record + 1), UnsafeRawPointer(key.baseAddress), key.count)
        {
          unsafe append(to: record, document, position, isFirst: false)
          return
        }
      }
      unsafe index = (index &+ 1) & state.pointee.mask
    }
  }

  @inline(__always)
  var arena: UnsafeMutableRawPointer { unsafe state.pointee.arena }

  @inline(__always)
  func record(_ address: UInt32) -> UnsafeMutablePointer<Record> {
    unsafe (arena + Int(address)).assumingMemoryBound(to: Record.self)
  }

  @inline(__always)
  private func append(to record: UnsafeMutablePointer<Record>, _ document: UInt32, _ position: UInt32, isFirst: Bool) {
    if unsafe isFirst || record.pointee.lastDocument != document {
      if hasPositions, !isFirst { unsafe append(byte: 0, to: record) }
      unsafe append(variable: document &- record.pointee.lastDocument, to: record)
      unsafe record.pointee.lastDocument = document
      unsafe record.pointee.lastPosition = 0
    }
    if hasPositions {
      unsafe append(variable: position &+ 1 &- record.pointee.lastPosition, to: record)
      unsafe record.pointee.lastPosition = position &+ 1
    }
  }

  @inline(__always)
  private func append(variable value: UInt32, to record: UnsafeMutablePointer<Record>) {
    var rest = value
    while rest >= 0x80 {
      unsafe append(byte: UInt8(truncatingIfNeeded: rest) | 0x80, to: record)
      rest >>= 7
    }
    unsafe append(byte: UInt8(truncatingIfNeeded: rest), to: record)
  }

  @inline(__always)
  private func append(byte: UInt8, to record: UnsafeMutablePointer<Record>) {
    if unsafe record.pointee.tail == record.pointee.sliceEnd { unsafe addSlice(to: record) }
    unsafe arena.storeBytes(of: byte, toByteOffset: Int(record.pointee.tail), as: UInt8.self)
    unsafe record.pointee.tail &+= 1
  }

  /// Number of postings bytes in a slice. The arena offset of the next slice follows them.
  @inline(__always)
  static func sliceSize(_ level: UInt16) -> Int { level < 9 ? 12 << Int(level) : 12 << 9 }

  @inline(never)
  private func addSlice(to record: UnsafeMutablePointer<Record>) {
    unsafe record.pointee.level += 1
    let size = unsafe Self.sliceSize(record.pointee.level)
    let address = allocate(size + 4)
    unsafe arena.storeBytes(of: address, toByteOffset: Int(record.pointee.sliceEnd), as: UInt32.self)
    unsafe record.pointee.tail = address
    unsafe record.pointee.sliceEnd = address + UInt32(size)
  }

  private func allocate(_ size: Int) -> UInt32 {
    let address = unsafe state.pointee.used
    precondition(unsafe address + size <= state.pointee.capacity, "a full accumulator was not spilled")
    unsafe state.pointee.used = (address + size + 3) & ~3
    return UInt32(address)
  }

  @inline(never)
  private func insert(_ key: UnsafeBufferPointer<UInt8>, _ fieldCount: Int, _ hash: UInt32, at index: Int) -> UInt32 {
    precondition(key.count <= Self.maximumKeyLength, "the key is too long")
    let isFolded = unsafe fold(key, fieldCount)
    let folded = foldBuffer
    let keyAddress = unsafe UInt32(state.pointee.used + MemoryLayout<Record>.size)
    let address = allocate(MemoryLayout<Record>.size + key.count + folded.count + Self.sliceSize(0) + 4)
    let keyStart = unsafe arena + Int(keyAddress)
    if let base = key.baseAddress { unsafe keyStart.copyMemory(from: base, byteCount: key.count) }
    unsafe folded.withUnsafeBytes { folded in
      if let base = folded.baseAddress { unsafe (keyStart + key.count).copyMemory(from: base, byteCount: folded.count) }
    }
    let slice = keyAddress + UInt32(key.count + folded.count)
    unsafe record(address).initialize(
      to: Record(
        lastDocument: 0, lastPosition: 0, tail: slice, sliceEnd: slice + UInt32(Self.sliceSize(0)), firstSlice: slice,
        folded: isFolded ? keyAddress : keyAddress + UInt32(key.count),
        foldedCount: UInt16(isFolded ? key.count : folded.count), keyCount: UInt16(key.count), fieldCount: UInt16(fieldCount),
        level: 0))
    unsafe state.pointee.slots[index] = Slot(hash: hash, record: address)
    unsafe state.pointee.count += 1
    if unsafe state.pointee.count * 2 > state.pointee.mask { grow() }
    return address
  }

  /// Writes the folded form, including the field, to `foldBuffer`. Returns `true` and leaves the
  /// buffer empty if folding changes nothing.
  private func fold(_ key: UnsafeBufferPointer<UInt8>, _ fieldCount: Int) -> Bool {
    foldBuffer.removeAll(keepingCapacity: true)
    var union: UInt8 = 0
    var mayChange = false
    for index in fieldCount..<key.count {
      let byte = unsafe key[index]
      union |= byte
      // A token with an apostrophe folds to one without it.
      if byte &- 0x41 < 26 || byte == 0x27 { mayChange = true }
    }
    if !mayChange, union < 0x80 { return true }
    unsafe foldBuffer.append(contentsOf: key[..<fieldCount])
    let text = unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: key[fieldCount...]))
    // Only tokens have positions.
    if hasPositions { foldToken(text, .all, into: &foldBuffer) } else { foldUTF8(text, .all, into: &foldBuffer) }
    return false
  }

  private func grow() {
    let old = unsafe state.pointee.slots
    let oldCount = unsafe state.pointee.mask + 1
    let mask = oldCount * 2 - 1
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: mask + 1)
    unsafe slots.initialize(repeating: Slot(hash: 0, record: 0), count: mask + 1)
    for oldIndex in 0..<oldCount {
      let slot = unsafe old[oldIndex]
      guard slot.record != 0 else { continue }
      var index = Int(slot.hash) & mask
      while unsafe slots[index].record != 0 { index = (index + 1) & mask }
      unsafe slots[index] = slot
    }
    unsafe old.deallocate()
    unsafe state.pointee.slots = slots
    unsafe state.pointee.mask = mask
    // The larger table uses part of the budget, so the limit must be computed again.
    unsafe state.pointee.limit = 0
  }
}
