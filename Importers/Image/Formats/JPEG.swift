// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Marker segments of a JPEG file up to the first scan.
enum JPEG {
  /// Maximum number of bytes of a profile; the name is always within them.
  private static let maximumProfileLength = 1 << 20

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    var profile: [UInt8] = []
    var photoshop: [UInt8] = []
    var extended = ExtendedXMP()
    var offset = 2
    while let marker = nextMarker(in: file, from: &offset) {
      // Restart markers and the like have no length.
      if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
      guard marker != 0xD9, marker != 0xDA, let length = file.integer(at: offset, as: UInt16.self, .big), length >= 2 else { break }
      let body = { file.bytes(at: offset + 2, count: Int(length) - 2) }
      switch marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: facts.readFrame(body())
      case 0xE0: facts.readJFIF(body())
      case 0xE1:
        let segment = body()
        if !extended.take(segment) { facts.readApplication1(segment) }
      case 0xE2:
        let segment = body()
        if segment.has("ICC_PROFILE\0"), profile.count < maximumProfileLength { profile += segment.dropFirst(14) }
      case 0xED:
        let segment = body()
        if segment.has("Photoshop 3.0\0") { photoshop += photoshop.isEmpty ? segment[...] : segment.dropFirst(14) }
      case 0xFE:
        facts.comments.append(String(looselyDecoding: body()))
      default: break
      }
      offset += Int(length)
    }
    if !profile.isEmpty { facts.profileName = ICCProfile.name(in: profile) }
    if !photoshop.isEmpty { facts.iptc = IPTC.datasets(inPhotoshopResources: photoshop) }
    facts.extendedXMP = facts.xmp.flatMap { extended.packet(namedIn: $0) }
    return facts
  }

  /// The next marker; `offset` moves to its end. Fill bytes and stray data before it are skipped,
  /// up to 64 KiB.
  private static func nextMarker(in file: FileBytes, from offset: inout Int) -> UInt8? {
    var skipped = 0
    while skipped < 64 << 10 {
      let bytes = file.bytes(at: offset, count: 2)
      guard bytes.count == 2 else { return nil }
      if bytes[0] == 0xFF, bytes[1] != 0xFF, bytes[1] != 0 {
        offset += 2
        return bytes[1]
      }
      offset += 1
      skipped += 1
    }
    return nil
  }
}

extension ImageFacts {
  fileprivate mutating func readFrame(_ body: [UInt8]) {
    guard width == nil, body.count >= 6 else { return }
    bitsPerSample = Int(body[0])
    height = body.integer(at: 1, as: UInt16.self, .big).map(Int.init)
    width = body.integer(at: 3, as: UInt16.self, .big).map(Int.init)
    hasAlpha = false
    colorSpace =
      switch body[5] {
      case 1: .gray
      case 3: .rgb
      case 4: .cmyk
      default: nil
      }
  }

  fileprivate mutating func readJFIF(_ body: [UInt8]) {
    guard body.has("JFIF\0"), let x = body.integer(at: 8, as: UInt16.self, .big), let y = body.integer(at: 10, as: UInt16.self, .big)
    else { return }
    switch body[7] {
    case 1: resolution = Resolution(width: Double(x), height: Double(y))
    case 2: resolution = Resolution(perCentimetre: Double(x), Double(y))
    // Without a unit, the numbers only give the aspect ratio of a pixel.
    default: break
    }
  }

  fileprivate mutating func readApplication1(_ body: [UInt8]) {
    if body.has("Exif\0") {
      if exif == nil { exif = Array(body.dropFirst(6)) }
    } else if body.has("http://ns.adobe.com/xap/1.0/\0"), xmp == nil {
      xmp = Array(body.dropFirst(29))
    }
  }
}
