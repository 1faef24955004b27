// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Converts text to UTF-8 in blocks, with iconv(3).
///
/// Preserves the shift state of stateful encodings between blocks.
@safe struct CharacterConverter: ~Copyable {
  private let raw: iconv_t
  private let name: String
  private let unitSize: Int

  /// - Returns: `nil` if the C library does not know the encoding.
  init?(from encoding: CharacterEncoding) {
    guard case .named(let name) = encoding else { return nil }
    guard let converter = unsafe IdleConverters.take(name) ?? iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else {
      return nil
    }
    unsafe raw = converter
    self.name = name
    unitSize = encoding.unitSize
  }

  deinit { unsafe IdleConverters.put(raw, name) }

  /// Converts `bytes` and delivers UTF-8 in pieces of at most 16 KiB. The output of iconv(3) is
  /// valid, because it rejects surrogates and the like.
  ///
  /// Invalid bytes become one replacement character per unit.
  ///
  /// - Parameter isLast: Whether the text ends here, so that an incomplete character is invalid.
  /// - Returns: The number of bytes consumed. The rest is an incomplete character, and must precede
  ///   the next block.
  mutating func convert(
    _ bytes: borrowing Span<UInt8>, isLast: Bool, into output: (UTF8Span) throws -> Void
  ) throws -> Int {
    var used = 0
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while used < bytes.count {
      let step = step(bytes.extracting(used...), into: &piece)
      used += step.read
      if step.written > 0 { try output(UTF8Span(validating: piece.span.extracting(..<step.written))) }
      let isIncomplete = step.stop == EINVAL
      if isIncomplete && !isLast { break }
      if isIncomplete || step.stop == EILSEQ {
        try putReplacementCharacter(into: output)
        used = min(used + unitSize, bytes.count)
      }
    }
    if isLast {
      let rest = flush(into: &piece)
      if rest > 0 { try output(UTF8Span(validating: piece.span.extracting(..<rest))) }
    }
    return used
  }

  /// Writes a letter that an encoding with combining marks, such as that of Hebrew, has held back.
  ///
  /// - Returns: The number of bytes written.
  private mutating func flush(into piece: inout [UInt8]) -> Int {
    unsafe piece.withUnsafeMutableBytes { target in
      var output = unsafe target.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = target.count
      unsafe iconv(raw, nil, nil, &output, &left)
      return target.count - left
    }
  }

  /// One call of iconv(3).
  ///
  /// - Returns: The numbers of bytes read and written, and the reason for stopping before the end
  ///   of `bytes`, or 0.
  private mutating func step(
    _ bytes: borrowing Span<UInt8>, into piece: inout [UInt8]
  ) -> (read: Int, written: Int, stop: CInt) {
    unsafe bytes.withUnsafeBytes { source in
      unsafe piece.withUnsafeMutableBytes { target in
        // iconv(3) takes its input as `char **` for historical reasons, but does not write to it.
        var input = unsafe UnsafeMutableRawPointer(mutating: source.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var output = unsafe target.baseAddress?.assumingMemoryBound(to: CChar.self)
        var inputLeft = source.count
        var outputLeft = target.count
        let result = unsafe iconv(raw, &input, &inputLeft, &output, &outputLeft)
        let stop = result == -1 ? errno : 0
        return (source.count - inputLeft, target.count - outputLeft, stop == E2BIG ? 0 : stop)
      }
    }
  }
}

extension CharacterEncoding {
  /// The whole of a short text in UTF-8. Invalid bytes become U+FFFD. An encoding that the C library does not know counts as Western.
  func utf8(_ bytes: borrowing Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    guard self != .utf8, var converter = CharacterConverter(from: self) ?? CharacterConverter(from: .windows1252) else {
      unsafe bytes.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
      return text
    }
    // Only the closure could throw.
    _ = try? converter.convert(bytes, isLast: true) { piece in
      unsafe piece.span.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
    }
    return text
  }
}

/// Writes U+FFFD, which replaces invalid bytes.
func putReplacementCharacter(into output: (UTF8Span) throws -> Void) rethrows {
  let character = "\u{FFFD}"
  try output(character.utf8Span)
}
