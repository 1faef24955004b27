// SPDX-License-Identifier: Apache-2.0

internal import CExif
internal import ImporterSupport

/// A field: its bytes and their number format.
struct EXIFField {
  let format: ExifFormat
  let isBigEndian: Bool
  let bytes: [UInt8]

  /// The bytes of one number; 0 for texts and undefined bytes.
  var size: Int {
    switch format {
    case EXIF_FORMAT_BYTE, EXIF_FORMAT_SBYTE: 1
    case EXIF_FORMAT_SHORT, EXIF_FORMAT_SSHORT: 2
    case EXIF_FORMAT_LONG, EXIF_FORMAT_SLONG: 4
    case EXIF_FORMAT_RATIONAL, EXIF_FORMAT_SRATIONAL: 8
    default: 0
    }
  }

  /// The number at `offset`; `nil` for a fraction over zero.
  func number(at offset: Int) -> Double? {
    switch format {
    case EXIF_FORMAT_BYTE: integer(offset, UInt8.self)
    case EXIF_FORMAT_SBYTE: integer(offset, Int8.self)
    case EXIF_FORMAT_SHORT: integer(offset, UInt16.self)
    case EXIF_FORMAT_SSHORT: integer(offset, Int16.self)
    case EXIF_FORMAT_LONG: integer(offset, UInt32.self)
    case EXIF_FORMAT_SLONG: integer(offset, Int32.self)
    case EXIF_FORMAT_RATIONAL: ratio(integer(offset, UInt32.self), integer(offset + 4, UInt32.self))
    case EXIF_FORMAT_SRATIONAL: ratio(integer(offset, Int32.self), integer(offset + 4, Int32.self))
    default: nil
    }
  }

  private func integer<Integer: FixedWidthInteger>(_ offset: Int, _ type: Integer.Type) -> Double? {
    bytes.integer(at: offset, as: type, isBigEndian ? .big : .little).map { Double($0) }
  }

  private func ratio(_ numerator: Double?, _ denominator: Double?) -> Double? {
    guard let numerator, let denominator, denominator != 0 else { return nil }
    return numerator / denominator
  }
}
