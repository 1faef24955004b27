// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation

extension EXIF {
  /// The attributes of the picture and of the camera that took it.
  func fillCamera(_ attributes: CSSearchableItemAttributeSet) {
    attributes.acquisitionMake = text(0x010F, in: .image)
    attributes.acquisitionModel = text(0x0110, in: .image)
    attributes.cameraOwner = text(0xA430, in: .exif)
    attributes.lensModel = text(0xA434, in: .exif)
    attributes.creator = text(0x0131, in: .image)
    attributes.copyright = copyright
    attributes.contentDescription = text(0x010E, in: .image)
    if let artist = text(0x013B, in: .image) { attributes.authorNames = [artist] }
    if let comment = encodedText(0x9286, in: .exif) { attributes.comment = comment }
    attributes.contentCreationDate = captureDate
    attributes.exifVersion = version(0x9000, in: .exif)

    let apexTime = number(0x9201, in: .exif).flatMap { CameraRange.exposureTime(apex: $0) }
    attributes.exposureTime = (number(0x829A, in: .exif, CameraRange.exposureTime) ?? apexTime).map { $0 as NSNumber }
    attributes.exposureTimeString = attributes.exposureTime.map { Self.fraction($0.doubleValue) }
    let apexNumber = number(0x9202, in: .exif).flatMap { CameraRange.fNumber(apex: $0) }
    attributes.fNumber = (number(0x829D, in: .exif, CameraRange.fNumber) ?? apexNumber).map { $0 as NSNumber }
    attributes.aperture = number(0x9202, in: .exif, CameraRange.aperture).map { $0 as NSNumber }
    attributes.maxAperture = number(0x9205, in: .exif, CameraRange.aperture).map { $0 as NSNumber }
    attributes.focalLength = number(0x920A, in: .exif, CameraRange.focalLength).map { $0 as NSNumber }
    attributes.focalLength35mm = number(0xA405, in: .exif, CameraRange.focalLength).map { $0 as NSNumber }
    attributes.isoSpeed = number(0x8827, in: .exif, CameraRange.isoSpeed).map { $0 as NSNumber }
    attributes.exposureMode = integer(0xA402, in: .exif).map { $0 as NSNumber }
    attributes.whiteBalance = integer(0xA403, in: .exif).map { $0 as NSNumber }
    attributes.meteringMode = integer(0x9207, in: .exif).flatMap { Self.meteringModes[$0] }
    attributes.setExposureProgram(integer(0x8822, in: .exif))
    if let flash = integer(0x9209, in: .exif) {
      attributes.flashOn = (flash & 1) as NSNumber
      attributes.redEyeOn = (flash >> 6 & 1) as NSNumber
    }
  }

  /// Dots per inch. If the block contains one direction only, the pixels are square.
  var resolution: Resolution? {
    let (horizontal, vertical) = (number(0x011A, in: .image), number(0x011B, in: .image))
    guard let x = horizontal ?? vertical, let y = vertical ?? horizontal else { return nil }
    switch integer(0x0128, in: .image) ?? 2 {
    case 2: return Resolution(width: x, height: y)
    case 3: return Resolution(perCentimetre: x, y)
    default: return nil
    }
  }

  /// Whether the image is displayed rotated by 90 degrees.
  var isTurned: Bool {
    integer(0x0112, in: .image).map { (5...8).contains($0) } ?? false
  }

  /// The version in a field of four bytes: digits in the camera's directory, numbers in the GPS
  /// directory.
  func version(_ tag: Int, in directory: Directory) -> String? {
    guard let bytes = bytes(tag, in: directory), bytes.count == 4 else { return nil }
    return directory == .gps ? Self.version(parts: bytes.map(Int.init)) : Self.version(digits: bytes)
  }

  /// `2.2` for the digits `0220`, `2.2.1` for `0221`; `nil` for what is not four digits.
  static func version(digits: [UInt8]) -> String? {
    let numbers = digits.map { Int($0) - 48 }
    guard numbers.count == 4, numbers.allSatisfy((0...9).contains) else { return nil }
    return version(parts: [numbers[0] * 10 + numbers[1], numbers[2], numbers[3]])
  }

  /// The parts, separated by dots, without trailing zeros after the second one.
  private static func version(parts: [Int]) -> String? {
    guard parts.contains(where: { $0 != 0 }) else { return nil }
    let zeros = parts.reversed().prefix { $0 == 0 }.count
    return parts.prefix(max(2, parts.count - zeros)).map(String.init).joined(separator: ".")
  }

  private var captureDate: Date? {
    let fields = [(0x9003, Directory.exif, 0x9011), (0x9004, .exif, 0x9012), (0x0132, .image, 0x9010)]
    for (tag, directory, offset) in fields {
      guard let text = text(tag, in: directory) else { continue }
      if let date = CaptureDate.date(text, offset: self.text(offset, in: .exif)) { return date }
    }
    return nil
  }

  /// The copyright notices of photographer and editor, which are separated by a NUL.
  private var copyright: String? {
    let parts = (bytes(0x8298, in: .image) ?? []).split(separator: 0).map { String(looselyDecoding: $0) }.filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// `1/250` for 0.004; seconds for long exposures.
  static func fraction(_ seconds: Double) -> String {
    guard seconds < 0.4, seconds > 1e-9 else { return "\((seconds * 10).rounded() / 10)" }
    return "1/\(Int((1 / seconds).rounded()))"
  }

  static let meteringModes = [
    1: "Average", 2: "CenterWeightedAverage", 3: "Spot", 4: "MultiSpot", 5: "Pattern", 6: "Partial", 255: "Other",
  ]

  static let exposurePrograms = [
    1: "Manual", 2: "Normal", 3: "Aperture priority", 4: "Shutter priority", 5: "Creative", 6: "Action", 7: "Portrait", 8: "Landscape",
  ]
}
