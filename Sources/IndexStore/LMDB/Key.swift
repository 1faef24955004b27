/// A key of up to sixteen bytes, built without allocating: numbers big-endian, so that LMDB's byte order is theirs.
struct Key: Equatable {
  private var high: UInt64
  private var low: UInt64
  let count: Int

  init(_ directory: DirectoryID) { self.init(high: UInt64(directory.rawValue) << 32, count: 4) }

  init(_ document: DocumentID) { self.init(high: document.rawValue, count: 8) }

  init(_ reference: DocumentReference) { self.init(first: reference.directory, second: reference.document.rawValue) }

  init(_ reference: DocumentReference, nameHash: UInt32) {
    self.init(high: UInt64(reference.directory.rawValue) << 32 | UInt64(nameHash), low: reference.document.rawValue, count: 16)
  }

  /// The place before the first document of a directory.
  init(firstIn directory: DirectoryID) { self.init(first: directory, second: 0) }

  init(_ document: DocumentID, chunk: UInt32) { self.init(high: document.rawValue, low: UInt64(chunk) << 32, count: 12) }

  init(_ segment: SegmentID) { self.init(high: UInt64(segment.rawValue) << 32, count: 4) }

  init(_ segment: SegmentID, chunk: UInt32) { self.init(high: UInt64(segment.rawValue) << 32 | UInt64(chunk), count: 8) }

  init(number: UInt64) { self.init(high: number, count: 8) }

  init(number: UInt16) { self.init(high: UInt64(number) << 48, count: 2) }

  private init(first: DirectoryID, second: UInt64) {
    self.init(high: UInt64(first.rawValue) << 32 | second >> 32, low: second << 32, count: 12)
  }

  private init(high: UInt64, low: UInt64 = 0, count: Int) {
    self.high = high.bigEndian
    self.low = low.bigEndian
    self.count = count
  }

  func withBytes<Result, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Result) throws(Failure) -> Result {
    // Two members of one size: the bytes of the structure are the bytes of the key.
    var copy = (high, low)
    return try unsafe withUnsafeBytes(of: &copy) { bytes throws(Failure) in
      try unsafe body(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }
  }
}

extension Span<UInt8> {
  /// The big-endian number at an offset; the caller has checked the length.
  func uint16(at offset: Int) -> UInt16 { UInt16(self[offset]) << 8 | UInt16(self[offset + 1]) }

  func uint32(at offset: Int) -> UInt32 { UInt32(uint16(at: offset)) << 16 | UInt32(uint16(at: offset + 2)) }

  func uint64(at offset: Int) -> UInt64 { UInt64(uint32(at: offset)) << 32 | UInt64(uint32(at: offset + 4)) }
}
