// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The header of a PCX image (ZSoft, “PCX Technical Reference Manual”).
enum PCX {
  /// Whether a file may begin like this: its mark has only one byte, so the fields after it must be possible, too.
  static func begins(_ start: [UInt8]) -> Bool {
    guard start.count >= 128, start[0] == 0x0A, [0, 2, 3, 4, 5].contains(start[1]), start[2] <= 1, [1, 2, 4, 8].contains(start[3]),
      start[64] == 0, (1...4).contains(start[65]), let size = size(start)
    else { return false }
    return size.width > 0 && size.height > 0
  }

  private static func size(_ header: [UInt8]) -> (width: Int, height: Int)? {
    let edges = (0..<4).compactMap { header.integer(at: 4 + $0 * 2, as: UInt16.self, .little).map(Int.init) }
    return edges.count == 4 ? (edges[2] - edges[0] + 1, edges[3] - edges[1] + 1) : nil
  }

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    let header = file.bytes(at: 0, count: 128)
    guard header.count == 128, let size = size(header) else { return facts }
    (facts.width, facts.height) = (size.width, size.height)
    facts.bitsPerSample = Int(header[3])
    facts.colorSpace = header[3] == 1 && header[65] == 1 ? .gray : .rgb
    facts.hasAlpha = header[65] == 4 && header[3] == 8
    if let x = header.integer(at: 12, as: UInt16.self, .little), let y = header.integer(at: 14, as: UInt16.self, .little) {
      facts.resolution = Resolution(width: Double(x), height: Double(y))
    }
    return facts
  }
}
