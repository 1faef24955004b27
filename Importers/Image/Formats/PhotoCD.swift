// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The header of a Kodak Photo CD image: the size of its largest picture, and the date of the scan.
enum PhotoCD {
  /// Where the header is.
  private static let start = 2048

  static func begins(_ file: FileBytes) -> Bool { file.bytes(at: start, count: 7).has("PCD_IPI") }

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    guard let attributes = file.bytes(at: start + 1538, count: 1).first else { return facts }
    // Each size has twice the width of the one before.
    let scale = max(1, Int(attributes >> 2 & 3) * 2)
    (facts.width, facts.height) = (768 * scale, 512 * scale)
    facts.isTurned = attributes & 1 != 0
    facts.bitsPerSample = 8
    facts.colorSpace = .rgb
    facts.hasAlpha = false
    let film = String(looselyDecoding: file.bytes(at: start + 117, count: 20)[...])
    if !film.isEmpty { facts.texts.append(("Source", film)) }
    return facts
  }
}
