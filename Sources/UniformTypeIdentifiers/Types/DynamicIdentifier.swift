// SPDX-License-Identifier: Apache-2.0

/// Identifiers for undeclared types: `dyn.a`, followed by a description of the type in base 32.
///
/// The description is a MIME type (`image/x-foo`) or an extension with its dot (`.foo`), optionally
/// followed by a colon and an identifier that the type conforms to in addition to those implied by
/// its tag (`.foo:public.image`). The alphabet is that of RFC 4648 in lower case without padding,
/// so that the identifier is the same in every process, survives case folding, and can be decoded:
/// `image/x-foo` ⇄ `dyn.anfwwcz3ff54c2ztpn4`.
struct DynamicIdentifier: Hashable, Sendable {
  enum Tag: Hashable, Sendable {
    case mimeType(String)
    case filenameExtension(String)
  }

  static let prefix = "dyn."
  private static let scheme = "dyn.a"
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  let tag: Tag
  let parent: String?

  init(mimeType: String, parent: String? = nil) {
    tag = .mimeType(mimeType.asciiLowered)
    self.parent = parent
  }

  init(filenameExtension: String, parent: String? = nil) {
    tag = .filenameExtension(filenameExtension)
    self.parent = parent
  }

  /// Decodes an identifier; `nil` if `text` cannot produce it.
  init?(_ identifier: String) {
    guard identifier.hasPrefix(Self.scheme), let text = Self.decoded(identifier.utf8.dropFirst(Self.scheme.utf8.count)) else { return nil }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first, first.utf8.count > 1 else { return nil }
    if first.hasPrefix(".") {
      tag = .filenameExtension(String(first.dropFirst()))
    } else if MIMEType.validated(first.utf8) != nil {
      tag = .mimeType(first)
    } else {
      return nil
    }
    parent = parts.count == 2 ? parts[1] : nil
    guard self.identifier == identifier else { return nil }
  }

  var identifier: String {
    let text =
      switch tag {
      case .mimeType(let type): type
      case .filenameExtension(let name): "." + name
      }
    return Self.scheme + Self.encoded(parent.map { text + ":" + $0 } ?? text)
  }

  private static func encoded(_ text: String) -> String {
    var result: [UInt8] = []
    var bits = 0
    var bitCount = 0
    for byte in text.utf8 {
      bits = (bits << 8 | Int(byte)) & 0xFFF
      bitCount += 8
      while bitCount >= 5 {
        bitCount -= 5
        result.append(alphabet[bits >> bitCount & 31])
      }
    }
    if bitCount > 0 { result.append(alphabet[bits << (5 - bitCount) & 31]) }
    return String(decoding: result, as: UTF8.self)
  }

  private static func decoded(_ code: Substring.UTF8View) -> String? {
    var result: [UInt8] = []
    var bits = 0
    var bitCount = 0
    for letter in code {
      let value: Int
      switch letter {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = Int(letter - UInt8(ascii: "a"))
      case UInt8(ascii: "2")...UInt8(ascii: "7"): value = Int(letter - UInt8(ascii: "2")) + 26
      default: return nil
      }
      bits = (bits << 5 | value) & 0xFFF
      bitCount += 5
      if bitCount >= 8 {
        bitCount -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    return String(validating: result, as: UTF8.self)
  }
}
