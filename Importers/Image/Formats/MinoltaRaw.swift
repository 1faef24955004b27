// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Raw photographs of Minolta cameras (MRW): blocks, one of which is a TIFF structure with the
/// metadata, and one has the size of the photograph.
enum MinoltaRaw {
  private static let maximumBlockCount = 64

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    var sensor: [UInt8] = []
    let end = 8 + Int(file.integer(at: 4, as: UInt32.self, .big) ?? 0)
    var offset = 8
    for _ in 0..<maximumBlockCount where offset < end {
      guard let length = file.integer(at: offset + 4, as: UInt32.self, .big) else { break }
      let name = file.bytes(at: offset, count: 4)
      offset += 8
      if name.has("\0PRD") { sensor = file.bytes(at: offset, count: min(Int(length), 24)) }
      if name.has("\0TTW") { facts = TIFF.read(FileBytes(file, offset..<(offset + Int(length)))) }
      offset += Int(length)
    }
    facts.height = sensor.integer(at: 12, as: UInt16.self, .big).map(Int.init) ?? facts.height
    facts.width = sensor.integer(at: 14, as: UInt16.self, .big).map(Int.init) ?? facts.width
    facts.bitsPerSample = sensor.integer(at: 17, as: UInt8.self, .big).map(Int.init)
    facts.colorSpace = .rgb
    return facts
  }
}
