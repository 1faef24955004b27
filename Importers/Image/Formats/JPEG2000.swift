internal import ImporterSupport

/// JPEG 2000 in its box format.
enum JPEG2000 {
  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    for box in ISOBox.list(in: file, 0..<file.count) where box.type == "jp2h" {
      for box in ISOBox.list(in: file, box.body) {
        let body = file.bytes(at: box.body.lowerBound, count: min(box.body.count, 1 << 20))
        facts.readHeaderBox(box.type, body, file)
      }
    }
    return facts
  }
}

extension ImageFacts {
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
