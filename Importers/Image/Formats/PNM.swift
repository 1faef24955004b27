// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The header of a Netpbm picture: a bitmap, graymap or pixmap, plain or raw, or a PAM picture.
enum PNM {
  /// Maximum size of a header with its comments.
  private static let maximumHeaderLength = 64 << 10

  /// Whether a file begins with `P1` to `P7` followed by a valid character. XV's thumbnails, `P7
  /// 332`, are excluded.
  static func begins(_ start: [UInt8]) -> Bool {
    guard start.count > 2, start[0] == UInt8(ascii: "P"), start[2].isSpace || start[2] == UInt8(ascii: "#") else { return false }
    return (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(start[1]) || start[1] == UInt8(ascii: "7") && start[2] == UInt8(ascii: "\n")
  }

  static func read(_ file: FileBytes) -> ImageFacts {
    let header = file.bytes(at: 0, count: maximumHeaderLength)
    guard header.count > 2 else { return ImageFacts() }
    var words = Words(header[2...])
    var facts = header[1] == UInt8(ascii: "7") ? arbitraryMap(&words) : map(kind: header[1], &words)
    facts.comments = words.comments
    return facts
  }

  /// Width, height and, except for a bitmap, the maximum value.
  private static func map(kind: UInt8, _ words: inout Words) -> ImageFacts {
    var facts = ImageFacts()
    let isBitmap = kind == UInt8(ascii: "1") || kind == UInt8(ascii: "4")
    facts.width = words.next().flatMap { Int($0) }
    facts.height = words.next().flatMap { Int($0) }
    facts.bitsPerSample = isBitmap ? 1 : bits(largest: words.next())
    facts.colorSpace = kind == UInt8(ascii: "3") || kind == UInt8(ascii: "6") ? .rgb : .gray
    facts.hasAlpha = false
    return facts
  }

  /// Names and values up to `ENDHDR`. The depth determines the colours, because writers may omit
  /// the tuple type.
  private static func arbitraryMap(_ words: inout Words) -> ImageFacts {
    var facts = ImageFacts()
    while let name = words.next(), name != "ENDHDR", let value = words.next() {
      switch name {
      case "WIDTH": facts.width = Int(value)
      case "HEIGHT": facts.height = Int(value)
      case "MAXVAL": facts.bitsPerSample = bits(largest: value)
      case "DEPTH":
        guard let depth = Int(value), (1...4).contains(depth) else { continue }
        facts.colorSpace = depth < 3 ? .gray : .rgb
        facts.hasAlpha = depth.isMultiple(of: 2)
      default: break
      }
    }
    return facts
  }

  /// The number of bits for values up to `largest`, which Netpbm limits to 16 bits.
  private static func bits(largest: String?) -> Int? {
    largest.flatMap { UInt16($0) }.flatMap { $0 > 0 ? UInt16.bitWidth - $0.leadingZeroBitCount : nil }
  }
}

/// The words of a header. A comment goes from `#` to the end of its line.
private struct Words: IteratorProtocol {
  private var rest: ArraySlice<UInt8>
  private(set) var comments: [String] = []

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() -> String? {
    while let byte = rest.first, byte.isSpace || byte == UInt8(ascii: "#") {
      if byte.isSpace {
        rest = rest.dropFirst()
      } else {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        rest = rest[line.endIndex...]
        let comment = String(looselyDecoding: line.dropFirst()).trimmed
        if !comment.isEmpty { comments.append(comment) }
      }
    }
    let word = rest.prefix { !$0.isSpace && $0 != UInt8(ascii: "#") }
    rest = rest[word.endIndex...]
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether C classifies the byte as white space.
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
