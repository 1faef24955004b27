// SPDX-License-Identifier: Apache-2.0

/// Text inside other formats that do not tell its encoding.
package enum DetectedText {
  /// A part is as good as the whole.
  private static let detectionByteCount = 8 << 10

  /// The name of the encoding of file names in archives of DOS and Windows, which say nothing of it.
  ///
  /// - Parameter names: Names with newlines between them, preferably all of an archive.
  package static func encoding(ofNames names: borrowing Span<UInt8>) -> String {
    switch CharacterEncoding.ofNames(names) {
    case .utf8: "UTF-8"
    case .named(let name): name
    }
  }

  /// The text in UTF-8. Invalid bytes become U+FFFD; control characters are kept.
  ///
  /// - Parameter declared: The name of an encoding. One that nobody knows counts as Western.
  package static func utf8(_ bytes: borrowing Span<UInt8>, declared: String? = nil) -> [UInt8] {
    if let declared { return CharacterEncoding.named(declared).utf8(bytes) }
    let firstOther = bytes.indices.first { bytes[$0] >= 0x80 } ?? bytes.count
    let sample = bytes.extracting(max(0, firstOther - 32)...).extracting(first: detectionByteCount)
    return CharacterEncoding.detected(in: sample).utf8(bytes)
  }
}
