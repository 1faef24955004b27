// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// JPEG XL: the size at the start of the codestream, and the boxes of metadata around it.
enum JPEGXL {
  private static let maximumBoxLength = 16 << 20
  /// More than the fields that are read.
  private static let headerLength = 1 << 10

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    if file.bytes(at: 0, count: 2) == [0xFF, 0x0A] {
      facts.readCodestream(file.bytes(at: 0, count: headerLength))
      return facts
    }
    for box in ISOBox.list(in: file, 0..<file.count) {
      let body = { (skipped: Int, limit: Int) in
        file.bytes(at: box.body.lowerBound + skipped, count: min(max(0, box.body.count - skipped), limit))
      }
      switch box.type {
      case "jxlc": facts.readCodestream(body(0, headerLength))
      // The first four bytes number the part; only the first part has the header.
      case "jxlp": if facts.width == nil { facts.readCodestream(body(4, headerLength)) }
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
  fileprivate mutating func readCodestream(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0x0A]) else { return }
    var header = JPEGXLHeader(Array(bytes.dropFirst(2)))
    guard let size = header.size() else { return }
    (width, height) = size
    guard let metadata = header.metadata() else { return }
    bitsPerSample = metadata.bitsPerSample
    hasAlpha = metadata.hasAlpha
    colorSpace = metadata.isGray ? .gray : .rgb
    isTurned = metadata.isTurned
  }
}
