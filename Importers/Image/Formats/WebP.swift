// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Chunks of a WebP file.
enum WebP {
  private static let maximumChunkLength = 16 << 20

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    facts.colorSpace = .rgb
    facts.bitsPerSample = 8
    facts.hasAlpha = false
    var offset = 12
    while let length = file.integer(at: offset + 4, as: UInt32.self, .little) {
      let body = { (limit: Int) in file.bytes(at: offset + 8, count: min(Int(length), limit)) }
      switch String(decoding: file.bytes(at: offset, count: 4), as: UTF8.self) {
      case "VP8X": facts.readExtended(body(10))
      case "VP8 ": facts.readLossy(body(10))
      case "VP8L": facts.readLossless(body(5))
      case "ALPH": facts.hasAlpha = true
      case "ICCP": facts.profileName = ICCProfile.name(in: body(1 << 20))
      case "EXIF":
        let exif = body(maximumChunkLength)
        facts.exif = exif.has("Exif\0\0") ? Array(exif.dropFirst(6)) : exif
      case "XMP ": facts.xmp = body(maximumChunkLength)
      default: break
      }
      // Chunks are padded to an even length.
      offset += 8 + Int(length) + Int(length & 1)
    }
    return facts
  }
}

extension ImageFacts {
  fileprivate mutating func readExtended(_ body: [UInt8]) {
    guard body.count == 10 else { return }
    hasAlpha = body[0] & 0x10 != 0
    width = 1 + Int(body[4]) + Int(body[5]) << 8 + Int(body[6]) << 16
    height = 1 + Int(body[7]) + Int(body[8]) << 8 + Int(body[9]) << 16
  }

  fileprivate mutating func readLossy(_ body: [UInt8]) {
    guard width == nil, body.count == 10, body[3...5].elementsEqual([0x9D, 0x01, 0x2A]) else { return }
    width = body.integer(at: 6, as: UInt16.self, .little).map { Int($0 & 0x3FFF) }
    height = body.integer(at: 8, as: UInt16.self, .little).map { Int($0 & 0x3FFF) }
  }

  fileprivate mutating func readLossless(_ body: [UInt8]) {
    guard width == nil, body.first == 0x2F, let bits = body.integer(at: 1, as: UInt32.self, .little) else { return }
    width = Int(bits & 0x3FFF) + 1
    height = Int(bits >> 14 & 0x3FFF) + 1
    hasAlpha = bits >> 28 & 1 == 1
  }
}
