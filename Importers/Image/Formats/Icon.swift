// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The directory of a Windows icon or cursor. The first image is used, as in programs that show
/// only one.
enum Icon {
  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    let entry = file.bytes(at: 6, count: 16)
    guard entry.count == 16, file.integer(at: 4, as: UInt16.self, .little) != 0 else { return facts }
    // 0 stands for 256.
    facts.width = entry[0] == 0 ? 256 : Int(entry[0])
    facts.height = entry[1] == 0 ? 256 : Int(entry[1])
    // In a cursor this field is a coordinate.
    if file.integer(at: 2, as: UInt16.self, .little) == 1, let bits = entry.integer(at: 6, as: UInt16.self, .little), bits > 0 {
      facts.bitsPerSample = BMP.bitsOfComponent(bitsOfPixel: Int(bits))
    }
    facts.colorSpace = .rgb
    facts.hasAlpha = true
    return facts
  }
}
