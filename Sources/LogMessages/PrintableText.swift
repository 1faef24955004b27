// SPDX-License-Identifier: Apache-2.0

/// Converts untrusted text, such as file names, to a form that is safe to display: it cannot
/// control a terminal, begin a line in a log, or change the direction of surrounding text.
///
/// These are not printable: control characters (C0, DEL, C1), line and paragraph separators, the
/// characters that embed, override or isolate a writing direction, and bytes that are not UTF-8.
/// Direction marks (U+200E, U+200F) affect only their neighbours and are printable.
package enum PrintableText {
  /// Converts a path or name. If it is not printable, it is quoted in shell syntax,
  /// `$'/tmp/a\033[31m\351'`, and can be used in a shell.
  package static func path(_ bytes: [UInt8]) -> String {
    isPrintable(bytes) ? String(decoding: bytes, as: UTF8.self) : "$'" + escaped(bytes, keeping: [], isQuoted: true) + "'"
  }

  /// Converts a path to an argument of a command that a user can copy to a shell.
  package static func argument(_ path: [UInt8]) -> String {
    let text = Self.path(path)
    guard isPrintable(path), !path.allSatisfy({ $0.isPlainInShell }) else { return text }
    let isSafeInQuotes = !path.contains { Array("\"$`!\\".utf8).contains($0) }
    return isSafeInQuotes ? "\"\(text)\"" : "$'" + escaped(path, keeping: [], isQuoted: true) + "'"
  }

  package static func isPrintable(_ path: [UInt8]) -> Bool {
    var isPrintable = true
    forEachPiece(of: path) { _, isPiecePrintable in isPrintable = isPrintable && isPiecePrintable }
    return isPrintable
  }

  /// Converts text of several lines. Newlines, tabs, and NUL, which terminals ignore, are kept. Any
  /// other unprintable byte becomes a number, such as `\033`.
  package static func lines(_ text: String) -> String { escaped(text, keeping: [0x00, 0x09, 0x0A]) }

  /// Converts text of one line. No unprintable character is kept.
  package static func line(_ text: String) -> String { escaped(text, keeping: []) }

  package static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }

  private static func escaped(_ text: String, keeping kept: [UInt8]) -> String {
    text.unicodeScalars.allSatisfy(isPrintable) ? text : escaped(Array(text.utf8), keeping: kept, isQuoted: false)
  }

  /// - Parameter isQuoted: Whether the result is placed between quotes, so that `\` and `'` are
  ///   escaped too.
  private static func escaped(_ bytes: [UInt8], keeping kept: [UInt8], isQuoted: Bool) -> String {
    var escaped: [UInt8] = []
    forEachPiece(of: bytes) { piece, isPrintable in
      for byte in piece {
        switch byte {
        case UInt8(ascii: "\\") where isQuoted, UInt8(ascii: "'") where isQuoted: escaped += [UInt8(ascii: "\\"), byte]
        case _ where isPrintable || kept.contains(byte): escaped.append(byte)
        case UInt8(ascii: "\n"): escaped += "\\n".utf8
        case UInt8(ascii: "\r"): escaped += "\\r".utf8
        case UInt8(ascii: "\t"): escaped += "\\t".utf8
        default: escaped += [UInt8(ascii: "\\")] + [byte >> 6, byte >> 3 & 7, byte & 7].map { UInt8(ascii: "0") + $0 }
        }
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Calls `body` with the bytes of each scalar and each invalid byte, and with whether they are
  /// printable.
  private static func forEachPiece(of bytes: [UInt8], _ body: (_ piece: ArraySlice<UInt8>, _ isPrintable: Bool) -> Void) {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var rest = bytes[...]
    while true {
      let length: Int
      let isPiecePrintable: Bool
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded): (length, isPiecePrintable) = (encoded.count, isPrintable(Unicode.UTF8.decode(encoded)))
      case .error(let count): (length, isPiecePrintable) = (count, false)
      case .emptyInput: return
      }
      body(rest.prefix(length), isPiecePrintable)
      rest = rest.dropFirst(length)
    }
  }
}

extension UInt8 {
  /// Whether the byte stands for itself at any place of a word in a shell. Bytes of characters outside
  /// ASCII do.
  fileprivate var isPlainInShell: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
    default: Array("/._-+,:@%=".utf8).contains(self)
    }
  }
}
