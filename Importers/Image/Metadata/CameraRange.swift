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
}
