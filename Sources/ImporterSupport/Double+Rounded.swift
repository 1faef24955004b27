// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

extension Double {
  /// The nearest number with at most `places` decimal places, so that a result of arithmetic is
  /// shown without noise: 595.28 for 595.2800000000001.
  package func rounded(toPlaces places: Int) -> Double {
    let scale = Mathematics.power(10, Double(places))
    let scaled = (self * scale).rounded()
    return scaled.isFinite ? scaled / scale : self
  }
}
