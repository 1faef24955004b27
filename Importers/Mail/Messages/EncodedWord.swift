// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// An encoded word of a header: `=?charset?Q?text?=` or `=?charset?B?text?=` (RFC 2047).
struct EncodedWord {
  /// The name of the encoding in lower case, without the language of RFC 2231.
  let charset: String
  let bytes: [UInt8]
  /// The length of the word in the header.
  let byteCount: Int

  /// Longer words than the standard permits occur.
  private static let maximumByteCount = 1 << 12
  private static let question = UInt8(ascii: "?")

  /// - Returns: `nil` if `header` does not begin with an encoded word.
  init?(_ header: ArraySlice<UInt8>) {
    guard header.starts(with: [UInt8(ascii: "="), Self.question]) else { return nil }
    let rest = header.prefix(Self.maximumByteCount)
    let charsetStart = rest.startIndex + 2
    guard let charsetEnd = rest[charsetStart...].prefix(64).firstIndex(of: Self.question),
      charsetEnd + 2 < rest.endIndex,
      rest[charsetEnd + 2] == Self.question
    else { return nil }
    let label = rest[charsetStart..<charsetEnd]
    guard !label.isEmpty, label.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    let textStart = charsetEnd + 3
    guard
      let textEnd = rest[textStart...].firstRange(of: [Self.question, UInt8(ascii: "=")])?
        .lowerBound
    else { return nil }
    let text = rest[textStart..<textEnd]
    switch rest[charsetEnd + 1] | 0x20 {
    case UInt8(ascii: "q"): bytes = Self.unquoted(text)
    case UInt8(ascii: "b"): bytes = Self.fromBase64(text)
    default: return nil
    }
    charset = String(decoding: label.prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self).lowercased()
    byteCount = textEnd + 2 - header.startIndex
  }

  /// Replaces `=XX` by its byte and `_` by a space. Other bytes stay, also those beyond ASCII.
  private static func unquoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "="), index + 2 < text.endIndex,
        let byte = UInt8(
          String(decoding: text[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(text[index] == UInt8(ascii: "_") ? 0x20 : text[index])
        index += 1
      }
    }
    return bytes
  }

  /// Each group that ends with padding is decoded on its own. A text with bytes beyond ASCII was not encoded at all.
  private static func fromBase64(_ text: ArraySlice<UInt8>) -> [UInt8] {
    if text.contains(where: { $0 >= 0x80 }) { return Array(text) }
    return text.split(separator: UInt8(ascii: "=")).flatMap { group -> [UInt8] in
      let digits = group.filter {
        ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2B || $0 == 0x2F
      }
      // A single digit at the end is less than a byte.
      let used = digits.count % 4 == 1 ? digits.count - 1 : digits.count
      let padded =
        digits.prefix(used) + [UInt8](repeating: UInt8(ascii: "="), count: (4 - used % 4) % 4)
      return Data(base64Encoded: Data(padded)).map { Array($0) } ?? []
    }
  }
}
