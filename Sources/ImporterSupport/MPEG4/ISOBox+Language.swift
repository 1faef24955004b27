// SPDX-License-Identifier: Apache-2.0

extension ISOBox {
  /// The language of a medium, in its header `mdhd`: three letters of five bits each. `nil` if it has none.
  package func language(in file: FileBytes) -> String? {
    let isLong = file.bytes(at: body.lowerBound, count: 1) == [1]
    // Smaller numbers are the language codes of classic Macintosh systems.
    guard let packed = file.integer(at: body.lowerBound + (isLong ? 32 : 20), as: UInt16.self, .big), (0x400..<0x7FFF).contains(packed)
    else { return nil }
    return String(decoding: [packed >> 10, packed >> 5, packed].map { UInt8($0 & 31) + 0x60 }, as: UTF8.self)
  }
}
