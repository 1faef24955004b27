// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// An extended attribute in which programs store what users enter about a file: tags, a comment, a
/// rating, the source.
///
/// The names are those of the freedesktop.org list of common extended attributes, except for the
/// rating, which is from KDE.
enum ExtendedAttribute: String, CaseIterable {
  case tags = "user.xdg.tags"
  case origin = "user.xdg.origin.url"
  case referrer = "user.xdg.referrer.url"
  case comment = "user.xdg.comment"
  case rating = "user.baloo.rating"

  /// The schema attribute in which the value is indexed.
  var key: AttributeKey {
    switch self {
    case .tags: .userTags
    case .origin, .referrer: .contentSources
    case .comment: .finderComment
    case .rating: .rating
    }
  }

  /// The size limit of the kernel: 64 KiB (`XATTR_SIZE_MAX`).
  static let maximumValueByteCount = 1 << 16
  static let maximumTagCount = 256
  static let maximumTagByteCount = 255
  static let maximumURLByteCount = 4096
  static let maximumCommentByteCount = 16384

  /// Decodes a value. Any program may have written it, so the result is bounded whatever the bytes
  /// are.
  ///
  /// - Returns: `nil` if the value is empty, is not UTF-8, or is not a valid rating.
  func reading(of value: [UInt8]) -> AttributeValue? {
    // Some programs store the terminating zero of a C string.
    let bytes = value.last == 0 ? value.dropLast() : value[...]
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    switch self {
    case .tags: return Self.tags(in: text)
    case .origin, .referrer:
      let url = Self.line(text, maximumByteCount: Self.maximumURLByteCount)
      return url.isEmpty ? nil : .array([.string(url)])
    case .comment:
      let comment = Self.shortened(Self.withoutControls(text, keeping: ["\n", "\t"]), to: Self.maximumCommentByteCount)
      return comment.isEmpty ? nil : .string(comment)
    case .rating: return Self.stars(in: text)
    }
  }

  /// The elements of a comma-separated list, without duplicates.
  private static func tags(in text: String) -> AttributeValue? {
    var tags: [String] = []
    for element in text.split(separator: ",") {
      guard tags.count < maximumTagCount else { break }
      let tag = line(String(element), maximumByteCount: maximumTagByteCount)
      if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
    }
    return tags.isEmpty ? nil : .array(tags.map { .string($0) })
  }

  /// KDE stores half stars, from 1 to 10; 0 means no rating.
  private static func stars(in text: String) -> AttributeValue? {
    guard let halves = Int(text), (1...10).contains(halves) else { return nil }
    return .number(Double(halves) / 2)
  }

  private static func line(_ text: String, maximumByteCount: Int) -> String {
    shortened(withoutControls(text, keeping: []), to: maximumByteCount)
  }

  /// Replaces control characters by spaces, and removes white space at both ends.
  private static func withoutControls(_ text: String, keeping kept: [Unicode.Scalar]) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(scalar.properties.generalCategory == .control && !kept.contains(scalar) ? " " : scalar)
    }
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    guard let first = scalars.firstIndex(where: { !isSpace($0) }), let last = scalars.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(scalars[first...last])
  }

  /// The longest prefix of whole code points with at most `byteCount` bytes.
  private static func shortened(_ text: String, to byteCount: Int) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count > byteCount else { return text }
    var end = byteCount
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
