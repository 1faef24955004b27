// SPDX-License-Identifier: Apache-2.0

internal import CUTF8Proc

/// Folds text with characters outside ASCII: decomposes it, drops ignored characters, folds case,
/// orders marks, and composes it.
struct ScalarFolder {
  private let ignoresCase: Bool
  private let ignoresDiacritics: Bool

  /// Whether ``Equivalent`` and compatibility decompositions apply.
  private let usesEquivalents: Bool

  /// The scalar that later ones may combine with; negative if there is none.
  private var starter: Int32 = -1

  /// The marks after `starter`.
  private var marks: [Int32] = []

  private(set) var output: [UInt8]

  /// - Parameter output: The folded text is appended to it.
  init(_ folding: Folding, output: consuming [UInt8]) {
    ignoresCase = folding.contains(.case)
    ignoresDiacritics = folding.contains(.diacritics)
    usesEquivalents = folding.usesEquivalents
    self.output = output
  }

  mutating func fold(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      if unsafe bytes[index] < 0x80 {
        var end = index
        while end < bytes.count, unsafe bytes[end] < 0x80 { end &+= 1 }
        endSegment()
        unsafe appendASCII(UnsafeBufferPointer(rebasing: bytes[index..<end - 1]), lowercased: ignoresCase, to: &output)
        unsafe beginASCII(bytes[end - 1])
        index = end
      } else {
        let scalar = unsafe DecodedScalar(bytes, at: index)
        fold(scalar.isValid ? Int32(scalar.value) : 0xFFFD)
        index &+= scalar.stride
      }
    }
    endSegment()
  }

  // MARK: One scalar

  private mutating func fold(_ scalar: Int32) {
    let properties = Properties(scalar)
    if ignoresCase, properties.isIgnorable { return }
    guard properties.isDecomposable else { return foldDecomposed(scalar, properties) }
    if replace(scalar) { return }
    let isCompatible = usesEquivalents ? !Self.hangulLetters.contains(scalar) : ignoresCase && properties.isWidthVariant
    let compatibility = isCompatible ? UTF8PROC_COMPAT.rawValue : 0
    forEachScalar(of: scalar, UTF8PROC_DECOMPOSE.rawValue | compatibility) { folder, scalar in
      folder.foldDecomposed(scalar, Properties(scalar))
    }
  }

  /// Letters that stand alone. Their decompositions would form syllables with their neighbours.
  private static let hangulLetters: ClosedRange<Int32> = 0x3131...0x318E

  /// Appends the equivalent of a scalar; `false` if it has none.
  private mutating func replace(_ scalar: Int32) -> Bool {
    guard usesEquivalents, let equivalent = Equivalent.of(scalar) else { return false }
    foldLetter(equivalent.first, Properties(equivalent.first))
    if equivalent.second >= 0 { foldLetter(equivalent.second, Properties(equivalent.second)) }
    return true
  }

  private mutating func foldDecomposed(_ scalar: Int32, _ properties: Properties) {
    if scalar >= 0x80, replace(scalar) { return }
    foldLetter(scalar, properties)
  }

  private mutating func foldLetter(_ scalar: Int32, _ properties: Properties) {
    // Marks are removed before case is folded, because case folding turns some letters with marks
    // into several letters.
    guard let scalar = withoutDiacritics(scalar, properties) else { return }
    if scalar < 0x80 {
      beginASCII(UInt8(scalar))
    } else if ignoresCase, properties.hasCaseFolding, scalar != Self.iotaSubscript {
      forEachScalar(of: scalar, UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue) { folder, scalar in
        let properties = Properties(scalar)
        guard let scalar = folder.withoutDiacritics(scalar, properties) else { return }
        if folder.usesEquivalents, scalar >= 0x80, let equivalent = Equivalent.of(scalar) {
          folder.appendFolded(equivalent.first)
          if equivalent.second >= 0 { folder.appendFolded(equivalent.second) }
        } else {
          folder.append(scalar, properties)
        }
      }
    } else {
      append(scalar, properties)
    }
  }

  /// Appends a scalar of an equivalent of a letter in lower case.
  private mutating func appendFolded(_ scalar: Int32) {
    if scalar < 0x80 { beginASCII(UInt8(scalar)) } else { append(scalar, Properties(scalar)) }
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

  /// The scalar without diacritics; `nil` if it is removed.
  private func withoutDiacritics(_ scalar: Int32, _ properties: Properties) -> Int32? {
    guard ignoresDiacritics else { return scalar }
    switch properties.combiningClass {
    case 0:
      // The Arabic tatweel only stretches the line.
      return scalar == 0x640 ? nil : usesEquivalents ? scalar : letterWithoutStroke(scalar)
    case 1, 7, 10...36, 200...240: return nil
    default: return scalar
    }
  }

  // MARK: Segments

  private mutating func append(_ scalar: Int32, _ properties: Properties) {
    if properties.mayCombine {
      marks.append(scalar)
    } else {
      begin(scalar)
    }
  }

  private mutating func beginASCII(_ byte: UInt8) {
    begin(Int32(ignoresCase ? ASCII.lowercased(byte) : byte))
  }

  private mutating func begin(_ scalar: Int32) {
    endSegment()
    starter = scalar
  }

  private mutating func endSegment() {
    if !marks.isEmpty {
      composeSegment()
    } else if starter >= 0 {
      encode(starter)
    }
    starter = -1
  }

  private mutating func composeSegment() {
    orderMarks()
    if starter >= 0 { marks.insert(starter, at: 0) }
    let count = unsafe marks.withUnsafeMutableBufferPointer {
      unsafe utf8proc_normalize_utf32($0.baseAddress, $0.count, UTF8PROC_COMPOSE)
    }
    for scalar in marks.prefix(max(0, count)) {
      encode(scalar)
    }
    marks.removeAll(keepingCapacity: true)
  }

  /// Orders each run of marks by combining class. The sort is stable.
  private mutating func orderMarks() {
    var index = 0
    while index < marks.count {
      var end = index
      while end < marks.count, Properties(marks[end]).combiningClass != 0 { end += 1 }
      if end - index > 1 {
        let run = marks[index..<end].map { (combiningClass: Properties($0).combiningClass, scalar: $0) }.enumerated()
        let ordered = run.sorted { ($0.element.combiningClass, $0.offset) < ($1.element.combiningClass, $1.offset) }
        marks.replaceSubrange(index..<end, with: ordered.lazy.map(\.element.scalar))
      }
      index = end + 1
    }
  }

  private mutating func encode(_ scalar: Int32) {
    let value = UInt32(bitPattern: scalar)
    func byte(_ lead: UInt32, _ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: lead | value >> shift) }
    func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | value >> shift & 0x3F) }
    switch value {
    case 0..<0x80:
      output.append(UInt8(truncatingIfNeeded: value))
    case 0x80..<0x800:
      output.append(byte(0xC0, 6))
      output.append(tail(0))
    case 0x800..<0x10000:
      output.append(byte(0xE0, 12))
      output.append(tail(6))
      output.append(tail(0))
    default:
      output.append(byte(0xF0, 18))
      output.append(tail(12))
      output.append(tail(6))
      output.append(tail(0))
    }
  }
}

/// The properties of a scalar that folding uses.
private struct Properties {
  let combiningClass: Int16
  let isIgnorable: Bool
  let isWidthVariant: Bool

  /// Whether the scalar has a decomposition. Hangul syllables, which are decomposed by arithmetic,
  /// are excluded, because folding does not change their parts.
  let isDecomposable: Bool
  let hasCaseFolding: Bool

  /// Whether the scalar may combine with the one before it, or must be ordered with it: marks, and
  /// the later parts of Hangul syllables.
  let mayCombine: Bool

  init(_ scalar: Int32) {
    let properties = unsafe utf8proc_get_property(scalar).pointee
    let category = UInt32(properties.category)
    let decomposition = UInt32(properties.decomp_type)
    combiningClass = properties.combining_class
    isIgnorable = properties.ignorable != 0
    isWidthVariant = decomposition == UTF8PROC_DECOMP_TYPE_WIDE.rawValue || decomposition == UTF8PROC_DECOMP_TYPE_NARROW.rawValue
    isDecomposable = properties.decomp_seqindex != .max
    hasCaseFolding = properties.casefold_seqindex != .max
    let isMark = category >= UTF8PROC_CATEGORY_MN.rawValue && category <= UTF8PROC_CATEGORY_ME.rawValue
    mayCombine = isMark || combiningClass != 0 || (0x1160...0x11FF).contains(scalar)
  }
}
