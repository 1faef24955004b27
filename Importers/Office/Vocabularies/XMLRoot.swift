// SPDX-License-Identifier: Apache-2.0

/// The root element of an XML document, found in its first bytes without a parser.
struct XMLRoot {
  /// The number of bytes that tell the root element: comments and processing instructions may precede it.
  static let headByteCount = 4 << 10

  /// The name without the prefix of its namespace.
  let name: String
  /// The element's start tag, or what there is of it: with the namespaces that it declares.
  let tag: Substring
  /// What follows the start tag.
  let rest: Substring

  /// - Parameter head: The first bytes, in an encoding whose ASCII characters are those of ASCII, or in UTF-16.
  /// - Returns: `nil` if no element begins there.
  init?(_ head: [UInt8]) {
    var rest = Self.ascii(head)[...]
    while let start = rest.firstIndex(of: "<") {
      guard rest[..<start].allSatisfy({ $0.isWhitespace || $0 == "\u{FEFF}" || !$0.isASCII }) else { return nil }
      rest = rest[start...]
      let end: Substring.Index?
      if rest.hasPrefix("<!--") {
        end = rest.firstRange(of: "-->")?.upperBound
      } else if rest.hasPrefix("<?") {
        end = rest.firstRange(of: "?>")?.upperBound
      } else if rest.hasPrefix("<!") {
        end = Self.endOfDeclaration(rest)
      } else {
        let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || "_-.:".contains($0) }
        guard let local = name.split(separator: ":").last, local.first?.isNumber == false else { return nil }
        self.name = String(local)
        tag = rest.prefix { $0 != ">" }
        self.rest = rest.dropFirst(tag.count)
        return
      }
      guard let end else { return nil }
      rest = rest[end...]
    }
    return nil
  }

  /// The end of a document type declaration, which may contain others in brackets.
  private static func endOfDeclaration(_ text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case "[": depth += 1
      case "]": depth -= 1
      case ">" where depth <= 0: return text.index(after: index)
      default: break
      }
    }
    return nil
  }

  /// The characters of ASCII among the first ones; every other byte becomes one that is no markup.
  private static func ascii(_ head: [UInt8]) -> String {
    let isWide = head.prefix(8).contains(0) || head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
    var bytes = head
    if isWide { bytes.removeAll { $0 == 0 } }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
