// SPDX-License-Identifier: Apache-2.0

/// The start of a text, in which metadata are searched.
struct TextHead {
  /// Maximum offset of metadata, in bytes; later headings are not titles.
  private static let limit = 8 << 10

  private var bytes: [UInt8] = []

  mutating func take(_ text: borrowing Span<UInt8>) {
    for index in 0..<min(text.count, Self.limit - bytes.count) { bytes.append(text[index]) }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  var lines: [Substring] { text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
}
