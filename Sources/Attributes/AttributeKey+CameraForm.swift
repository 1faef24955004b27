// SPDX-License-Identifier: Apache-2.0

extension AttributeKey {
  /// The custom key under which importers also record what a camera has written, if the attribute has another type.
  ///
  /// CoreSpotlight's properties are a text and two dates, but `mdls` on a Mac prints the number and the two texts of EXIF. The tools
  /// print these, and queries compare both.
  package var cameraForm: String? {
    switch self {
    case .exposureProgram: "EXIFExposureProgram"
    case .gpsDateStamp: "EXIFGPSDateStamp"
    case .timestamp: "EXIFGPSTimeStamp"
    default: nil
    }
  }

  fileprivate static let keysWithCameraForms: [AttributeKey] = [.exposureProgram, .gpsDateStamp, .timestamp]
}

extension AttributeRecord {
  /// The record with what a camera has written in place of the attributes that are derived from it.
  package var inCameraForm: AttributeRecord {
    var record = self
    for key in AttributeKey.keysWithCameraForms {
      guard let name = key.cameraForm, let value = record[custom: name] else { continue }
      record[key] = value
      record.setCustom(name, to: nil)
    }
    return record
  }
}
