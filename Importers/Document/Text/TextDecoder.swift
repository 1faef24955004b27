// SPDX-License-Identifier: Apache-2.0

/// Decodes the bytes of a text file, given in blocks, to UTF-8.
///
/// The encoding is determined by a declaration, by a byte order mark, or by detection in the first
/// block that is not ASCII: an English licence at the start says nothing about the text after it.
/// Stores no text; memory does not depend on the length of the file.
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
  /// Whether units are wide. Wide units contain zero bytes, which otherwise indicate binary data.
  private var isWide = false
  /// Whether all text was delivered unchanged, and nothing but a byte order mark was omitted.
  private(set) var isVerbatim = true
  /// Whether control characters switch between sets of characters, and do not indicate binary data.
  private var isStateful = false

  /// Finds the encoding that is declared in ASCII at the start of a document, if any.
  typealias Declaration = (borrowing Span<UInt8>) -> CharacterEncoding?

  /// - Parameter declaration: Called with the first block. A byte order mark takes precedence.
  init(declaration: @escaping Declaration) {
    self.declaration = declaration
  }

  /// Whether the file is not text, so that the rest need not be read.
  var isBinary: Bool { state == .binary }

  /// Decodes one block and delivers UTF-8. Invalid bytes become U+FFFD.
  ///
  /// A block of binary data produces no text; if it is the first block, the whole file produces
  /// none.
  ///
  /// - Parameters:
  ///   - isLast: Whether the file ends with this block.
  ///   - output: Receives whole characters only.
  /// - Returns: The number of bytes consumed. The rest, a few bytes, must precede the next block.
  mutating func decode(_ bytes: borrowing Span<UInt8>, isLast: Bool, into output: (UTF8Span) throws -> Void) throws -> Int {
    let markLength = state == .atStart ? start(with: bytes) : 0
    let text = bytes.extracting(markLength...)
    let census = ByteCensus(text)
    if !isWide && !isStateful && census.looksBinary {
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

  /// Checks for a byte order mark, a declaration or wide units.
  ///
  /// - Returns: The length of the byte order mark.
  private mutating func start(with bytes: borrowing Span<UInt8>) -> Int {
    if let (encoding, markLength) = CharacterEncoding.marked(in: bytes) {
      use(encoding)
      return markLength
    }
    // A declaration of UTF-8 is often an unchecked default, so the bytes decide.
    if let declared = declaration(bytes), declared != .utf8 {
      use(declared)
    } else if let wide = CharacterEncoding.unmarkedUTF32(in: bytes) ?? CharacterEncoding.unmarkedUTF16(in: bytes) {
      use(wide)
    } else if bytes.extracting(first: 4096).beginsKorean {
      use(.named(Self.statefulKorean))
    }
    return 0
  }

  private static let statefulKorean = "ISO-2022-KR"

  private mutating func use(_ encoding: CharacterEncoding) {
    state = .decided
    isWide = encoding.unitSize > 1
    isStateful = encoding == .named(Self.statefulKorean)
    guard encoding != .utf8 else { return }
    converter = CharacterConverter(from: encoding) ?? CharacterConverter(from: .windows1252)
    isVerbatim = converter == nil
  }

  /// Delivers `bytes` unchanged, except for invalid sequences.
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
      // At most three bytes, which may be the start of a character.
      if !isLast && used + broken.count == bytes.count && broken.count < 4 { return used }
      isVerbatim = false
      try putReplacementCharacter(into: output)
      used += broken.count
    }
    return used
  }
}

extension Span<UInt8> {
  /// The range of the first sequence that is not UTF-8; `nil` if there is none.
  var firstBrokenUTF8: Range<Int>? {
    do {
      _ = try UTF8Span(validating: self)
      return nil
    } catch {
      return error.byteOffsets
    }
  }

  /// Whether the bytes contain the designation with which texts in ISO-2022-KR begin.
  var beginsKorean: Bool { indices.contains { self[$0] == 0x1B && extracting($0...).starts(with: [0x1B, 0x24, 0x29, 0x43]) } }

  /// Whether all bytes are ASCII, and none begins an escape sequence of ISO 2022.
  var isPlainASCII: Bool {
    for index in indices {
      if self[index] >= 0x80 { return false }
      // ESC $, which terminals' colours do not use, introduces two-byte characters.
      if self[index] == 0x1B, index + 1 < count, self[index + 1] == 0x24 { return false }
    }
    return true
  }
}
