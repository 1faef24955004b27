// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// JPEG 2000: the boxes around the codestream, or a codestream alone.
enum JPEG2000 {
  private static let maximumMetadataLength = 16 << 20
  /// The marker of the codestream, and that of its size.
  static let codestreamMark: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    if file.bytes(at: 0, count: 4) == codestreamMark {
      facts.readCodestream(file.bytes(at: 0, count: 64))
      return facts
    }
    for box in ISOBox.list(in: file, 0..<file.count) {
      switch box.type {
      case "jp2h":
        for box in ISOBox.list(in: file, box.body) {
          let body = file.bytes(at: box.body.lowerBound, count: min(box.body.count, 1 << 20))
          facts.readHeaderBox(box.type, body, file)
        }
      case "uuid":
        let identifier = file.bytes(at: box.body.lowerBound, count: 16)
        let body = { file.bytes(at: box.body.lowerBound + 16, count: min(box.body.count - 16, maximumMetadataLength)) }
        facts.readMetadata(identifier, body)
      default: break
      }
    }
    return facts
  }
}

extension ImageFacts {
  /// The size of the reference grid, without the part before the image, and the first component.
  fileprivate mutating func readCodestream(_ bytes: [UInt8]) {
    let number = { (offset: Int) in bytes.integer(at: offset, as: UInt32.self, .big).map(Int.init) }
    guard let right = number(8), let bottom = number(12), let left = number(16), let top = number(20), left < right, top < bottom else {
      return
    }
    (width, height) = (right - left, bottom - top)
    guard let components = bytes.integer(at: 40, as: UInt16.self, .big), bytes.count > 42 else { return }
    bitsPerSample = Int(bytes[42] & 0x7F) + 1
    colorSpace = components < 3 ? .gray : .rgb
  }

  fileprivate mutating func readMetadata(_ identifier: [UInt8], _ body: () -> [UInt8]) {
    switch identifier {
    case Array("JpgTiffExif->JP2".utf8):
      let block = body()
      exif = block.has("Exif\0\0") ? Array(block.dropFirst(6)) : block
    case XMP.boxIdentifier: xmp = body()
    case [0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97, 0xAD, 0x38]: iptc = body()
    default: break
    }
  }

  fileprivate mutating func readHeaderBox(_ type: String, _ body: [UInt8], _ file: FileBytes) {
    switch type {
    case "ihdr":
      guard body.count >= 11 else { return }
      height = body.integer(at: 0, as: UInt32.self, .big).map(Int.init)
      width = body.integer(at: 4, as: UInt32.self, .big).map(Int.init)
      // 255: the components differ.
      bitsPerSample = body[10] == 255 ? nil : Int(body[10] & 0x7F) + 1
      hasAlpha = false
      colorSpace = body[9] < 3 ? .gray : .rgb
    case "colr":
      guard body.count >= 7 else { return }
      if body[0] == 2 {
        profileName = ICCProfile.name(in: Array(body[3...]))
      } else if let scheme = body.integer(at: 3, as: UInt32.self, .big) {
        colorSpace = scheme == 17 ? .gray : scheme == 12 ? .cmyk : .rgb
      }
    case "cdef":
      // Channel, kind (1 and 2 are alpha) and association: six bytes each.
      let kinds = stride(from: 4, to: body.count, by: 6).compactMap { body.integer(at: $0, as: UInt16.self, .big) }
      hasAlpha = kinds.contains { $0 == 1 || $0 == 2 }
    case "res ":
      readResolutions(body)
    default: break
    }
  }

  private mutating func readResolutions(_ body: [UInt8]) {
    let bytes = FileBytes(body)
    for box in ISOBox.list(in: bytes, 0..<body.count) {
      let value = bytes.bytes(at: box.body.lowerBound, count: 10)
      let parts = (0..<4).compactMap { value.integer(at: 2 * $0, as: UInt16.self, .big) }.map(Double.init)
      guard parts.count == 4, value.count == 10, parts[1] > 0, parts[3] > 0 else { continue }
      let (vertical, horizontal) = (parts[0] / parts[1] * power(value[8]), parts[2] / parts[3] * power(value[9]))
      resolution = Resolution(perMetre: horizontal, vertical)
    }
  }

  private func power(_ exponent: UInt8) -> Double {
    let exponent = Int(Int8(bitPattern: exponent))
    let value = (0..<min(exponent.magnitude, 30)).reduce(1.0) { value, _ in value * 10 }
    return exponent < 0 ? 1 / value : value
  }
}
