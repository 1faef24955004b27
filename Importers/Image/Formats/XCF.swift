// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Pictures of GIMP: the header, and the properties of the picture, among them its comment.
enum XCF {
  private static let maximumPropertyLength = 4 << 20
  private static let maximumPropertyCount = 1024

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    let header = file.bytes(at: 0, count: 30)
    facts.width = header.integer(at: 14, as: UInt32.self, .big).map(Int.init)
    facts.height = header.integer(at: 18, as: UInt32.self, .big).map(Int.init)
    facts.colorSpace = header.integer(at: 22, as: UInt32.self, .big) == 1 ? .gray : .rgb
    // `v004` and later have the precision of the samples here.
    let version = header.has("v", at: 9) ? Int(String(decoding: header.dropFirst(10).prefix(3), as: UTF8.self)) ?? 0 : 0
    if version < 4 {
      facts.bitsPerSample = 8
    } else if let precision = header.integer(at: 26, as: UInt32.self, .big) {
      facts.bitsPerSample = bits(precision)
    }
    var offset = version < 4 ? 26 : 30
    for _ in 0..<maximumPropertyCount {
      guard let kind = file.integer(at: offset, as: UInt32.self, .big), let length = file.integer(at: offset + 4, as: UInt32.self, .big),
        kind != 0
      else { break }
      facts.readProperty(kind) { file.bytes(at: offset + 8, count: min(Int(length), maximumPropertyLength)) }
      offset += 8 + Int(length)
    }
    return facts
  }

  /// The bits of a sample; `nil` for a precision of other versions.
  private static func bits(_ precision: UInt32) -> Int? {
    switch precision {
    case 100..<200: 8
    case 200..<300, 500..<600: 16
    case 300..<400, 600..<700: 32
    case 700..<800: 64
    default: nil
    }
  }
}

extension ImageFacts {
  fileprivate mutating func readProperty(_ kind: UInt32, _ body: () -> [UInt8]) {
    switch kind {
    case 19:
      let body = body()
      if let x = body.integer(at: 0, as: UInt32.self, .big), let y = body.integer(at: 4, as: UInt32.self, .big) {
        resolution = Resolution(width: Double(Float(bitPattern: x)), height: Double(Float(bitPattern: y)))
      }
    case 21: readParasites(body())
    default: break
    }
  }

  /// Named blocks: the length of the name with a NUL, the name, flags, the length of the body, and
  /// the body.
  private mutating func readParasites(_ bytes: [UInt8]) {
    var offset = 0
    while let nameLength = bytes.integer(at: offset, as: UInt32.self, .big),
      let length = bytes.integer(at: offset + 8 + Int(nameLength), as: UInt32.self, .big)
    {
      let name = String(looselyDecoding: bytes.dropFirst(offset + 4).prefix(Int(nameLength)))
      let start = offset + 12 + Int(nameLength)
      let body = bytes.dropFirst(start).prefix(Int(length))
      switch name {
      case "gimp-comment": comments.append(String(looselyDecoding: body))
      case "icc-profile": profileName = ICCProfile.name(in: Array(body))
      // Later versions of GIMP keep a list of their own there.
      case "gimp-metadata" where body.has("GIMP_XMP_1"): xmp = Array(body.dropFirst(10))
      case "exif-data": exif = Array(body.has("Exif\0\0") ? body.dropFirst(6) : body)
      default: break
      }
      offset = start + Int(length)
    }
  }
}
