/// Turns the bytes of a text file, given block by block, into UTF-8.
///
/// The encoding is the declared one, that of a byte order mark, or found out at the first block that is not ASCII: a licence in English
/// says nothing about the words below it. Holds no text; memory does not depend on the length of the file.
struct TextDecoder: ~Copyable {
  private enum State {
    case atStart
    case onlyASCIISoFar
    case decided
    case binary
  }

  private var state = State.atStart
  private let declaration: Declaration
  /// `nil` while text is ASCII or UTF-8.
  private var converter: CharacterConverter?
  /// Wide units are full of zero bytes, which elsewhere tell binary data.
  private var isWide = false
  /// Whether all that was handed on stood in the file like this, and nothing but a byte order mark was left out.
  private(set) var isVerbatim = true

  /// Finds the encoding that a document's beginning declares in ASCII, if it declares one.
  typealias Declaration = (borrowing Span<UInt8>) -> CharacterEncoding?

  /// - Parameter declaration: Called with the first block; a byte order mark overrules it.
  init(declaration: @escaping Declaration) {
    self.declaration = declaration
  }

  /// Whether the file turned out to hold no text: nothing after this block need be read.
  var isBinary: Bool { state == .binary }

  /// Decodes one block and hands on UTF-8; bytes that mean nothing become U+FFFD.
  ///
  /// A block of binary data gives no text, and if it is the first, the file gives none.
  ///
  /// - Parameters:
  ///   - isLast: Whether the file ends with this block.
  ///   - output: Receives whole characters only.
  /// - Returns: How many bytes were used; the rest, a few bytes, belongs in front of the next block.
  mutating func decode(_ bytes: borrowing Span<UInt8>, isLast: Bool, into output: (UTF8Span) throws -> Void) throws -> Int {
    let markLength = state == .atStart ? start(with: bytes) : 0
    let text = bytes.extracting(markLength...)
    let census = ByteCensus(text)
    if !isWide && census.looksBinary {
      if state == .atStart { state = .binary }
      isVerbatim = false
      return bytes.count
    }
    if state == .atStart { state = .onlyASCIISoFar }
    if state == .onlyASCIISoFar && !(census.isASCII && (!census.hasEscapes || text.isPlainASCII)) {
      use(CharacterEncoding.detected(in: text))
    }
    if converter != nil { return try markLength + (converter?.convert(text, isLast: isLast, into: output) ?? 0) }
    if census.isASCII {
      try output(unsafe UTF8Span(unchecked: text, isKnownASCII: true))
      return bytes.count
    }
    return try markLength + passOn(text, isLast: isLast, into: output)
  }

  /// Looks for a mark, a declaration or wide units.
  ///
  /// - Returns: The length of the byte order mark.
  private mutating func start(with bytes: borrowing Span<UInt8>) -> Int {
    if let (encoding, markLength) = CharacterEncoding.marked(in: bytes) {
      use(encoding)
      return markLength
    }
    // A declaration of UTF-8 is often a default nobody checked: the bytes have the last word.
    if let declared = declaration(bytes), declared != .utf8 {
      use(declared)
    } else if let wide = CharacterEncoding.unmarkedUTF16(in: bytes) {
      use(wide)
    }
    return 0
  }

  private mutating func use(_ encoding: CharacterEncoding) {
    state = .decided
    isWide = encoding.unitSize > 1
    guard encoding != .utf8 else { return }
    converter = CharacterConverter(from: encoding) ?? CharacterConverter(from: .windows1252)
    isVerbatim = converter == nil
  }

  /// Hands on `bytes` as they are, but for broken sequences.
  private mutating func passOn(
    _ bytes: borrowing Span<UInt8>, isLast: Bool, into output: (UTF8Span) throws -> Void
  ) throws -> Int {
    var used = 0
    while used < bytes.count {
      let rest = bytes.extracting(used...)
      guard let broken = rest.firstBrokenUTF8 else {
        try output(unsafe UTF8Span(unchecked: rest))
        return bytes.count
      }
      if broken.lowerBound > 0 { try output(unsafe UTF8Span(unchecked: rest.extracting(..<broken.lowerBound))) }
      used += broken.lowerBound
      // At most three bytes that may still become a character.
      if !isLast && used + broken.count == bytes.count && broken.count < 4 { return used }
      isVerbatim = false
      try putReplacementCharacter(into: output)
      used += broken.count
    }
    return used
  }
}

extension Span<UInt8> {
  /// Where the first sequence is that is not UTF-8; `nil` if all is well.
  var firstBrokenUTF8: Range<Int>? {
    do {
      _ = try UTF8Span(validating: self)
      return nil
    } catch {
      return error.byteOffsets
    }
  }

  /// Whether no byte is above 127, and none begins an escape sequence of ISO 2022.
  var isPlainASCII: Bool {
    for index in indices {
      if self[index] >= 0x80 { return false }
      // ESC $, which terminals' colours do not use, introduces two-byte characters.
      if self[index] == 0x1B, index + 1 < count, self[index + 1] == 0x24 { return false }
    }
    return true
  }
}
