// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Raw photographs of Fujifilm cameras (RAF): a JPEG preview with all metadata, and records about the
/// sensor.
enum FujiRaw {
  static func read(_ file: FileBytes) -> ImageFacts {
    let number = { (offset: Int) in file.integer(at: offset, as: UInt32.self, .big).map(Int.init) ?? 0 }
    let preview = number(84)..<(number(84) + number(88))
    var facts = JPEG.read(FileBytes(file, preview))
    facts.readSensor(file, at: number(92))
    return facts
  }
}

extension ImageFacts {
  /// Replaces the size of the preview by that of the photograph.
  fileprivate mutating func readSensor(_ file: FileBytes, at start: Int) {
    guard let count = file.integer(at: start, as: UInt32.self, .big) else { return }
    var offset = start + 4
    for _ in 0..<min(count, 256) {
      guard let tag = file.integer(at: offset, as: UInt16.self, .big), let length = file.integer(at: offset + 2, as: UInt16.self, .big)
      else { return }
      // The part of the sensor that becomes the picture: height and width.
      if tag == 0x0111, let rows = file.integer(at: offset + 4, as: UInt16.self, .big),
        let columns = file.integer(at: offset + 6, as: UInt16.self, .big), rows > 0, columns > 0
      {
        (width, height) = (Int(columns), Int(rows))
      }
      offset += 4 + Int(length)
    }
  }
}
