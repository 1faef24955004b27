// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The headers of a Windows or OS/2 bitmap.
enum BMP {
  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    let header = file.bytes(at: 14, count: 124)
    guard let size = header.integer(at: 0, as: UInt32.self, .little) else { return facts }
    facts.colorSpace = .rgb
    facts.hasAlpha = false
    if size == 12 {
      facts.width = header.integer(at: 4, as: UInt16.self, .little).map(Int.init)
      facts.height = header.integer(at: 6, as: UInt16.self, .little).map(Int.init)
      facts.bitsPerSample = header.integer(at: 10, as: UInt16.self, .little).map { bitsOfComponent(bitsOfPixel: Int($0)) }
      return facts
    }
    facts.width = header.integer(at: 4, as: Int32.self, .little).map { Int($0.magnitude) }
    // A negative height means that rows are stored from top to bottom.
    facts.height = header.integer(at: 8, as: Int32.self, .little).map { Int($0.magnitude) }
    facts.bitsPerSample = header.integer(at: 14, as: UInt16.self, .little).map { bitsOfComponent(bitsOfPixel: Int($0)) }
    if let x = header.integer(at: 24, as: Int32.self, .little), let y = header.integer(at: 28, as: Int32.self, .little) {
      facts.resolution = Resolution(perMetre: Double(x), Double(y))
    }
    // Headers since the third version contain a mask of the alpha bits.
    if size >= 56, let mask = header.integer(at: 52, as: UInt32.self, .little) { facts.hasAlpha = mask != 0 }
    return facts
  }

  static func bitsOfComponent(bitsOfPixel: Int) -> Int {
    switch bitsOfPixel {
    case 16: 5
    case 24, 32: 8
    default: bitsOfPixel
    }
  }
}
