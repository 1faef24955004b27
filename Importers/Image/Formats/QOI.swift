// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The Quite OK Image format.
enum QOI {
  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    let header = file.bytes(at: 0, count: 14)
    guard header.count == 14 else { return facts }
    facts.width = header.integer(at: 4, as: UInt32.self, .big).map(Int.init)
    facts.height = header.integer(at: 8, as: UInt32.self, .big).map(Int.init)
    facts.bitsPerSample = 8
    facts.colorSpace = .rgb
    facts.hasAlpha = header[12] == 4
    return facts
  }
}
