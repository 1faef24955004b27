// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Photoshop documents (PSD, PSB): the header, and the image resources, which contain the metadata
/// blocks.
enum Photoshop {
  private static let maximumResourceLength = 16 << 20

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    let header = file.bytes(at: 0, count: 30)
    guard header.count == 30, let channels = header.integer(at: 12, as: UInt16.self, .big),
      let mode = header.integer(at: 24, as: UInt16.self, .big), let paletteLength = header.integer(at: 26, as: UInt32.self, .big)
    else { return facts }
    facts.height = header.integer(at: 14, as: UInt32.self, .big).map(Int.init)
    facts.width = header.integer(at: 18, as: UInt32.self, .big).map(Int.init)
    facts.bitsPerSample = header.integer(at: 22, as: UInt16.self, .big).map(Int.init)
    facts.colorSpace = colorSpaces[mode]
    facts.hasAlpha = colorSpaces[mode].map { Int(channels) > ($0 == .gray ? 1 : $0 == .cmyk ? 4 : 3) }

    let start = 30 + Int(paletteLength)
    guard let length = file.integer(at: start, as: UInt32.self, .big) else { return facts }
    var offset = start + 4
    let end = min(file.count, offset + Int(length))
    while offset < end, signatures.contains(file.bytes(at: offset, count: 4)),
      let kind = file.integer(at: offset + 4, as: UInt16.self, .big),
      let nameLength = file.bytes(at: offset + 6, count: 1).first
    {
      // The name and its length are padded to an even length together, as is the body.
      let body = offset + 6 + (Int(nameLength) + 2) / 2 * 2 + 4
      guard let size = file.integer(at: body - 4, as: UInt32.self, .big) else { break }
      facts.readResource(kind) { file.bytes(at: body, count: min(Int(size), maximumResourceLength)) }
      offset = body + Int(size) + Int(size & 1)
    }
    return facts
  }

  /// Photoshop itself uses the first one, plug-ins and earlier programs the others.
  private static let signatures = ["8BIM", "AgHg", "DCSR", "MeSa", "PHUT"].map { Array($0.utf8) }

  private static let colorSpaces: [UInt16: ColorSpace] = [0: .gray, 1: .gray, 2: .rgb, 3: .rgb, 4: .cmyk, 8: .gray, 9: .lab]
}

extension ImageFacts {
  fileprivate mutating func readResource(_ kind: UInt16, _ body: () -> [UInt8]) {
    switch kind {
    case 1005:
      // Fixed-point numbers, always in dots per inch; units are only for display.
      let body = body()
      if let x = body.integer(at: 0, as: UInt32.self, .big), let y = body.integer(at: 8, as: UInt32.self, .big) {
        resolution = Resolution(width: Double(x) / 65_536, height: Double(y) / 65_536)
      }
    case 1028: iptc = body()
    case 1039: profileName = ICCProfile.name(in: body())
    case 1058: exif = body()
    case 1060: xmp = body()
    default: break
    }
  }
}
