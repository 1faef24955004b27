// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The functions of numbers that the standard library lacks.
package enum Mathematics {
  /// log(3)
  @inlinable
  package static func naturalLogarithm(_ number: Double) -> Double { log(number) }

  /// log2(3)
  @inlinable
  package static func binaryLogarithm(_ number: Double) -> Double { log2(number) }

  /// pow(3)
  @inlinable
  package static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// exp2(3)
  @inlinable
  package static func powerOfTwo(_ exponent: Double) -> Double { exp2(exponent) }
}
