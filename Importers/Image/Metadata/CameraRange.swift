// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport
internal import SystemPlatform

/// The values that cameras produce, with room for special equipment. Damaged metadata has others, such
/// as an exposure of 34 hours.
enum CameraRange {
  /// Seconds.
  static let exposureTime = 1e-9...86_400.0
  static let fNumber = 0.1...2048.0
  /// APEX units: powers of the square root of two.
  static let aperture = -10.0...30.0
  /// Millimetres.
  static let focalLength = 0.01...100_000.0
  static let isoSpeed = 1.0...100_000_000.0
  /// Metres, from the bottom of the sea to a satellite.
  static let altitude = -12_000.0...50_000_000.0
  /// Degrees.
  static let direction = 0.0...360.0

  /// The exposure time of a speed in APEX units, which is all that some older cameras write; `nil` for an
  /// impossible one.
  static func exposureTime(apex: Double) -> Double? {
    let time = Mathematics.powerOfTwo(-apex)
    return exposureTime.contains(time) ? time : nil
  }

  /// The f-number of an aperture in APEX units, with one decimal place, as lenses have it; `nil` for an
  /// impossible one, and for 0, which stands for an unknown one.
  static func fNumber(apex: Double) -> Double? {
    apex > 0 && aperture.contains(apex) ? Mathematics.powerOfTwo(apex / 2).rounded(toPlaces: 1) : nil
  }
}
