// SPDX-License-Identifier: Apache-2.0

internal import CExif

/// The fields of an EXIF block, decoded by libexif.
@safe
struct EXIF: ~Copyable {
  /// The directory of a tag. The same number has different meanings in different directories.
  enum Directory {
    case image
    case exif
    case gps
  }

  private let data: UnsafeMutablePointer<ExifData>

  /// - Parameter block: A TIFF structure without the `Exif` header.
  /// - Returns: `nil` if memory runs out. An invalid block has no fields.
  init?(_ block: [UInt8]) {
    guard let data = unsafe exif_data_new() else { return nil }
    unsafe self.data = unsafe data
    // Keep the fields of the file: by default, libexif drops unknown tags and adds those that the
    // standard demands.
    unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
    unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    let bytes = Array("Exif\0\0".utf8) + block
    unsafe exif_data_load_data(data, bytes, UInt32(clamping: bytes.count))
  }

  deinit {
    unsafe exif_data_unref(data)
  }

  var isBigEndian: Bool { unsafe exif_data_get_byte_order(data) == EXIF_BYTE_ORDER_MOTOROLA }

  /// The text of a field, without padding; `nil` when it is empty.
  func text(_ tag: Int, in directory: Directory) -> String? {
    field(tag, in: directory).flatMap { field in
      let text = String(looselyDecoding: field.bytes)
      return text.isEmpty ? nil : text
    }
  }

  /// The first number of a field.
  func number(_ tag: Int, in directory: Directory) -> Double? {
    numbers(tag, in: directory)?.first
  }

  /// The first number of a field; `nil` if it is outside `range`.
  func number(_ tag: Int, in directory: Directory, _ range: ClosedRange<Double>) -> Double? {
    number(tag, in: directory).flatMap { range.contains($0) ? $0 : nil }
  }

  /// The first number of a field of whole numbers.
  func integer(_ tag: Int, in directory: Directory) -> Int? {
    number(tag, in: directory).flatMap { Int(exactly: $0) }
  }

  /// All numbers of a field; `nil` if it is missing or not numeric.
  ///
  /// - Parameter missing: The value of a fraction over zero after the first number. Without it, or
  ///   for the first number, such a fraction makes the whole field invalid.
  func numbers(_ tag: Int, in directory: Directory, missing: Double? = nil) -> [Double]? {
    guard let field = field(tag, in: directory), field.size > 0, !field.bytes.isEmpty else { return nil }
    var numbers: [Double] = []
    for offset in stride(from: 0, through: field.bytes.count - field.size, by: field.size) {
      guard let number = field.number(at: offset) ?? (offset > 0 ? missing : nil) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// The raw bytes of a field.
  func bytes(_ tag: Int, in directory: Directory) -> [UInt8]? {
    field(tag, in: directory)?.bytes
  }

  /// TIFF/EP, which raw photographs of some makers follow, keeps the fields of the camera in the
  /// directory of the image.
  private func field(_ tag: Int, in directory: Directory) -> EXIFField? {
    let contents = unsafe data.pointee.ifd
    return switch directory {
    case .image: unsafe field(tag, in: contents.0)
    case .exif: unsafe field(tag, in: contents.2) ?? field(tag, in: contents.0)
    case .gps: unsafe field(tag, in: contents.3)
    }
  }

  private func field(_ tag: Int, in content: UnsafeMutablePointer<ExifContent>?) -> EXIFField? {
    guard let entry = unsafe exif_content_get_entry(content, ExifTag(UInt32(tag))), let start = unsafe entry.pointee.data else {
      return nil
    }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: Int(entry.pointee.size)))
    return unsafe EXIFField(format: entry.pointee.format, isBigEndian: isBigEndian, bytes: bytes)
  }
}
