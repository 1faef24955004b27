// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The screen and the extensions of a GIF file.
enum GIF {
  /// Maximum number of blocks to read. Comments and transparency precede the first frames.
  private static let maximumWalkLength = 4096
  /// XMP packets are stored as they are. After them come bytes that lead readers of blocks to the
  /// end of the extension, wherever they begin.
  private static let packetMark: StaticString = "\u{0B}XMP DataXMP"
  private static let packetTrailerLength = 258
  private static let maximumPacketLength = 4 << 20

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    let header = file.bytes(at: 0, count: 13)
    guard header.count == 13 else { return facts }
    facts.width = header.integer(at: 6, as: UInt16.self, .little).map(Int.init)
    facts.height = header.integer(at: 8, as: UInt16.self, .little).map(Int.init)
    facts.colorSpace = .rgb
    facts.bitsPerSample = 8
    facts.hasAlpha = false

    var offset = 13 + colorTable(header[10])
    var steps = 0
    while steps < maximumWalkLength, let introducer = file.bytes(at: offset, count: 1).first {
      steps += 1
      switch introducer {
      case 0x21:
        let label = file.bytes(at: offset + 1, count: 1).first
        let isWanted = label == 0xFE || label == 0xF9
        let (body, end) = subBlocks(in: file, at: offset + 2, steps: &steps, keep: isWanted)
        if label == 0xFE { facts.comments.append(String(looselyDecoding: body)) }
        if label == 0xF9, let flags = body.first, flags & 1 != 0 { facts.hasAlpha = true }
        if label == 0xFF, file.bytes(at: offset + 2, count: 12).has(packetMark) {
          let length = end - offset - 14 - packetTrailerLength
          facts.xmp = file.bytes(at: offset + 14, count: min(length, maximumPacketLength))
        }
        offset = end
      case 0x2C:
        guard let flags = file.bytes(at: offset + 9, count: 1).first else { return facts }
        offset = subBlocks(in: file, at: offset + 11 + colorTable(flags), steps: &steps, keep: false).end
      default:
        return facts
      }
    }
    return facts
  }

  private static func colorTable(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  private static func subBlocks(in file: FileBytes, at start: Int, steps: inout Int, keep: Bool) -> (body: [UInt8], end: Int) {
    var body: [UInt8] = []
    var offset = start
    while steps < maximumWalkLength, let length = file.bytes(at: offset, count: 1).first, length > 0 {
      steps += 1
      if keep { body += file.bytes(at: offset + 1, count: Int(length)) }
      offset += Int(length) + 1
    }
    return (body, offset + 1)
  }
}
