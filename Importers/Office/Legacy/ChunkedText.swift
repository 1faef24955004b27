// SPDX-License-Identifier: Apache-2.0

internal import CompoundFiles
internal import ImporterSupport

/// The text of a document of Publisher or Works since 2000: a stream of chunks, with a list of them at the start.
enum ChunkedText {
  private static let maximumChunkCount = 4096
  private static let maximumTextByteCount = 64 << 20

  /// - Parameter file: The document of Works, or the storage of Publisher's text engine.
  static func appendText(of file: CompoundFile, to text: TextSink) throws {
    if let stream = file.stream("CONTENTS") { try appendText(of: stream, to: text) }
  }

  private static func appendText(of stream: FileBytes, to text: TextSink) throws {
    let start = stream.bytes(at: 0, count: 8)
    guard start.has("CHNKINK") || start.has("CHNKWKS") else { return }
    var table = 0x18
    var remaining = maximumChunkCount
    // Each table tells the number of its entries, and where the next one is.
    while let count = stream.integer(at: table + 2, as: UInt16.self, .little),
      let next = stream.integer(at: table + 4, as: UInt32.self, .little)
    {
      for index in 0..<min(Int(count), remaining) { try appendChunk(at: table + 8 + index * 24, of: stream, to: text) }
      remaining -= Int(count)
      guard remaining > 0, next != .max, Int(next) > table else { return }
      table = Int(next)
    }
  }

  private static func appendChunk(at entry: Int, of stream: FileBytes, to text: TextSink) throws {
    guard stream.bytes(at: entry + 12, count: 4).has("TEXT"), let offset = stream.integer(at: entry + 16, as: UInt32.self, .little),
      let count = stream.integer(at: entry + 20, as: UInt32.self, .little)
    else { return }
    let characters = StoredCharacters(bytes: stream.bytes(at: Int(offset), count: min(Int(count), maximumTextByteCount)), encoding: .wide)
    var lines = characters.utf8
    for index in lines.indices where lines[index] < 0x20 { lines[index] = lines[index] == 9 ? 9 : 0x0A }
    lines.append(0x0A)
    try text.append(utf8: lines.span)
  }
}
