// SPDX-License-Identifier: Apache-2.0

/// Apostrophes and middle dots between two letters, as in `don't`, `l’histoire` and `col·legi`.
///
/// They separate words. But many people leave them out, so the words that they join are a token in
/// addition, without the marks (`dont`), and a name is compared without them, too.
enum InnerMark {
  private static let apostrophe = [UInt8(ascii: "'")]

  /// Whether the byte may begin a mark. Few words are followed by such a byte.
  @inline(__always)
  static func mayBegin(with byte: UInt8) -> Bool { byte == UInt8(ascii: "'") || byte >= 0xC2 }

  /// Whether a scalar is a mark. ``Equivalent`` turns all of them into `'`, `"` or `·`.
  static func contains(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x27, 0xB4, 0xB7, 0x2B9, 0x2BB...0x2BF, 0x55A, 0x5F3, 0x5F4, 0x2018, 0x2019, 0x2027, 0x2032, 0xFF07: true
    default: false
    }
  }

  /// Removes marks, and the degree sign of `℃`, from the folded form of a token, which has no other
  /// signs of this kind.
  static func remove(from folded: inout [UInt8], behind start: Int) {
    var index = start
    while index < folded.count, !isRemoved(at: index, in: folded) { index &+= 1 }
    guard index < folded.count else { return }
    var end = index
    while index < folded.count {
      if isRemoved(at: index, in: folded) {
        index &+= folded[index] == 0xC2 ? 2 : 1
      } else {
        folded[end] = folded[index]
        end &+= 1
        index &+= 1
      }
    }
    folded.removeLast(folded.count - end)
  }

  @inline(__always)
  private static func isRemoved(at index: Int, in folded: [UInt8]) -> Bool {
    switch folded[index] {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): true
    case 0xC2: index &+ 1 < folded.count && (folded[index &+ 1] == 0xB7 || folded[index &+ 1] == 0xB0)
    default: false
    }
  }

  /// The text without its marks between letters; `nil` if it has none.
  static func removed(from text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // Most texts have neither an apostrophe nor a letter outside ASCII.
    let mayHaveMark = unsafe Haystack(text, lowercases: false).firstIndex(of: apostrophe.span, from: 0) != nil || !isASCII(text)
    guard mayHaveMark else { return nil }
    var rest: [UInt8] = []
    var (index, copied) = (0, 0)
    while index < text.count {
      let byte = unsafe text[index]
      guard mayBegin(with: byte) else {
        index &+= 1
        continue
      }
      let scalar = unsafe DecodedScalar(text, at: index)
      if scalar.isValid, contains(scalar.value), unsafe endsWithLetter(text, at: index),
        unsafe beginsWithLetter(text, at: index + scalar.stride)
      {
        unsafe rest.append(contentsOf: text[copied..<index])
        copied = index + scalar.stride
      }
      index += scalar.stride
    }
    guard copied > 0 else { return nil }
    unsafe rest.append(contentsOf: text[copied...])
    return rest
  }

  /// Whether a letter ends at `index`.
  static func endsWithLetter(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index > 0 else { return false }
    let byte = unsafe text[index - 1]
    if byte < 0x80 { return ASCII.isLetter(byte) }
    var start = index - 1
    while start > 0, index - start < 4, unsafe text[start] & 0xC0 == 0x80 { start -= 1 }
    let scalar = unsafe DecodedScalar(text, at: start)
    guard scalar.isValid, start + scalar.stride == index else { return false }
    switch ScalarKind(scalar.value) {
    case .lowercase, .uppercase, .letter, .mark: return true
    case .separator, .digit, .unspaced, .symbol: return false
    }
  }

  static func beginsWithLetter(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index < text.count else { return false }
    let scalar = unsafe DecodedScalar(text, at: index)
    guard scalar.isValid else { return false }
    if scalar.value < 0x80 { return ASCII.isLetter(UInt8(scalar.value)) }
    switch ScalarKind(scalar.value) {
    case .lowercase, .uppercase, .letter: return true
    case .separator, .digit, .unspaced, .symbol, .mark: return false
    }
  }
}

/// The text without apostrophes and middle dots between letters, with which a pattern for names is compared, too;
/// `nil` if it has none. See ``StringPattern/ignoresInnerMarks``.
package func removingInnerMarks(_ text: Span<UInt8>) -> [UInt8]? {
  unsafe text.withUnsafeBufferPointer { unsafe InnerMark.removed(from: $0) }
}

/// Appends the folded form of a token's surface form.
///
/// As ``foldUTF8(_:_:into:)``, but signs inside the token are left out if diacritics are ignored: the
/// apostrophe of `don't`, and the degree sign of `℃`.
package func foldToken(_ surface: Span<UInt8>, _ folding: Folding, into output: inout [UInt8]) {
  let start = output.count
  foldUTF8(surface, folding, into: &output)
  if folding.usesEquivalents { InnerMark.remove(from: &output, behind: start) }
}
