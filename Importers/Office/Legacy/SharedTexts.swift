// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The table of texts that the cells of an Excel workbook share. It is divided into pieces, also in the middle of a text.
struct SharedTexts {
  private let pieces: [[UInt8]]
  private var piece = 0
  private var offset = 8
  private var remaining: Int

  /// - Parameter count: The number of texts; by default, the one at the start of the table.
  init(_ pieces: [[UInt8]], count: Int? = nil) {
    self.pieces = pieces
    remaining = count ?? Int(pieces.first?.integer(at: 4, as: UInt32.self, .little) ?? 0)
  }

  /// The next text, in UTF-8.
  mutating func next() -> [UInt8]? {
    guard remaining > 0, let head = take(3) else { return nil }
    remaining -= 1
    let flags = head[2]
    let runCount = flags & 8 != 0 ? take(2).map { Int($0[0]) | Int($0[1]) << 8 } : 0
    let extraCount = flags & 4 != 0 ? take(4).flatMap { $0.integer(at: 0, as: UInt32.self, .little) }.map { Int($0) } : 0
    guard let runCount, let extraCount, let text = takeText(Int(head[0]) | Int(head[1]) << 8, isWide: flags & 1 != 0) else { return nil }
    if !skip(runCount * 4 + extraCount) { remaining = 0 }
    return text
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
  private mutating func takeText(_ characterCount: Int, isWide: Bool) -> [UInt8]? {
    var text: [UInt8] = []
    var converter = UTF16Converter()
    var left = characterCount
    var isWide = isWide
    while left > 0 {
      if piece >= pieces.count || offset >= pieces[piece].count {
        guard moveToNonEmptyPiece() else { return nil }
        isWide = pieces[piece][0] & 1 != 0
        offset = 1
        if offset >= pieces[piece].count { continue }
      }
      let size = isWide ? 2 : 1
      let part = StoredCharacters(bytes: Array(pieces[piece][offset...].prefix(left * size)), encoding: isWide ? .wide : .latin1)
      part.append(to: &text, with: &converter)
      left -= part.count
      offset += part.bytes.count
      // Half a character is damage.
      if part.bytes.count % size != 0 { return nil }
    }
    converter.finish(&text)
    return text
  }
}
