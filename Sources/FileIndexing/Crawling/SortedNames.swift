// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import SystemPlatform

/// The names of the entries of a directory, sorted bytewise, each once.
///
/// The names of most directories are in memory. Those of a very large one are sorted in runs, which are
/// merged while they are read. The runs are compressed and stored in ``ScratchPieces``, so the memory
/// hardly depends on the number of names.
struct SortedNames: Sendable {
  private let names: UnsortedNames
  private let runs: [NameRun]
  private let pieces: ScratchPieces
  /// Number of names. Those that the file system reported twice count twice.
  let count: Int

  fileprivate init(_ names: UnsortedNames, _ runs: [NameRun], in pieces: ScratchPieces, count: Int) {
    self.names = names
    self.runs = runs
    self.pieces = pieces
    self.count = count
  }

  /// Number of bytes in memory.
  var byteCount: Int { names.byteCount + runs.reduce(0) { $0 + $1.byteCountInMemory } }

  func makeReader() throws(SystemError) -> Reader { try Reader(self) }

  /// Reads the names from the first to the last.
  struct Reader {
    private let names: UnsortedNames
    private var index = 0
    private var merge: NameMerge?
    private var last: [UInt8]?

    fileprivate init(_ sorted: SortedNames) throws(SystemError) {
      names = sorted.names
      if !sorted.runs.isEmpty { merge = try NameMerge(sorted.runs, in: sorted.pieces) }
    }

    /// The next name; `nil` after the last one.
    ///
    /// - Throws: `SystemError` if the scratch file cannot be read.
    mutating func next() throws(SystemError) -> ListedName? {
      // A file system may report an entry twice if the directory changes while it is read.
      while let name = try following() {
        if name.bytes == last { continue }
        last = name.bytes
        return name
      }
      return nil
    }

    private mutating func following() throws(SystemError) -> ListedName? {
      if merge != nil { return try merge?.next() }
      guard index < names.count else { return nil }
      defer { index += 1 }
      return names[index]
    }
  }
}

/// Sorts the names of a directory.
struct NameSorter {
  private let runLength: Int
  private let pieceLength: Int
  private var names = UnsortedNames()
  private var runs: [NameRun] = []
  private var pieces: ScratchPieces
  private var count = 0

  /// - Parameters:
  ///   - runLength: Number of bytes that are sorted in memory.
  ///   - pieceLength: Number of bytes of a run that are read at a time.
  ///   - pieces: Where runs are stored.
  init(runLength: Int = 2 << 20, pieceLength: Int = 16 << 10, in pieces: ScratchPieces) {
    self.runLength = runLength
    self.pieceLength = pieceLength
    self.pieces = pieces
  }

  mutating func append(_ name: UnsafeRawBufferPointer, _ kind: FileStatus.Kind?) {
    unsafe names.append(name, kind)
    count += 1
    if names.byteCount >= runLength { endRun() }
  }

  consuming func sorted() -> SortedNames {
    if runs.isEmpty { names.sort() } else if names.count > 0 { endRun() }
    return SortedNames(names, runs, in: pieces, count: count)
  }

  private mutating func endRun() {
    names.sort()
    runs.append(NameRun(names, pieceLength: pieceLength, in: &pieces))
    names.removeAll()
  }
}

/// Names in one array of bytes.
private struct UnsortedNames: Sendable {
  private struct Record: Sendable {
    let offset: UInt32
    let count: UInt16
    /// `FileStatus.Kind` as a number, or ``unknown``.
    let kind: UInt8

    static let unknown: UInt8 = .max
  }

  private var bytes: [UInt8] = []
  private var records: [Record] = []

  var count: Int { records.count }
  var byteCount: Int { bytes.count + records.count * MemoryLayout<Record>.stride }

  /// - Parameter name: Shorter than 64 KiB.
  mutating func append(_ name: UnsafeRawBufferPointer, _ kind: FileStatus.Kind?) {
    records.append(Record(offset: UInt32(bytes.count), count: UInt16(name.count), kind: kind?.rawValue ?? Record.unknown))
    unsafe bytes.append(contentsOf: name)
  }

  subscript(index: Int) -> ListedName {
    let record = records[index]
    let start = Int(record.offset)
    return ListedName(bytes: Array(bytes[start..<start + Int(record.count)]), kind: FileStatus.Kind(rawValue: record.kind))
  }

  mutating func sort() {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      records.sort { left, right in
        let order = unsafe RawMemory.order(
          start + Int(left.offset), start + Int(right.offset), count: Int(min(left.count, right.count)))
        return order == 0 ? left.count < right.count : order < 0
      }
    }
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
  }
}

/// Names in ascending order. Each is encoded as the number of leading bytes shared with the previous
/// name, the number of other bytes, these bytes, and the kind.
private struct NameRun: Sendable {
  let pieces: [ScratchPieces.Piece]

  init(_ names: UnsortedNames, pieceLength: Int, in scratch: inout ScratchPieces) {
    var pieces: [ScratchPieces.Piece] = []
    var bytes: [UInt8] = []
    var previous: [UInt8] = []
    for index in 0..<names.count {
      let name = names[index]
      var kept = 0
      while kept < min(previous.count, name.bytes.count), previous[kept] == name.bytes[kept] { kept += 1 }
      for number in [kept, name.bytes.count - kept] {
        bytes.append(UInt8(truncatingIfNeeded: number))
        bytes.append(UInt8(truncatingIfNeeded: number >> 8))
      }
      bytes += name.bytes[kept...]
      bytes.append(name.kind?.rawValue ?? .max)
      previous = name.bytes
      if bytes.count >= pieceLength || index == names.count - 1 {
        pieces.append(scratch.store(bytes))
        bytes.removeAll(keepingCapacity: false)
      }
    }
    self.pieces = pieces
  }

  var byteCountInMemory: Int {
    pieces.reduce(0) { sum, piece in if case .inMemory(let bytes) = piece { sum + bytes.count } else { sum } }
  }
}

/// Merges runs of names.
private struct NameMerge {
  private struct Head {
    let run: NameRun
    var nextPiece = 0
    var bytes: [UInt8] = []
    var offset = 0
    var name = ListedName(bytes: [], kind: nil)

    init(_ run: NameRun) { self.run = run }

    /// - Returns: `false` after the last name.
    mutating func advance(in scratch: ScratchPieces) throws(SystemError) -> Bool {
      if offset == bytes.count {
        guard nextPiece < run.pieces.count else { return false }
        bytes = try scratch.bytes(of: run.pieces[nextPiece])
        (nextPiece, offset) = (nextPiece + 1, 0)
      }
      let kept = Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
      let count = Int(bytes[offset + 2]) | Int(bytes[offset + 3]) << 8
      offset += 4
      // Replacing a part of an array that is shared would give the copy more and more capacity.
      var next: [UInt8] = []
      next.reserveCapacity(kept + count)
      next += name.bytes[..<kept]
      next += bytes[offset..<offset + count]
      name.bytes = next
      name.kind = FileStatus.Kind(rawValue: bytes[offset + count])
      offset += count + 1
      return true
    }
  }

  private let scratch: ScratchPieces
  /// A binary heap by name.
  private var heads: [Head] = []

  init(_ runs: [NameRun], in scratch: ScratchPieces) throws(SystemError) {
    self.scratch = scratch
    for run in runs {
      var head = Head(run)
      if try head.advance(in: scratch) { heads.append(head) }
    }
    for index in heads.indices.reversed() { sink(index) }
  }

  mutating func next() throws(SystemError) -> ListedName? {
    guard let name = heads.first?.name else { return nil }
    if try !heads[0].advance(in: scratch) {
      heads.swapAt(0, heads.count - 1)
      heads.removeLast()
    }
    if !heads.isEmpty { sink(0) }
    return name
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heads.count && precedes(child, least) { least = child }
      if least == index { return }
      heads.swapAt(index, least)
      index = least
    }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool { heads[left].name.bytes.lexicographicallyPrecedes(heads[right].name.bytes) }
}
