/// A code page of Windows, by which formats of Microsoft name an encoding.
package struct CodePage {
  private let number: Int

  /// The code page of Western languages.
  package static let western = CodePage(1252)
  package static let utf8Number = 65_001

  package init(_ number: Int) { self.number = number }

  /// The text in UTF-8. Invalid bytes become U+FFFD. An unknown code page counts as Western.
  package func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if number == Self.utf8Number || bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
    guard var converter = CharacterConverter(from: encoding) ?? CharacterConverter(from: .windows1252) else { return bytes }
    var text: [UInt8] = []
    // Only the closure could throw.
    _ = try? converter.convert(bytes.span, isLast: true) { piece in
      unsafe piece.span.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
    }
    return text
  }

  private var encoding: CharacterEncoding { .named(number == 10_000 || number == 0x8000 ? "MACINTOSH" : "CP\(number)") }
}
