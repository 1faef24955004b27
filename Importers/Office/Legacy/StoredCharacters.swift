// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Characters as old formats of Office store them.
struct StoredCharacters {
  let bytes: [UInt8]
  let encoding: Encoding

  enum Encoding {
    /// Two bytes each, in UTF-16.
    case wide
    /// The lower bytes of UTF-16.
    case latin1
    /// One byte each, in Windows-1252.
    case windows1252

    var characterByteCount: Int { self == .wide ? 2 : 1 }
  }

  /// The number of characters. Half a character at the end does not count.
  var count: Int { bytes.count / encoding.characterByteCount }

  var utf8: [UInt8] {
    var converter = UTF16Converter()
    var text: [UInt8] = []
    append(to: &text, with: &converter)
    converter.finish(&text)
    return text
  }

  /// Appends a part of a text.
  func append(to text: inout [UInt8], with converter: inout UTF16Converter) {
    text.append(addingCapacity: UTF16Converter.maximumByteCount(ofUnitCount: count)) { output in
      forEachUnit { converter.append($0, to: &output) }
    }
  }

  /// Calls `body` with each character in UTF-16.
  @inline(__always)
  func forEachUnit(_ body: (UInt16) -> Void) {
    let bytes = bytes.span
    switch encoding {
    case .wide: for index in 0..<count { body(UInt16(bytes[2 * index + 1]) << 8 | UInt16(bytes[2 * index])) }
    case .latin1: for index in bytes.indices { body(UInt16(bytes[index])) }
    case .windows1252: for index in bytes.indices { body(WindowsLatin.unit(bytes[index])) }
    }
  }
}
