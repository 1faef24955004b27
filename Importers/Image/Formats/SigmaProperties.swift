// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The section of properties in a raw photograph of Sigma: pairs of names and values in UTF-16.
struct SigmaProperties {
  private static let maximumCount = 512
  private static let maximumTextLength = 256
  private var values: [String: String] = [:]

  init(_ section: FileBytes) {
    guard section.bytes(at: 0, count: 4).has("SECp"), let count = section.integer(at: 8, as: UInt32.self, .little) else { return }
    let texts = 24 + 8 * Int(count)
    // Positions count characters from the first one.
    let text = { (entry: Int) -> String? in
      guard let position = section.integer(at: entry, as: UInt32.self, .little) else { return nil }
      let bytes = section.bytes(at: texts + 2 * Int(position), count: 2 * Self.maximumTextLength)
      let units = stride(from: 0, to: bytes.count, by: 2).lazy.compactMap { bytes.integer(at: $0, as: UInt16.self, .little) }
      return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self).trimmed
    }
    for index in 0..<min(Int(count), Self.maximumCount) {
      guard let name = text(24 + 8 * index), let value = text(28 + 8 * index) else { return }
      values[name] = value
    }
  }

  var camera: CameraFacts {
    var camera = CameraFacts()
    let number = { (name: String) in values[name].flatMap { Double($0) } }
    camera.make = values["CAMMANUF"]
    camera.model = values["CAMMODEL"]
    camera.captureDate = values["TIME"].flatMap { Int($0) }.flatMap { CaptureDate.date(localSeconds: $0) }
    camera.exposureTime = number("SHUTTER")
    camera.fNumber = number("APERTURE")
    camera.isoSpeed = number("ISO")
    camera.focalLength = number("FLENGTH")
    camera.focalLength35mm = number("FLEQ35MM")
    let programs = ["P": 2, "A": 3, "S": 4, "M": 1]
    camera.exposureProgram = values["PMODE"].flatMap { programs[$0] }
    return camera
  }
}
