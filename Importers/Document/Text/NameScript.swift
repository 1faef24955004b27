// SPDX-License-Identifier: Apache-2.0

/// What the bytes of an encoding stand for in the names of files.
struct NameScript: Sendable {
  let encoding: String
  /// The points of a character, and the number of its bytes.
  private let rate: @Sendable (_ bytes: ArraySlice<UInt8>, _ previous: UInt8) -> (points: Double, byteCount: Int)

  /// The first one counts of two with as many points.
  static let all = [
    NameScript(encoding: "CP866") { bytes, previous in (cyrillic866.points(bytes[bytes.startIndex], after: previous), 1) },
    NameScript(encoding: "WINDOWS-1251") { bytes, previous in (cyrillic1251.points(bytes[bytes.startIndex], after: previous), 1) },
    NameScript(encoding: "CP932") { bytes, _ in japanese(bytes) },
    NameScript(encoding: "CP949") { bytes, _ in pair(bytes, common: 0xB0...0xC8, rare: 0xCA...0xFD, trail: 0xA1...0xFE, 1.6) },
    NameScript(encoding: "GB18030") { bytes, _ in pair(bytes, common: 0xB0...0xD7, rare: 0xD8...0xF7, trail: 0xA1...0xFE, 1.5) },
    NameScript(encoding: "BIG5-HKSCS") { bytes, _ in pair(bytes, common: 0xA4...0xC6, rare: 0xC9...0xF9, trail: 0x40...0xFE, 1.4) },
  ]

  /// The average of all characters that are not ASCII.
  func points(of bytes: [UInt8]) -> Double {
    var (sum, count, offset) = (0.0, 0, 0)
    while offset < bytes.count {
      guard bytes[offset] >= 0x80 else {
        offset += 1
        continue
      }
      let (points, byteCount) = rate(bytes[offset...], offset > 0 ? bytes[offset - 1] : 0)
      sum += points
      count += 1
      offset += byteCount
    }
    return count == 0 ? 0 : sum / Double(count)
  }

  /// No byte sequence of the encoding. Names have hardly any.
  private static let invalid = (points: -10.0, byteCount: 1)

  /// A character of two bytes, of which those of everyday words begin with `common`.
  private static func pair(
    _ bytes: ArraySlice<UInt8>, common: ClosedRange<UInt8>, rare: ClosedRange<UInt8>, trail: ClosedRange<UInt8>, _ points: Double
  ) -> (points: Double, byteCount: Int) {
    let lead = bytes[bytes.startIndex]
    guard let second = bytes.dropFirst().first, (0x81...0xFE).contains(lead), (0x40...0xFE).contains(second), second != 0x7F else {
      return invalid
    }
    guard trail.contains(second), lead >= 0xA1 else { return (-1.5, 2) }
    if common.contains(lead) { return (points, 2) }
    // Punctuation, letters and digits of full width.
    return (lead <= 0xA3 ? 0.5 : rare.contains(lead) ? 0 : -1, 2)
  }

  private static func japanese(_ bytes: ArraySlice<UInt8>) -> (points: Double, byteCount: Int) {
    let lead = bytes[bytes.startIndex]
    // Katakana of half width.
    if (0xA1...0xDF).contains(lead) { return (-1, 1) }
    guard let second = bytes.dropFirst().first, (0x81...0xFC).contains(lead), lead != 0xA0, (0x40...0xFC).contains(second), second != 0x7F
    else { return invalid }
    switch (lead, second) {
    case (0x82, 0x9F...0xF1), (0x83, 0x40...0x96), (0x81, 0x5B): return (2, 2)
    case (0x88...0x97, _), (0x98, ...0x72): return (1.6, 2)
    case (0x81...0x82, _): return (0.5, 2)
    default: return (-0.5, 2)
    }
  }

  private static let cyrillic866 = CyrillicLetters(
    capital: { 0x80 + $0 }, small: { $0 < 16 ? 0xA0 + $0 : 0xD0 + $0 }, others: [0xF0, 0xF1])
  private static let cyrillic1251 = CyrillicLetters(
    capital: { 0xC0 + $0 }, small: { 0xE0 + $0 }, others: [0xA8, 0xAA, 0xAF, 0xB2, 0xB3, 0xB8, 0xBA, 0xBF])
}

/// The letters of an encoding for Cyrillic.
private struct CyrillicLetters: Sendable {
  private enum Kind { case capital, small, rare, other }

  private var kinds = [Kind](repeating: .other, count: 256)
  private let frequent: Set<UInt8>
  private let uncommon: Set<UInt8>

  /// The numbers of а, в, е, и, л, н, о, р, с and т in the alphabet.
  private static let frequentLetters: [UInt8] = [0, 2, 5, 8, 11, 13, 14, 16, 17, 18]

  /// The numbers of щ, ъ, ы and э. Their capitals are those of German and Nordic names in CP850.
  private static let uncommonLetters: [UInt8] = [25, 26, 27, 29]

  /// - Parameters:
  ///   - capital: The byte of each of the 32 letters of Russian without ё.
  ///   - others: The bytes of other letters.
  init(capital: (UInt8) -> UInt8, small: (UInt8) -> UInt8, others: [UInt8]) {
    for letter in 0..<32 as Range<UInt8> {
      kinds[Int(capital(letter))] = .capital
      kinds[Int(small(letter))] = .small
    }
    for other in others { kinds[Int(other)] = .rare }
    frequent = Set(Self.frequentLetters.flatMap { [capital($0), small($0)] })
    uncommon = Set(Self.uncommonLetters.map(capital))
  }

  func points(_ byte: UInt8, after previous: UInt8) -> Double {
    let bonus = frequent.contains(byte) ? 0.2 : 0
    return switch (kinds[Int(byte)], kinds[Int(previous)]) {
    case (.small, _): 1.7 + bonus
    case (.capital, .small): -3
    case (.capital, .capital) where uncommon.contains(byte): -1
    case (.capital, _), (.rare, _): 1.5 + bonus
    case (.other, _): -3
    }
  }
}
