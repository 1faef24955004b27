internal import CUTF8Proc

/// The form of `text` that is equal, byte for byte, for all texts that are equal under `folding`; canonically composed.
///
/// - Complexity: O(*n*); ASCII takes a vectorised path.
package func fold(_ text: String, _ folding: Folding) -> String {
  var folded: [UInt8] = []
  foldUTF8(text.utf8.span, folding, into: &folded)
  return String(decoding: folded, as: UTF8.self)
}

/// Appends the folded form of `bytes` to `output`, whose earlier contents stay untouched.
///
/// A byte that is not part of well-formed UTF-8 becomes U+FFFD. Idempotent: folding a folded text changes nothing.
///
/// - Complexity: O(*n*). Allocates nothing for ASCII beyond the growth of `output`.
package func foldUTF8(_ bytes: Span<UInt8>, _ folding: Folding, into output: inout [UInt8]) {
  unsafe bytes.withUnsafeBufferPointer { bytes in
    if unsafe isASCII(bytes) {
      unsafe appendASCII(bytes, lowercased: folding.contains(.case), to: &output)
    } else {
      var folder = ScalarFolder(folding)
      unsafe folder.fold(bytes, into: &output)
    }
  }
}

private func appendASCII(_ bytes: UnsafeBufferPointer<UInt8>, lowercased: Bool, to output: inout [UInt8]) {
  let start = output.count
  unsafe output.append(contentsOf: bytes)
  guard lowercased else { return }
  unsafe output.withUnsafeMutableBufferPointer { output in
    for index in start..<output.count {
      unsafe output[index] = ASCII.lowercased(output[index])
    }
  }
}

/// Folds what is not ASCII: decompose, drop what the folding ignores, fold case, order the marks, compose.
private struct ScalarFolder {
  private let folding: Folding
  private var scalars: [Int32] = []

  init(_ folding: Folding) {
    self.folding = folding
  }

  mutating func fold(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    scalars.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let scalar = unsafe DecodedScalar(bytes, at: index)
      decompose(scalar.isValid ? Int32(scalar.value) : 0xFFFD)
      index += scalar.stride
    }
    orderMarks()
    let count = unsafe scalars.withUnsafeMutableBufferPointer {
      unsafe utf8proc_normalize_utf32($0.baseAddress, $0.count, UTF8PROC_COMPOSE)
    }
    for scalar in scalars.prefix(max(0, count)) {
      appendUTF8(scalar, to: &output)
    }
  }

  private mutating func decompose(_ scalar: Int32) {
    var options = UTF8PROC_DECOMPOSE.rawValue
    if folding.contains(.case) {
      let property = unsafe utf8proc_get_property(scalar).pointee
      if property.ignorable != 0 { return }
      let isWidthVariant =
        property.decomp_type == UTF8PROC_DECOMP_TYPE_WIDE.rawValue || property.decomp_type == UTF8PROC_DECOMP_TYPE_NARROW.rawValue
      if isWidthVariant { options |= UTF8PROC_COMPAT.rawValue }
    }
    forEachScalar(of: scalar, options) { folder, scalar in
      // Marks go before case is folded: case folding turns some letters with marks into several letters.
      guard let scalar = folder.withoutDiacritics(scalar) else { return }
      guard folder.folding.contains(.case), scalar != Self.iotaSubscript else { return folder.scalars.append(scalar) }
      folder.forEachScalar(of: scalar, UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue) { folder, scalar in
        if let scalar = folder.withoutDiacritics(scalar) { folder.scalars.append(scalar) }
      }
    }
  }

  private static let iotaSubscript: Int32 = 0x345

  private mutating func forEachScalar(of scalar: Int32, _ options: UInt32, _ body: (inout ScalarFolder, Int32) -> Void) {
    // The longest decomposition in Unicode has 18 scalars.
    var buffer: InlineArray<18, Int32> = .init(repeating: 0)
    var span = buffer.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer {
      unsafe utf8proc_decompose_char(scalar, $0.baseAddress, $0.count, utf8proc_option_t(rawValue: options), nil)
    }
    guard count >= 0, count <= buffer.count else { return body(&self, scalar) }
    for index in 0..<count {
      body(&self, buffer[index])
    }
  }

  /// The scalar a diacritic-blind comparison sees; `nil` when it sees none.
  private func withoutDiacritics(_ scalar: Int32) -> Int32? {
    guard folding.contains(.diacritics), scalar >= 0x80 else { return scalar }
    if scalar == 0x640 { return nil }  // Arabic tatweel only stretches the line.
    switch unsafe utf8proc_get_property(scalar).pointee.combining_class {
    case 1, 7, 10...36, 200...240: return nil
    default: return strokedLetters[scalar] ?? scalar
    }
  }

  /// Canonical ordering: within each run of marks, by combining class, keeping the order of equals.
  private mutating func orderMarks() {
    var index = 0
    while index < scalars.count {
      var end = index
      while end < scalars.count, combiningClass(scalars[end]) != 0 { end += 1 }
      if end - index > 1 {
        let run = scalars[index..<end].enumerated().sorted {
          (combiningClass($0.element), $0.offset) < (combiningClass($1.element), $1.offset)
        }
        scalars.replaceSubrange(index..<end, with: run.lazy.map(\.element))
      }
      index = end + 1
    }
  }

  private func combiningClass(_ scalar: Int32) -> Int16 {
    scalar < 0x300 ? 0 : unsafe utf8proc_get_property(scalar).pointee.combining_class
  }
}

/// Latin letters with a stroke or a missing dot, and the plain letter that a diacritic-blind comparison sees.
private let strokedLetters: [Int32: Int32] = {
  let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
    ("ⱥ", "a"), ("Ⱥ", "A"), ("ƀ", "b"), ("Ƀ", "B"), ("ȼ", "c"), ("Ȼ", "C"), ("đ", "d"), ("Đ", "D"), ("ɇ", "e"), ("Ɇ", "E"),
    ("ǥ", "g"), ("Ǥ", "G"), ("ħ", "h"), ("Ħ", "H"), ("ı", "i"), ("ɨ", "i"), ("Ɨ", "I"), ("ɉ", "j"), ("Ɉ", "J"), ("ȷ", "j"),
    ("ꝁ", "k"), ("Ꝁ", "K"), ("ł", "l"), ("Ł", "L"), ("ƚ", "l"), ("Ƚ", "L"), ("ø", "o"), ("Ø", "O"), ("ᵽ", "p"), ("Ᵽ", "P"),
    ("ɍ", "r"), ("Ɍ", "R"), ("ŧ", "t"), ("Ŧ", "T"), ("ɏ", "y"), ("Ɏ", "Y"), ("ƶ", "z"), ("Ƶ", "Z"),
  ]
  return Dictionary(uniqueKeysWithValues: pairs.map { (Int32($0.value), Int32($1.value)) })
}()
