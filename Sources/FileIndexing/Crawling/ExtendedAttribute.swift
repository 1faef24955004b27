internal import Attributes

/// An extended attribute in which programs keep what users say of a file, and what becomes of its value.
///
/// The names are those of freedesktop.org's list of common extended attributes; the rating is KDE's.
enum ExtendedAttribute: String, CaseIterable {
  case tags = "user.xdg.tags"
  case origin = "user.xdg.origin.url"
  case referrer = "user.xdg.referrer.url"
  case comment = "user.xdg.comment"
  case rating = "user.baloo.rating"

  /// The attribute of the schema that the value belongs to.
  var key: AttributeKey {
    switch self {
    case .tags: .userTags
    case .origin, .referrer: .contentSources
    case .comment: .finderComment
    case .rating: .rating
    }
  }

  /// The most that a file system keeps: 64 KiB (`XATTR_SIZE_MAX`).
  static let maximumValueByteCount = 1 << 16
  static let maximumTagCount = 256
  static let maximumTagByteCount = 255
  static let maximumURLByteCount = 4096
  static let maximumCommentByteCount = 16384

  /// What a value says. It is nobody's word but the file's: whatever the bytes are, this is bounded.
  ///
  /// - Returns: `nil` for a value that says nothing: one that is not UTF-8, is empty, or is no rating.
  func reading(of value: [UInt8]) -> AttributeValue? {
    // Some programs store the zero that ends a string of C.
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

  /// A list between commas; each tag counts once.
  private static func tags(in text: String) -> AttributeValue? {
    var tags: [String] = []
    for element in text.split(separator: ",") {
      guard tags.count < maximumTagCount else { break }
      let tag = line(String(element), maximumByteCount: maximumTagByteCount)
      if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
    }
    return tags.isEmpty ? nil : .array(tags.map { .string($0) })
  }

  /// KDE counts half stars, from 1 to 10; 0 stands for no rating.
  private static func stars(in text: String) -> AttributeValue? {
    guard let halves = Int(text), (1...10).contains(halves) else { return nil }
    return .number(Double(halves) / 2)
  }

  private static func line(_ text: String, maximumByteCount: Int) -> String {
    shortened(withoutControls(text, keeping: []), to: maximumByteCount)
  }

  /// Control characters become spaces; white space at both ends goes.
  private static func withoutControls(_ text: String, keeping kept: [Unicode.Scalar]) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(scalar.properties.generalCategory == .control && !kept.contains(scalar) ? " " : scalar)
    }
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    guard let first = scalars.firstIndex(where: { !isSpace($0) }), let last = scalars.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(scalars[first...last])
  }

  /// The beginning of a text, in whole code points.
  private static func shortened(_ text: String, to byteCount: Int) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count > byteCount else { return text }
    var end = byteCount
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
