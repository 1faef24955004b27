// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// How a photograph must be turned, according to EXIF.
enum Orientation {
  /// No turn.
  static let upright = 1

  /// The tag `Orientation` of a JPEG file, 1 to 8; ``upright`` if it has none.
  static func ofJPEG(_ file: [UInt8]) -> Int {
    let bytes = FileBytes(file)
    var start = 2
    // Segments before the compressed data.
    while bytes.integer(at: start, as: UInt8.self, .big) == 0xFF, let marker = bytes.integer(at: start + 1, as: UInt8.self, .big),
      marker != 0xDA, let length = bytes.integer(at: start + 2, as: UInt16.self, .big), length >= 2
    {
      if marker == 0xE1, bytes.bytes(at: start + 4, count: 6) == Array("Exif\0\0".utf8) {
        return ofDirectory(FileBytes(bytes, start + 10..<start + 2 + Int(length)))
      }
      start += 2 + Int(length)
    }
    return upright
  }

  /// The tag in the first directory of TIFF's structure.
  private static func ofDirectory(_ bytes: FileBytes) -> Int {
    let tag: UInt16 = 0x0112
    let order: ByteOrder = bytes.bytes(at: 0, count: 2) == Array("II".utf8) ? .little : .big
    guard let offset = bytes.integer(at: 4, as: UInt32.self, order),
      let count = bytes.integer(at: Int(offset), as: UInt16.self, order)
    else { return upright }
    for entry in 0..<Int(count) {
      let start = Int(offset) + 2 + 12 * entry
      guard let found = bytes.integer(at: start, as: UInt16.self, order) else { break }
      guard found == tag, let value = bytes.integer(at: start + 8, as: UInt16.self, order) else { continue }
      return (1...8).contains(value) ? Int(value) : upright
    }
    return upright
  }
}
