// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Truevision TGA, which has no mark at its start: its header is recognised by values that fit
/// together.
enum TGA {
  private static let paletteKinds: Set<UInt8> = [1, 9]
  private static let colorKinds: Set<UInt8> = [2, 10]
  private static let grayKinds: Set<UInt8> = [3, 11]

  static func begins(_ start: [UInt8]) -> Bool {
    guard start.count >= 18, start[1] <= 1, [8, 15, 16, 24, 32].contains(start[16]), start[17] & 0xC0 == 0 else { return false }
    let isPalette = paletteKinds.contains(start[2])
    guard isPalette || colorKinds.contains(start[2]) || grayKinds.contains(start[2]) else { return false }
    // Without a palette, its three numbers are 0.
    guard start[1] == (isPalette ? 1 : 0), isPalette || start[3..<8].allSatisfy({ $0 == 0 }) else { return false }
    return start[12...15].contains { $0 != 0 }
  }

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    let header = file.bytes(at: 0, count: 18)
    guard header.count == 18 else { return facts }
    facts.width = header.integer(at: 12, as: UInt16.self, .little).map(Int.init)
    facts.height = header.integer(at: 14, as: UInt16.self, .little).map(Int.init)
    facts.colorSpace = grayKinds.contains(header[2]) ? .gray : .rgb
    facts.bitsPerSample = [15, 16].contains(header[16]) && colorKinds.contains(header[2]) ? 5 : 8
    // The number of bits of a pixel that are alpha.
    facts.hasAlpha = header[17] & 0x0F != 0
    // A text follows the header.
    let comment = String(looselyDecoding: file.bytes(at: 18, count: Int(header[0])).prefix { $0 != 0 }).trimmed
    if !comment.isEmpty { facts.comments.append(comment) }
    return facts
  }
}
