// SPDX-License-Identifier: Apache-2.0

internal import CVector

/// Adds up the vectors of the words of one text.
///
/// The last bits of the sum depend on the order of the words, so all that compute the vector of a text add them in the order of their
/// bytes.
package struct VectorSum {
  private var sums = [Float](repeating: 0, count: WordVectorFormat.dimensionCount)

  package init() {}

  /// Adds a word that occurs `count` times in the text.
  package mutating func add(_ word: KnownWord, count: Int, of model: WordVectorModel) throws(WordVectorError) {
    let weighted = try model.weighted(word)
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      unsafe Self.add(weighted, count: count, to: sums.baseAddress.unsafelyUnwrapped)
    }
  }

  /// Adds the vector of a part of the text.
  ///
  /// - Parameter factor: How often it counts.
  package mutating func add(_ vector: TextVector, times factor: Float, scale: Float) {
    for index in sums.indices { sums[index] += Float(vector.components[index]) * (vector.length * scale * factor) }
  }

  /// The vector of the text; `nil` if the model knows none of its words.
  package func vector(scale: Float) -> TextVector? { unsafe sums.withUnsafeBufferPointer { unsafe TextVector(of: $0, scale: scale) } }

  /// Adds a word that occurs `count` times to the 128 sums at an address.
  @inline(__always)
  package static func add(_ weighted: [Float], count: Int, to sums: UnsafeMutablePointer<Float>) {
    precondition(weighted.count == WordVectorFormat.dimensionCount, "a vector has another number of components")
    let factor = count < logarithms.count ? logarithms[max(count, 0)] : 1 + Float(naturalLogarithm(Double(count)))
    unsafe weighted.withUnsafeBufferPointer { unsafe vector_add_numbers($0.baseAddress.unsafelyUnwrapped, factor, sums) }
  }

  /// 1 plus the logarithms of small numbers.
  private static let logarithms = (0..<256).map { $0 < 2 ? 1 : 1 + Float(naturalLogarithm(Double($0))) }
}

/// The natural logarithm of a positive number, from additions, multiplications and divisions, so that it is the same with each
/// processor and version of the C library.
package func naturalLogarithm(_ number: Double) -> Double {
  precondition(number > 0 && number.isFinite, "only positive numbers have a logarithm")
  // ln(m · 2ᵉ) = e · ln 2 + 2 · artanh((m − 1) / (m + 1)), with m from √½ to √2.
  var (significand, exponent) = (number.significand, Double(number.exponent))
  if significand > 2.0.squareRoot() { (significand, exponent) = (significand / 2, exponent + 1) }
  let argument = (significand - 1) / (significand + 1)
  let square = argument * argument
  var sum = 0.0
  for divisor in stride(from: 31.0, through: 1, by: -2) { sum = sum * square + 1 / divisor }
  return exponent * 0.693147180559945309417 + 2 * argument * sum
}
