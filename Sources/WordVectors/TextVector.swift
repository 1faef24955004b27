// SPDX-License-Identifier: Apache-2.0

internal import CVector

/// The meaning of a text: the direction of the sum of its words' vectors, and the length of that sum.
package struct TextVector: Hashable, Sendable {
  /// ``WordVectorFormat/dimensionCount`` components of the direction, in units of the model's scale.
  package let components: [Int8]
  /// The length of the sum; greater than 0. Vectors of parts of a text, each times its length, add up to that of the text.
  package let length: Float

  package init(components: [Int8], length: Float) {
    precondition(components.count == WordVectorFormat.dimensionCount, "a vector has another number of components")
    (self.components, self.length) = (components, length)
  }

  /// The direction of some sums.
  ///
  /// - Returns: `nil` if all sums are 0.
  package init?(of sums: UnsafeBufferPointer<Float>, scale: Float) {
    precondition(sums.count == WordVectorFormat.dimensionCount, "a vector has another number of components")
    var square: Float = 0
    for index in 0..<sums.count { square += unsafe sums[index] * sums[index] }
    let length = square.squareRoot()
    guard length > 0, length.isFinite else { return nil }
    let factor = 1 / (length * scale)
    components = (0..<sums.count).map { Int8(max(-127, min(127, unsafe (sums[$0] * factor).rounded(.toNearestOrEven)))) }
    self.length = length
  }

  /// The components as 16-bit numbers, for ``product(_:_:)``.
  package var words: [Int16] { components.map(Int16.init) }

  /// The inner product with another vector. Times the square of the scale, it is the cosine of the angle between them.
  ///
  /// - Parameter words: The ``words`` of the other one.
  package func product(with words: [Int16]) -> Int32 {
    unsafe components.withUnsafeBufferPointer { unsafe Self.product(words, $0.baseAddress.unsafelyUnwrapped) }
  }

  /// The inner product of a vector with 128 components at an address.
  @inline(__always)
  package static func product(_ words: [Int16], _ components: UnsafePointer<Int8>) -> Int32 {
    precondition(words.count == WordVectorFormat.dimensionCount, "a vector has another number of components")
    return unsafe words.withUnsafeBufferPointer { unsafe vector_product($0.baseAddress.unsafelyUnwrapped, components) }
  }

  /// The inner products of a vector with rows that begin with 128 components.
  ///
  /// - Parameter stride: Number of bytes from one row to the next.
  package static func products(_ words: [Int16], rows: UnsafePointer<Int8>, stride: Int, count: Int) -> [Int32] {
    precondition(words.count == WordVectorFormat.dimensionCount, "a vector has another number of components")
    return unsafe [Int32](unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe words.withUnsafeBufferPointer { words in
        if let start = buffer.baseAddress {
          unsafe vector_products(words.baseAddress.unsafelyUnwrapped, rows, Int64(stride), Int64(count), start)
        }
      }
      initialized = count
    }
  }
}
