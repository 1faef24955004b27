// SPDX-License-Identifier: Apache-2.0

extension UInt8 {
  /// Whether the byte is white space.
  var isSpace: Bool { self == UInt8(ascii: " ") || (9...13).contains(self) }

  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  /// Whether the byte can begin an attribute's name.
  var startsName: Bool { isASCIILetter || self == UInt8(ascii: "_") }

  var continuesName: Bool {
    startsName || isDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: ":") || self == UInt8(ascii: "-")
  }

  var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

  /// Whether the byte can be part of an unquoted value.
  var continuesBareWord: Bool {
    switch self {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "="),
      UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"):
      false
    default: !isSpace && !isQuote
    }
  }
}
