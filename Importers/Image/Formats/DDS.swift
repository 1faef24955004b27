// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// DirectDraw surfaces, the textures of games.
enum DDS {
  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    facts.height = file.integer(at: 12, as: UInt32.self, .little).map(Int.init)
    facts.width = file.integer(at: 16, as: UInt32.self, .little).map(Int.init)
    facts.colorSpace = .rgb
    return facts
  }
}
