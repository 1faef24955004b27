// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import CompoundFiles
internal import Foundation
internal import ImporterSupport

/// The size of a FlashPix image, which is a compound file (Digital Imaging Group, “FlashPix Format Specification”).
enum FlashPix {
  /// The numbers of the width and height in the properties of the image.
  private static let width: UInt32 = 0x0100_0002
  private static let height: UInt32 = 0x0100_0003

  static func fill(_ attributes: CSSearchableItemAttributeSet, from file: CompoundFile) {
    guard let stream = file.storage("Data Object Store 000001")?.stream("\u{5}Image Contents"), let properties = PropertySet(stream),
      let width = properties.numbers[width], let height = properties.numbers[height], width > 0, height > 0
    else { return }
    attributes.pixelWidth = width as NSNumber
    attributes.pixelHeight = height as NSNumber
    let (count, overflow) = Int(width).multipliedReportingOverflow(by: Int(height))
    if !overflow { attributes.pixelCount = count as NSNumber }
    attributes.orientation = (height > width ? 1 : 0) as NSNumber
  }
}
