// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation

extension EXIF {
  /// Sets the attributes of the place. Values that the receiver did not know stay absent, because 0
  /// is a valid position.
  func fillPosition(_ attributes: CSSearchableItemAttributeSet) {
    if let latitude = degrees(0x0002, reference: 0x0001, negative: "S", limit: 90),
      let longitude = degrees(0x0004, reference: 0x0003, negative: "W", limit: 180)
    {
      attributes.latitude = latitude as NSNumber
      attributes.longitude = longitude as NSNumber
    }
    if let altitude = number(0x0006, in: .gps, CameraRange.altitude) {
      attributes.altitude = (integer(0x0005, in: .gps) == 1 ? -altitude : altitude) as NSNumber
    }
    attributes.speed = speed.map { $0 as NSNumber }
    attributes.gpsTrack = number(0x000F, in: .gps, CameraRange.direction).map { $0 as NSNumber }
    attributes.imageDirection = number(0x0011, in: .gps, CameraRange.direction).map { $0 as NSNumber }
    attributes.gpsStatus = text(0x0009, in: .gps)
    attributes.gpsMeasureMode = text(0x000A, in: .gps)
    attributes.gpsdop = number(0x000B, in: .gps).map { $0 as NSNumber }
    attributes.gpsMapDatum = text(0x0012, in: .gps)
    attributes.gpsDestLatitude = degrees(0x0014, reference: 0x0013, negative: "S", limit: 90).map { $0 as NSNumber }
    attributes.gpsDestLongitude = degrees(0x0016, reference: 0x0015, negative: "W", limit: 180).map { $0 as NSNumber }
    attributes.gpsDestBearing = number(0x0018, in: .gps, CameraRange.direction).map { $0 as NSNumber }
    attributes.gpsDestDistance = number(0x001A, in: .gps).map { $0 as NSNumber }
    attributes.gpsProcessingMethod = encodedText(0x001B, in: .gps)
    attributes.gpsAreaInformation = encodedText(0x001C, in: .gps)
    attributes.gpsDifferental = integer(0x001E, in: .gps).map { $0 as NSNumber }
    attributes.exifgpsVersion = version(0x0000, in: .gps)
    fillTime(attributes)
  }

  /// The date and time of the fix, which are stored in UTC in two fields.
  private func fillTime(_ attributes: CSSearchableItemAttributeSet) {
    guard let text = text(0x001D, in: .gps), let day = CaptureDate.date(text, offset: "Z") else { return }
    attributes.gpsDateStamp = day
    attributes.setCameraForm(text as NSString, of: .gpsDateStamp)
    guard let time = numbers(0x0007, in: .gps), time.count == 3, time.allSatisfy({ (0...60).contains($0) }) else { return }
    attributes.timestamp = day.addingTimeInterval((time[0] * 60 + time[1]) * 60 + time[2])
    attributes.setCameraForm(Self.text(ofTime: time) as NSString, of: .timestamp)
  }

  /// `12:30:15`, with hundredths of a second if there are any.
  private static func text(ofTime time: [Double]) -> String {
    let hundredths = Int((time[2] * 100).rounded())
    let twoDigits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let parts = [Int(time[0]), Int(time[1]), hundredths / 100].map(twoDigits).joined(separator: ":")
    return hundredths % 100 == 0 ? parts : parts + "." + twoDigits(hundredths % 100)
  }

  /// A position in signed degrees. `nil` without a hemisphere, because files without a fix contain
  /// zeros.
  private func degrees(_ tag: Int, reference: Int, negative: String, limit: Double) -> Double? {
    guard let hemisphere = text(reference, in: .gps), let parts = position(tag), !parts.isEmpty else { return nil }
    let degrees = parts.reversed().reduce(0) { $0 / 60 + $1 }
    guard degrees <= limit else { return nil }
    return hemisphere.uppercased().hasPrefix(negative) ? -degrees : degrees
  }

  /// Degrees, minutes and seconds. Some cameras write seconds as 0/0, which count as 0, but degrees
  /// must be valid.
  private func position(_ tag: Int) -> [Double]? {
    numbers(tag, in: .gps, missing: 0).flatMap { $0.count <= 3 && $0.first != nil ? $0 : nil }
  }

  /// Kilometres per hour.
  private var speed: Double? {
    guard let speed = number(0x000D, in: .gps) else { return nil }
    switch text(0x000C, in: .gps) {
    case "M": return speed * 1.609344
    case "N": return speed * 1.852
    default: return speed
    }
  }
}
