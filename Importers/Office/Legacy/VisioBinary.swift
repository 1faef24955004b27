// SPDX-License-Identifier: Apache-2.0

internal import CompoundFiles
internal import ImporterSupport

/// The text of a drawing of Visio before 2013 (versions 5 to 11 of the format): a tree of streams, the lower ones of which consist of
/// chunks. The format is not published; what is known of it is what readers such as libvisio and Apache POI have found out.
struct VisioBinary {
  private static let maximumDepth = 32
  private static let maximumStreamCount = 1 << 16
  private static let maximumStreamByteCount = 16 << 20
  /// Of all streams together, of which several pointers may lead to the same one.
  private static let maximumByteCount = 128 << 20
  private static let textChunk: UInt32 = 0x0E
  /// Bytes before the characters in a chunk with text.
  private static let textOffset = 8

  private let document: FileBytes
  private let version: Int
  private var remaining = maximumStreamCount
  private var remainingByteCount = maximumByteCount
  private var lines: [UInt8] = []

  /// Where a stream is, and what it contains.
  private struct Pointer {
    let type: UInt32
    let offset: Int
    let count: Int
    let format: UInt16

    var isCompressed: Bool { format & 2 != 0 }
    var hasPointers: Bool { type == 0x14 || (type != 0x16 && ((0x1D...0x1E).contains(format) || (0x50..<0x60).contains(format))) }
    var hasChunks: Bool { (0xD0..<0xDF).contains(format) || (isOld && (type == 0x15 || type == 0x18)) }
    let isOld: Bool
  }

  static func appendText(of file: CompoundFile, to text: TextSink) throws {
    guard let document = file.stream("VisioDocument"), document.bytes(at: 0, count: 18).has("Visio (TM) Drawing"),
      let version = document.integer(at: 0x1A, as: UInt16.self, .little)
    else { return }
    var reader = VisioBinary(document, version: Int(version))
    // The pointer to the list of all streams follows the header.
    guard version >= 5, let root = reader.pointer(document.bytes(at: 0x24, count: 18), at: 0) else { return }
    try reader.read(root, depth: 0, to: text)
  }

  private init(_ document: FileBytes, version: Int) {
    self.document = document
    self.version = version
  }

  private func pointer(_ bytes: [UInt8], at offset: Int) -> Pointer? {
    func number(_ position: Int) -> UInt32? { bytes.integer(at: offset + position, as: UInt32.self, .little) }
    guard let start = number(8), let count = number(12) else { return nil }
    if version < 6 {
      guard let type = bytes.integer(at: offset, as: UInt16.self, .little),
        let format = bytes.integer(at: offset + 2, as: UInt16.self, .little)
      else { return nil }
      return Pointer(type: UInt32(type), offset: Int(start), count: Int(count), format: format, isOld: true)
    }
    guard let type = number(0), let format = bytes.integer(at: offset + 16, as: UInt16.self, .little) else { return nil }
    return Pointer(type: type, offset: Int(start), count: Int(count), format: format, isOld: false)
  }

  private mutating func read(_ pointer: Pointer, depth: Int, to text: TextSink) throws {
    guard depth < Self.maximumDepth, remaining > 0, remainingByteCount > 0, pointer.hasPointers || pointer.hasChunks, pointer.count > 0
    else { return }
    remaining -= 1
    let stored = document.bytes(at: pointer.offset, count: min(pointer.count, Self.maximumStreamByteCount))
    let content = pointer.isCompressed ? Self.unpacked(stored) : stored
    remainingByteCount -= content.count
    if pointer.hasPointers {
      // A compressed stream begins with a header of four bytes.
      let list = pointer.isCompressed ? Array(content.dropFirst(4)) : content
      for child in pointers(in: list, of: pointer) { try read(child, depth: depth + 1, to: text) }
    } else {
      appendTexts(in: content)
      try text.append(utf8: lines.span)
      lines.removeAll(keepingCapacity: true)
    }
  }

  private func pointers(in list: [UInt8], of parent: Pointer) -> [Pointer] {
    let (start, count, size): (Int, Int, Int)
    if version < 6 {
      let position = [0x1D: 30, 0x4E: 30, 0x1E: 54, 0x14: 130][Int(parent.type)] ?? 10
      guard let number = list.integer(at: position, as: UInt16.self, .little) else { return [] }
      (start, count, size) = (position + 2, Int(number), 16)
    } else {
      guard let position = list.integer(at: 0, as: UInt32.self, .little).map(Int.init),
        let number = list.integer(at: position, as: UInt32.self, .little)
      else { return [] }
      (start, count, size) = (position + 8, Int(number), 18)
    }
    return (0..<min(count, list.count / size)).compactMap { pointer(list, at: start + $0 * size) }
  }

  // MARK: Chunks

  private struct Chunk {
    let type: UInt32
    let count: Int
    let hasTrailer: Bool
    let hasSeparator: Bool
  }

  private mutating func appendTexts(in bytes: [UInt8]) {
    var offset = 0
    let headerByteCount = version < 6 ? 12 : 19
    while let chunk = chunk(bytes, at: offset) {
      offset += headerByteCount
      guard chunk.count <= bytes.count - offset else { return }
      if chunk.type == Self.textChunk { appendText(bytes[offset..<(offset + chunk.count)]) }
      offset += chunk.count + (chunk.hasTrailer ? 8 : 0) + (chunk.hasSeparator ? 4 : 0)
    }
  }

  private func chunk(_ bytes: [UInt8], at offset: Int) -> Chunk? {
    if version < 6 {
      guard let type = bytes.integer(at: offset, as: UInt16.self, .little),
        let list = bytes.integer(at: offset + 6, as: UInt16.self, .little),
        let count = bytes.integer(at: offset + 8, as: UInt32.self, .little)
      else { return nil }
      return Chunk(type: UInt32(type), count: Int(count), hasTrailer: list != 0 || Self.trailed.contains(UInt32(type)), hasSeparator: false)
    }
    guard let type = bytes.integer(at: offset, as: UInt32.self, .little),
      let list = bytes.integer(at: offset + 8, as: UInt32.self, .little),
      let count = bytes.integer(at: offset + 12, as: UInt32.self, .little),
      let level = bytes.integer(at: offset + 16, as: UInt16.self, .little),
      let mark = bytes.integer(at: offset + 18, as: UInt8.self, .little)
    else { return nil }
    let hasTrailer = list != 0 || Self.trailed.contains(type)
    return Chunk(
      type: type, count: Int(count), hasTrailer: hasTrailer,
      hasSeparator: version > 6 && Self.isSeparated(type, level: level, mark: mark, hasTrailer: hasTrailer))
  }

  /// Chunks that are lists.
  private static let trailed: Set<UInt32> = [0x2C, 0x65, 0x66, 0x69, 0x6A, 0x6B, 0x70, 0x71]

  private static func isSeparated(_ type: UInt32, level: UInt16, mark: UInt8, hasTrailer: Bool) -> Bool {
    if type == 0x1F || type == 0xC9 { return false }
    if hasTrailer || type == 0x69 { return true }
    switch level {
    case 2: return mark == 0x55 || (mark == 0x54 && [0xA9, 0xAA, 0xB4, 0xB6].contains(type))
    case 3: return mark != 0x50
    default: return false
    }
  }

  private mutating func appendText(_ chunk: ArraySlice<UInt8>) {
    let bytes = Array(chunk.dropFirst(Self.textOffset))
    let characters = StoredCharacters(bytes: bytes, encoding: version > 6 ? .wide : .windows1252)
    var text = String(decoding: characters.utf8, as: UTF8.self).prefix { $0 != "\0" }.replacing("\u{FFFC}", with: " ")
    text = text.replacing("\u{2028}", with: "\n")
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    lines += text.utf8
    lines.append(UInt8(ascii: "\n"))
  }

  // MARK: Compression

  /// Unpacks a stream: a variant of LZSS, in which bits that are set stand for bytes, and others for earlier bytes in a ring of 4 KiB.
  private static func unpacked(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var ring = [UInt8](repeating: 0, count: 4096)
    var position = 0
    var index = 0
    while index < bytes.count, output.count < maximumStreamByteCount {
      let flags = bytes[index]
      index += 1
      for bit in 0..<8 {
        guard index < bytes.count else { return output }
        if flags & (1 << bit) != 0 {
          ring[position & 4095] = bytes[index]
          output.append(bytes[index])
          position += 1
          index += 1
          continue
        }
        guard index + 1 < bytes.count else { return output }
        let source = (Int(bytes[index]) | Int(bytes[index + 1] & 0xF0) << 4) + 18
        for step in 0..<(Int(bytes[index + 1] & 0x0F) + 3) {
          let byte = ring[(source + step) & 4095]
          ring[position & 4095] = byte
          output.append(byte)
          position += 1
        }
        index += 2
      }
    }
    return output
  }
}
