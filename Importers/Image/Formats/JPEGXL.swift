internal import ImporterSupport

/// JPEG XL: the size at the start of the codestream, and the boxes of metadata around it.
enum JPEGXL {
  private static let maximumBoxLength = 16 << 20

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    if file.bytes(at: 0, count: 2) == [0xFF, 0x0A] {
      facts.readCodestream(file.bytes(at: 0, count: 16))
      return facts
    }
    for box in ISOBox.list(in: file, 0..<file.count) {
      let body = { (skipped: Int, limit: Int) in
        file.bytes(at: box.body.lowerBound + skipped, count: min(max(0, box.body.count - skipped), limit))
      }
      switch box.type {
      case "jxlc": facts.readCodestream(body(0, 16))
      // The first four bytes number the part; only the first part has the header.
      case "jxlp": if facts.width == nil { facts.readCodestream(body(4, 16)) }
      // The first four bytes are the offset of the TIFF header, always 0 in practice.
      case "Exif": facts.exif = body(4, maximumBoxLength)
      case "xml ": facts.xmp = body(0, maximumBoxLength)
      // Another box, compressed.
      case "brob":
        let type = body(0, 4)
        guard type.has("Exif") || type.has("xml ") else { break }
        let content = Brotli.decompressed(body(4, maximumBoxLength), limit: maximumBoxLength)
        if type.has("Exif") { facts.exif = Array(content.dropFirst(4)) } else { facts.xmp = content }
      default: break
      }
    }
    return facts
  }
}

extension ImageFacts {
  /// `SizeHeader` of ISO/IEC 18181-1.
  fileprivate mutating func readCodestream(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0x0A]) else { return }
    var bits = BitReader(Array(bytes.dropFirst(2)))
    let isSmall = bits.take(1) == 1
    let size = { (bits: inout BitReader) -> Int in
      isSmall ? (bits.take(5) + 1) * 8 : bits.take([9, 13, 18, 30][bits.take(2)]) + 1
    }
    let vertical = size(&bits)
    let horizontal =
      switch bits.take(3) {
      case 1: vertical
      case 2: vertical * 12 / 10
      case 3: vertical * 4 / 3
      case 4: vertical * 3 / 2
      case 5: vertical * 16 / 9
      case 6: vertical * 5 / 4
      case 7: vertical * 2
      default: size(&bits)
      }
    guard !bits.isExhausted else { return }
    (width, height) = (horizontal, vertical)
  }
}

/// Reads bits from the least significant one.
private struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether more bits were read than available; the missing bits are 0.
  var isExhausted: Bool { position > bytes.count * 8 }

  mutating func take(_ count: Int) -> Int {
    var value = 0
    for bit in 0..<count {
      let index = position + bit
      if index / 8 < bytes.count { value |= Int(bytes[index / 8] >> (index % 8) & 1) << bit }
    }
    position += count
    return value
  }
}
