internal import ImporterSupport

/// The text of an Excel workbook since version 97: names of sheets, and the texts and numbers of
/// cells.
enum ExcelBinary {
  private static let maximumRecordCount = 4 << 20

  static func appendText(of file: CompoundFile, to text: TextSink) throws {
    guard let stream = file.stream("Workbook") else {
      if file.stream("Book") != nil { throw ImportError.unsupported("a workbook of Excel before version 97") }
      return
    }
    var offset = 0
    for _ in 0..<maximumRecordCount {
      let header = stream.bytes(at: offset, count: 4)
      guard let kind = header.integer(at: 0, as: UInt16.self, .little), let length = header.integer(at: 2, as: UInt16.self, .little) else {
        return
      }
      let body = offset + 4
      offset = body + Int(length)
      switch kind {
      case 0x2F: throw ImportError.encrypted
      case 0x85:
        let bytes = stream.bytes(at: body, count: Int(length))
        guard bytes.count > 8 else { continue }
        try text.append(string(bytes, at: 8, characterCount: Int(bytes[6]), isWide: bytes[7] & 1 != 0) + "\n")
      case 0xFC:
        // Long tables continue in further records.
        var pieces = [stream.bytes(at: body, count: Int(length))]
        while stream.integer(at: offset, as: UInt16.self, .little) == 0x3C, pieces.count < maximumPieceCount {
          let more = Int(stream.integer(at: offset + 2, as: UInt16.self, .little) ?? 0)
          pieces.append(stream.bytes(at: offset + 4, count: more))
          offset += 4 + more
        }
        var table = SharedStrings(pieces)
        while let string = table.next() { try text.append(string + "\n") }
      case 0x203: if let bits = stream.integer(at: body + 6, as: UInt64.self, .little) { try append(Double(bitPattern: bits), to: text) }
      case 0x27E: if let bits = stream.integer(at: body + 6, as: UInt32.self, .little) { try append(number(bits), to: text) }
      case 0x207:
        let bytes = stream.bytes(at: body, count: Int(length))
        guard bytes.count > 3 else { continue }
        let count = Int(bytes[0]) | Int(bytes[1]) << 8
        try text.append(string(bytes, at: 3, characterCount: count, isWide: bytes[2] & 1 != 0) + "\n")
      default: break
      }
    }
  }

  private static let maximumPieceCount = 1 << 14

  private static func string(_ bytes: [UInt8], at offset: Int, characterCount: Int, isWide: Bool) -> String {
    let content = Array(bytes.dropFirst(offset).prefix(characterCount * (isWide ? 2 : 1)))
    return String(decoding: isWide ? UTF16Units.littleEndian(content) : content.map { UInt16($0) }, as: UTF16.self)
  }

  private static func append(_ number: Double, to text: TextSink) throws {
    guard number.isFinite else { return }
    try text.append((Int64(exactly: number).map(String.init) ?? String(number)) + "\t")
  }

  /// A number in four bytes: the upper half of one of eight bytes, or an integer, possibly in
  /// hundredths.
  private static func number(_ bits: UInt32) -> Double {
    let value = bits & 2 == 0 ? Double(bitPattern: UInt64(bits & ~3) << 32) : Double(Int32(bitPattern: bits) >> 2)
    return bits & 1 == 0 ? value : value / 100
  }
}

/// The table of texts that cells share.
private struct SharedStrings {
  private let pieces: [[UInt8]]
  private var piece = 0
  private var offset = 8
  private var remaining: Int

  init(_ pieces: [[UInt8]]) {
    self.pieces = pieces
    remaining = Int(pieces[0].integer(at: 4, as: UInt32.self, .little) ?? 0)
  }

  mutating func next() -> String? {
    guard remaining > 0, let head = take(3) else { return nil }
    remaining -= 1
    let flags = head[2]
    let runCount = flags & 8 != 0 ? take(2).map { Int($0[0]) | Int($0[1]) << 8 } : 0
    let extraCount = flags & 4 != 0 ? take(4).flatMap { $0.integer(at: 0, as: UInt32.self, .little) }.map { Int($0) } : 0
    guard let runCount, let extraCount, let units = takeUnits(Int(head[0]) | Int(head[1]) << 8, isWide: flags & 1 != 0) else { return nil }
    guard skip(runCount * 4 + extraCount) else { remaining = 0; return String(decoding: units, as: UTF16.self) }
    return String(decoding: units, as: UTF16.self)
  }

  /// The next bytes, which may be in two pieces.
  private mutating func take(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard moveToNonEmptyPiece() else { return nil }
      let part = pieces[piece][offset...].prefix(count - bytes.count)
      bytes += part
      offset += part.count
    }
    return bytes
  }

  private mutating func skip(_ count: Int) -> Bool {
    var left = count
    while left > 0 {
      guard moveToNonEmptyPiece() else { return false }
      let step = min(left, pieces[piece].count - offset)
      offset += step
      left -= step
    }
    return true
  }

  private mutating func moveToNonEmptyPiece() -> Bool {
    while piece < pieces.count, offset >= pieces[piece].count {
      piece += 1
      offset = 0
    }
    return piece < pieces.count
  }

  /// Characters, whose size a flag at the start of each further piece tells again.
  private mutating func takeUnits(_ count: Int, isWide: Bool) -> [UInt16]? {
    var units: [UInt16] = []
    var isWide = isWide
    while units.count < count {
      if offset >= pieces[piece].count {
        guard moveToNonEmptyPiece() else { return nil }
        isWide = pieces[piece][0] & 1 != 0
        offset = 1
        if offset >= pieces[piece].count { continue }
      }
      let size = isWide ? 2 : 1
      let part = Array(pieces[piece][offset...].prefix((count - units.count) * size))
      units += isWide ? UTF16Units.littleEndian(part) : part.map { UInt16($0) }
      offset += part.count
      // Half a character is damage.
      if part.count % size != 0 { return nil }
    }
    return units
  }
}
