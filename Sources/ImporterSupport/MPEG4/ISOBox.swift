// SPDX-License-Identifier: Apache-2.0

/// A box of an ISO base media file: its type and the range of its body.
package struct ISOBox: Sendable {
  package let type: String
  /// The range of the body in the file.
  package let body: Range<Int>

  /// The consecutive boxes in `range`. An invalid length ends the list.
  package static func list(in file: FileBytes, _ range: Range<Int>) -> [ISOBox] {
    var boxes: [ISOBox] = []
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound, boxes.count < 4096 {
      let header = file.bytes(at: offset, count: 16)
      guard header.count >= 8, let short = header.integer(at: 0, as: UInt32.self, .big) else { break }
      var (length, headerSize) = (Int(short), 8)
      if short == 1 {
        guard let long = header.integer(at: 8, as: UInt64.self, .big), let exact = Int(exactly: long) else { break }
        (length, headerSize) = (exact, 16)
      } else if short == 0 {
        length = range.upperBound - offset
      }
      guard length >= headerSize, length <= range.upperBound - offset else { break }
      boxes.append(ISOBox(type: String(decoding: header[4..<8], as: UTF8.self), body: (offset + headerSize)..<(offset + length)))
      offset += length
    }
    return boxes
  }
}
