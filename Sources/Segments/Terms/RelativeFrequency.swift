// SPDX-License-Identifier: Apache-2.0

/// How often a term occurs in a text, relative to the length of the text (BM25's length
/// normalization).
///
/// Each block of a posting list stores the greatest relative frequency of its documents, rounded up
/// to one of 256 levels: its *impact*. A search for the best documents skips blocks that cannot
/// contain one.
package enum RelativeFrequency {
  /// BM25's *b*: how much long texts are discounted, from 0 to 1. Part of the format.
  package static let lengthNormalization: Float = 0.75

  /// Levels are the bits of a 32-bit floating-point number with a mantissa of three bits, counted
  /// from those of 2^−10. The last level has no upper bound.
  private static let firstBits: UInt32 = (127 - 10) << 3
  private static let droppedBits: UInt32 = 20

  /// The least level that is not less than a frequency.
  ///
  /// - Parameter frequency: Not negative.
  static func level(roundingUp frequency: Float) -> UInt8 {
    let bits = (frequency.bitPattern &+ (1 &<< droppedBits &- 1)) &>> droppedBits
    return bits <= firstBits ? 0 : UInt8(min(bits - firstBits, 255))
  }

  /// The greatest frequency of a level.
  @inline(__always)
  static func maximum(ofLevel level: UInt8) -> Float {
    level == .max ? .infinity : Float(bitPattern: (UInt32(level) + firstBits) &<< droppedBits)
  }
}

/// What the number of a term's occurrences in a text is divided by: a linear function of the length
/// of the text.
package struct LengthNormalization: Sendable {
  package let constant: Float
  package let slope: Float

  /// - Parameter b: BM25's *b*.
  package init(meanLength: Float, b: Float = RelativeFrequency.lengthNormalization) {
    constant = 1 - b
    slope = b / meanLength
  }

  @inline(__always)
  package func divisor(_ length: UInt32) -> Float { constant + slope * Float(length) }
}

/// The lengths of a segment's texts while its postings are encoded.
struct TextDivisors {
  /// For each ordinal, 1 divided by ``LengthNormalization/divisor(_:)``.
  let inverse: [Float]

  /// - Parameter lengths: By ordinal; 0 for documents without text. Empty if no document has text.
  init(_ lengths: [UInt32]) {
    let normalization = LengthNormalization(meanLength: TextLengths(lengths).meanLength)
    inverse = lengths.map { 1 / normalization.divisor($0) }
  }
}
