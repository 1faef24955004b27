// SPDX-License-Identifier: Apache-2.0

/// The readings that stand above the words of a paragraph, as in Japanese. They follow the paragraph, because they would divide
/// the words: some give a reading to each character of a word.
package struct RubyReadings {
  package enum Part {
    /// The word itself.
    case base
    case reading
    /// Parentheses for programs that cannot show readings.
    case hidden
  }

  private var part = Part.base
  private var readings: [UInt8] = []

  /// More bytes of a paragraph without end are not kept.
  private static let maximumByteCount = 64 << 10

  package init() {}

  /// Whether characters belong to the words.
  package var isBase: Bool { part == .base }

  package mutating func start(_ part: Part) { self.part = part }

  /// Ends a word, whose readings together are one word as well.
  package mutating func endWord() {
    part = .base
    if let last = readings.last, last != UInt8(ascii: " ") { readings.append(UInt8(ascii: " ")) }
  }

  /// Adds characters that do not belong to the words.
  package mutating func add(_ characters: borrowing Span<UInt8>) {
    guard part == .reading, readings.count + characters.count <= Self.maximumByteCount else { return }
    for index in characters.indices where characters[index] > 0x20 { readings.append(characters[index]) }
  }

  /// Returns the readings since the last call, with spaces between words.
  package mutating func take() -> [UInt8] {
    defer { readings.removeAll(keepingCapacity: true) }
    return readings
  }
}
