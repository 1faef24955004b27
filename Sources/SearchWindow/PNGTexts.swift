// SPDX-License-Identifier: Apache-2.0

/// The uncompressed texts in a PNG file. GdkPixbuf reads only those before the pixels if it reads no other format, and ImageMagick writes
/// them behind.
package struct PNGTexts: Hashable, Sendable {
  private var values: [String: String] = [:]

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// - Returns: `nil` if the bytes do not begin as a PNG file. What is damaged, and what follows it, has no texts.
  package init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.signature) else { return nil }
    // A chunk is its length, its type, its data and a checksum, which readers of the pixels check.
    var rest = bytes.dropFirst(Self.signature.count)
    while rest.count >= 12 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard length <= rest.count - 12 else { return }
      let data = rest.dropFirst(8).prefix(length)
      if rest.dropFirst(4).starts(with: Array("tEXt".utf8)), let end = data.firstIndex(of: 0) {
        values[String(decoding: data[..<end], as: UTF8.self)] = String(decoding: data[data.index(after: end)...], as: UTF8.self)
      }
      rest = rest.dropFirst(12 + length)
    }
  }

  /// The text with a key; `nil` if there is none.
  package subscript(_ key: String) -> String? { values[key] }
}
