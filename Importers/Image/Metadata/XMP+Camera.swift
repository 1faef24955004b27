// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation

/// What XMP repeats of EXIF. Programs that develop raw photographs and convert files often keep only
/// the packet.
extension XMP {
  /// Sets the attributes of the exposure that are still absent.
  func fillCamera(_ attributes: CSSearchableItemAttributeSet) {
    let apexTime = number("ShutterSpeedValue", in: -100...100).flatMap { CameraRange.exposureTime(apex: $0) }
    if attributes.exposureTime == nil, let seconds = number("ExposureTime", in: CameraRange.exposureTime) ?? apexTime {
      attributes.exposureTime = seconds as NSNumber
      attributes.exposureTimeString = EXIF.fraction(seconds)
    }
    let apexNumber = number("ApertureValue", in: CameraRange.aperture).flatMap { CameraRange.fNumber(apex: $0) }
    attributes.fNumber = attributes.fNumber ?? (number("FNumber", in: CameraRange.fNumber) ?? apexNumber).map { $0 as NSNumber }
    attributes.aperture = attributes.aperture ?? number("ApertureValue", in: CameraRange.aperture).map { $0 as NSNumber }
    attributes.maxAperture = attributes.maxAperture ?? number("MaxApertureValue", in: CameraRange.aperture).map { $0 as NSNumber }
    attributes.focalLength = attributes.focalLength ?? number("FocalLength", in: CameraRange.focalLength).map { $0 as NSNumber }
    attributes.focalLength35mm =
      attributes.focalLength35mm ?? number("FocalLengthIn35mmFilm", in: CameraRange.focalLength).map { $0 as NSNumber }
    attributes.isoSpeed =
      attributes.isoSpeed
      ?? (number("ISOSpeedRatings", in: CameraRange.isoSpeed) ?? number("PhotographicSensitivity", .exifEX, in: CameraRange.isoSpeed))
      .map { $0 as NSNumber }
    attributes.exposureMode = attributes.exposureMode ?? integer("ExposureMode").map { $0 as NSNumber }
    attributes.whiteBalance = attributes.whiteBalance ?? integer("WhiteBalance").map { $0 as NSNumber }
    attributes.meteringMode = attributes.meteringMode ?? integer("MeteringMode").flatMap { EXIF.meteringModes[$0] }
    if attributes.exposureProgram == nil { attributes.setExposureProgram(integer("ExposureProgram")) }
  }

  /// Sets the attributes of the place that are still absent.
  func fillPosition(_ attributes: CSSearchableItemAttributeSet) {
    if attributes.latitude == nil, attributes.longitude == nil, let latitude = degrees("GPSLatitude", "NS", limit: 90),
      let longitude = degrees("GPSLongitude", "EW", limit: 180)
    {
      attributes.latitude = latitude as NSNumber
      attributes.longitude = longitude as NSNumber
    }
    if attributes.altitude == nil, let altitude = number("GPSAltitude", in: CameraRange.altitude) {
      attributes.altitude = (integer("GPSAltitudeRef") == 1 ? -altitude : altitude) as NSNumber
    }
    attributes.imageDirection = attributes.imageDirection ?? number("GPSImgDirection", in: CameraRange.direction).map { $0 as NSNumber }
    if attributes.timestamp == nil, let text = text(.exif, "GPSTimeStamp") {
      attributes.timestamp = CaptureDate.date(iso: text)
      if attributes.timestamp != nil, let time = text.split(separator: "T").dropFirst().first {
        attributes.setCameraForm(String(time.prefix { $0.isNumber || $0 == ":" || $0 == "." }) as NSString, of: .timestamp)
      }
    }
  }

  /// A number in `range`, which XMP writes as a fraction (`28/10`).
  private func number(_ name: String, _ schema: Schema = .exif, in range: ClosedRange<Double>) -> Double? {
    guard let text = text(schema, name) else { return nil }
    let parts = text.split(separator: "/", maxSplits: 1).map { Double($0) }
    guard let first = parts.first, let numerator = first, parts.count == 1 || parts[1] != nil else { return nil }
    let number = numerator / (parts.count == 2 ? parts[1] ?? 0 : 1)
    return range.contains(number) ? number : nil
  }

  private func integer(_ name: String) -> Int? { text(.exif, name).flatMap { Int($0) } }

  /// A position in signed degrees, from `33,52.128S` or `33,52,7S`.
  ///
  /// - Parameter hemispheres: The letters of the positive and the negative half.
  private func degrees(_ name: String, _ hemispheres: String, limit: Double) -> Double? {
    guard let text = text(.exif, name), let letter = text.last, hemispheres.contains(letter) else { return nil }
    let parts = text.dropLast().split(separator: ",").map { Double($0) }
    guard (1...3).contains(parts.count), !parts.contains(nil) else { return nil }
    let degrees = parts.compactMap(\.self).reversed().reduce(0) { $0 / 60 + $1 }
    guard (0...limit).contains(degrees) else { return nil }
    return letter == hemispheres.last ? -degrees : degrees
  }
}
