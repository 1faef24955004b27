// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

extension EXIF {
  /// A text after eight bytes that name its encoding; `nil` without one, or for an empty text.
  ///
  /// Many writers leave the name empty. Of their texts, only those in UTF-8 are returned, because
  /// some cameras store other data there.
  func encodedText(_ tag: Int, in directory: Directory) -> String? {
    guard let bytes = bytes(tag, in: directory), bytes.count > 8 else { return nil }
    let body = bytes.dropFirst(8)
    let text: String
    if bytes.has("ASCII") {
      text = String(looselyDecoding: body)
    } else if bytes.has("UNICODE\0") {
      text = Self.text(utf16: Array(body), isBigEndian: isBigEndian)
    } else if bytes.prefix(8).allSatisfy({ $0 == 0 }) {
      text = String(validating: body.prefix { $0 != 0 }, as: UTF8.self)?.trimmed ?? ""
    } else {
      return nil
    }
    return text.isEmpty ? nil : text
  }

  /// A text of Windows, which is UTF-16 of the lower byte first in either byte order of the block.
  func wideText(_ tag: Int) -> String? {
    let text = bytes(tag, in: .image).map { Self.text(utf16: $0, isBigEndian: false) }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Decodes UTF-16 up to the first NUL. The zeros in letters of Latin text tell the byte order, in
  /// which many writers are wrong; `isBigEndian` is that of other texts.
  private static func text(utf16 bytes: [UInt8], isBigEndian: Bool) -> String {
    let zeros = { (first: Int) in stride(from: first, to: bytes.count, by: 2).count { bytes[$0] == 0 } }
    let (even, odd) = (zeros(0), zeros(1))
    let order: ByteOrder = (even == odd ? isBigEndian : even > odd) ? .big : .little
    let units = stride(from: 0, to: bytes.count, by: 2).lazy.compactMap { bytes.integer(at: $0, as: UInt16.self, order) }
    return String(decoding: units.prefix { $0 != 0 }.drop { $0 == 0xFEFF }, as: UTF16.self).trimmed
  }
}
