// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation

/// What a raw photograph says of its camera and exposure outside EXIF, in the units of EXIF.
struct CameraFacts {
  var make: String?
  var model: String?
  var owner: String?
  var captureDate: Date?
  /// Seconds.
  var exposureTime: Double?
  var fNumber: Double?
  var isoSpeed: Double?
  /// Millimetres.
  var focalLength: Double?
  var focalLength35mm: Double?
  /// A number of ``EXIF/exposurePrograms``.
  var exposureProgram: Int?

  /// Sets the attributes that are still absent.
  func fill(_ attributes: CSSearchableItemAttributeSet) {
    let nonEmpty = { (text: String?) in text.flatMap { $0.isEmpty ? nil : $0 } }
    let number = { (value: Double?, range: ClosedRange<Double>) in value.flatMap { range.contains($0) ? $0 as NSNumber : nil } }
    attributes.acquisitionMake = attributes.acquisitionMake ?? nonEmpty(make)
    attributes.acquisitionModel = attributes.acquisitionModel ?? nonEmpty(model)
    attributes.cameraOwner = attributes.cameraOwner ?? nonEmpty(owner)
    attributes.contentCreationDate = attributes.contentCreationDate ?? captureDate
    attributes.exposureTime = attributes.exposureTime ?? number(exposureTime, CameraRange.exposureTime)
    attributes.exposureTimeString = attributes.exposureTime.map { EXIF.fraction($0.doubleValue) }
    attributes.fNumber = attributes.fNumber ?? number(fNumber, CameraRange.fNumber)
    attributes.isoSpeed = attributes.isoSpeed ?? number(isoSpeed, CameraRange.isoSpeed)
    attributes.focalLength = attributes.focalLength ?? number(focalLength, CameraRange.focalLength)
    attributes.focalLength35mm = attributes.focalLength35mm ?? number(focalLength35mm, CameraRange.focalLength)
    if attributes.exposureProgram == nil { attributes.setExposureProgram(exposureProgram) }
  }
}
