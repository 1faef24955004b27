// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// A chunk of the Interchange File Format: four letters, a length, and the content.
struct InterchangeChunk {
  let name: String
  /// The type of a chunk that consists of chunks; `nil` for others.
  let form: String?
  /// Without the type of a chunk that consists of chunks. Ends beyond the end of a file that is cut.
  let content: Range<Int>
  let range: Range<Int>

  /// - Returns: `nil` if there is no chunk at the offset.
  init?(_ bytes: FileBytes, at offset: Int) {
    let header = bytes.bytes(at: offset, count: 12)
    guard header.count >= 8, let length = header.integer(at: 4, as: UInt32.self, .big) else { return nil }
    name = String(decoding: header[..<4], as: UTF8.self)
    range = offset..<(offset + 8 + Int(length))
    form = name == "FORM" && header.count == 12 && length >= 4 ? String(decoding: header[8...], as: UTF8.self) : nil
    content = (offset + (form == nil ? 8 : 12))..<range.upperBound
  }
}

/// The chunks in a part of a file, which begin at even offsets.
struct InterchangeChunks: Sequence, IteratorProtocol {
  private let bytes: FileBytes
  private var rest: Range<Int>

  init(_ bytes: FileBytes, _ range: Range<Int>) {
    self.bytes = bytes
    rest = range
  }

  mutating func next() -> InterchangeChunk? {
    let start = rest.lowerBound + rest.lowerBound % 2
    guard start < rest.upperBound, let chunk = InterchangeChunk(bytes, at: start) else { return nil }
    rest = Swift.min(chunk.range.upperBound, rest.upperBound)..<rest.upperBound
    return chunk
  }
}
