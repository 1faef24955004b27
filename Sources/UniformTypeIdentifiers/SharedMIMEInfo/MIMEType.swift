// SPDX-License-Identifier: Apache-2.0

/// The syntax of MIME types.
enum MIMEType {
  /// `text` as a string if it has the form `media/subtype` with the characters that RFC 6838
  /// allows; otherwise `nil`.
  static func validated(_ text: some Collection<UInt8>) -> String? {
    guard text.count <= 255 else { return nil }
    var slashes = 0
    var lengthOfPart = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "/"):
        guard lengthOfPart > 0 else { return nil }
        slashes += 1
        lengthOfPart = 0
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "_"), UInt8(ascii: "!"), UInt8(ascii: "#"),
        UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "^"):
        lengthOfPart += 1
      default:
        return nil
      }
    }
    guard slashes == 1, lengthOfPart > 0 else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// The part before the slash.
  static func media(of type: String) -> Substring {
    type.prefix { $0 != "/" }
  }
}

extension UInt8 {
  /// The byte with ASCII capitals converted to lower case.
  var asciiLowered: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}

extension String {
  /// The text with ASCII capitals converted to lower case. Unlike `lowercased()`, it does not
  /// change other scripts, and always agrees with the matching of file names.
  var asciiLowered: String {
    let bytes = utf8.span
    for index in bytes.indices where bytes[index] != bytes[index].asciiLowered {
      return String(decoding: utf8.map(\.asciiLowered), as: UTF8.self)
    }
    return self
  }
}
