// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding, as in URLs. RFC 3986 section 2.1
package enum PercentEncoding {
  /// The path of a `file` URL of this computer; `nil` for any other URL.
  package static func path(ofFileURL url: String) -> [UInt8]? {
    let prefixes = ["file:///", "file://localhost/"]
    guard let prefix = prefixes.first(where: { url.lowercased().hasPrefix($0) }) else { return nil }
    return bytes(url.dropFirst(prefix.count - 1))
  }

  /// The `file` URL of a path on this computer, whose bytes need not be UTF-8.
  ///
  /// - Parameter path: Absolute.
  package static func fileURL(ofPath path: [UInt8]) -> String {
    "file://" + encoded(path, keeping: [UInt8(ascii: "/"), UInt8(ascii: "~")])
  }

  /// The text that percent-encoded text stands for; `nil` for an invalid code, and for bytes that are
  /// not UTF-8.
  package static func text(_ encoded: String) -> String? {
    bytes(encoded[...]).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The bytes that percent-encoded text stands for; `nil` for an invalid code.
  private static func bytes(_ encoded: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = encoded.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      // The initializer of numbers also takes a sign.
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let code = UInt8(digits, radix: 16) else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  /// Text whose bytes other than ASCII letters, digits and `.-_` are written as in URLs.
  package static func encoded(_ text: String) -> String { encoded(Array(text.utf8), keeping: []) }

  private static func encoded(_ bytes: [UInt8], keeping kept: [UInt8]) -> String {
    var encoded = ""
    for byte in bytes {
      switch byte {
      case _ where kept.contains(byte): encoded.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default: encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}
