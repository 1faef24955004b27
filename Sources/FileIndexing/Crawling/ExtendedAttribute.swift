// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import PropertyLists

/// An extended attribute in which programs store what users enter about a file, or where it came from: tags, a comment, a
/// rating, the source.
///
/// The names are those of the freedesktop.org list of common extended attributes, of KDE (the rating), of macOS, as its files keep them
/// on Linux, and of the streams that Samba, NTFS-3G and Netatalk store for their clients.
struct ExtendedAttribute: Hashable, Sendable {
  /// How a value is written, and the attribute of the schema that it becomes.
  enum Meaning: Hashable, Sendable {
    /// Elements between commas.
    case list(AttributeKey)
    /// An address or another short line, which is one of several values.
    case line(AttributeKey)
    /// A short line, the only value.
    case title(AttributeKey)
    case text(AttributeKey)
    case languages
    case date(AttributeKey)
    /// Half stars.
    case rating
    /// A property of macOS, as a property list.
    case property(String)
    /// Where a download came from, as Windows notes it.
    case zone
    /// The metadata that Netatalk and Samba keep for Finder, in the form of AppleDouble.
    case finderMetadata
  }

  /// The name with its namespace.
  let name: String
  let meaning: Meaning

  /// - Returns: `nil` for an attribute that is not indexed.
  init?(name: String) {
    guard name.hasPrefix("user."), let meaning = Self.meaning(of: name.dropFirst(5)) else { return nil }
    self.name = name
    self.meaning = meaning
  }

  /// The attributes that desktop programs of Linux write.
  static let common = [
    "user.xdg.tags", "user.xdg.origin.url", "user.xdg.referrer.url", "user.xdg.comment", "user.baloo.rating",
  ].compactMap(ExtendedAttribute.init)

  /// The position among the attributes of a file. Those of desktop programs come first, because they take precedence.
  var order: (Int, String) { (Self.common.firstIndex(of: self) ?? Self.common.count, name) }

  private static func meaning(of name: Substring) -> Meaning? {
    if let meaning = fixed[String(name)] { return meaning }
    // A stream of a file on an SMB share: `DosStream.NAME:$DATA`.
    if name.hasPrefix("DosStream."), name.hasSuffix(":$DATA") {
      let stream = name.dropFirst("DosStream.".count).dropLast(":$DATA".count)
      return stream.hasPrefix("DosStream.") ? nil : meaning(of: stream)
    }
    // macOS writes the colon of its names into those of streams as a character for private use.
    for prefix in ["com.apple.metadata:", "com.apple.metadata\u{F022}"] where name.hasPrefix(prefix) {
      return .property(String(name.dropFirst(prefix.count)))
    }
    return nil
  }

  private static let fixed: [String: Meaning] = [
    "xdg.tags": .list(.userTags), "xdg.origin.url": .line(.contentSources), "xdg.referrer.url": .line(.contentSources),
    "xdg.comment": .text(.finderComment), "baloo.rating": .rating,
    "xdg.origin.email.subject": .line(.contentSources), "xdg.origin.email.from": .line(.contentSources),
    "xdg.origin.email.message-id": .line(.contentSources), "xdg.language": .languages, "xdg.creator": .line(.authorNames),
    "xdg.publisher": .line(.publishers),
    "dublincore.title": .title(.title), "dublincore.creator": .line(.authorNames), "dublincore.subject": .list(.keywords),
    "dublincore.description": .text(.contentDescription), "dublincore.publisher": .line(.publishers),
    "dublincore.contributor": .line(.contributors), "dublincore.date": .date(.contentCreationDate),
    "dublincore.identifier": .title(.identifier), "dublincore.source": .line(.contentSources), "dublincore.language": .languages,
    "dublincore.coverage": .line(.coverage), "dublincore.rights": .title(.rights),
    "Zone.Identifier": .zone, "org.netatalk.Metadata": .finderMetadata,
  ]

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
  func reading(of value: [UInt8]) -> (key: AttributeKey, value: AttributeValue)? {
    switch meaning {
    case .property(let name): return Self.property(name, value)
    case .finderMetadata: return Self.finderComment(in: value).flatMap { Self.text($0) }.map { (.finderComment, $0) }
    default: break
    }
    // Some programs store the terminating zero of a C string.
    let bytes = value.last == 0 ? value.dropLast() : value[...]
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    switch meaning {
    case .list(let key): return Self.tags(text.split(separator: ",").map(String.init)).map { (key, $0) }
    case .line(let key): return Self.lines([text]).map { (key, $0) }
    case .title(let key):
      let line = Self.line(text, maximumByteCount: Self.maximumURLByteCount)
      return line.isEmpty ? nil : (key, .string(line))
    case .text(let key): return Self.text(text).map { (key, $0) }
    case .languages:
      let tags = text.split(separator: ",").compactMap { LanguageTag(named: Self.line(String($0), maximumByteCount: 64))?.text }
      return tags.isEmpty ? nil : (.languages, .array(tags.map { .string($0) }))
    case .date(let key): return Self.date(text).map { (key, $0) }
    case .rating: return Self.stars(in: text).map { (.rating, $0) }
    case .zone: return Self.lines(Self.addresses(inZone: text)).map { (.contentSources, $0) }
    case .property, .finderMetadata: return nil
    }
  }

  /// Tags without duplicates.
  private static func tags(_ elements: [String]) -> AttributeValue? {
    var tags: [String] = []
    for element in elements {
      guard tags.count < maximumTagCount else { break }
      let tag = line(element, maximumByteCount: maximumTagByteCount)
      if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
    }
    return tags.isEmpty ? nil : .array(tags.map { .string($0) })
  }

  private static func lines(_ texts: [String]) -> AttributeValue? {
    let lines = texts.prefix(maximumTagCount).map { line($0, maximumByteCount: maximumURLByteCount) }.filter { !$0.isEmpty }
    return lines.isEmpty ? nil : .array(lines.map { .string($0) })
  }

  private static func text(_ text: String) -> AttributeValue? {
    let text = shortened(withoutControls(text, keeping: ["\n", "\t"]), to: maximumCommentByteCount)
    return text.isEmpty ? nil : .string(text)
  }

  /// KDE stores half stars, from 1 to 10; 0 means no rating.
  private static func stars(in text: String) -> AttributeValue? {
    guard let halves = Int(text), (1...10).contains(halves) else { return nil }
    return .number(Double(halves) / 2)
  }

  /// A day, `2021-03-05` or `20210305`, in local time.
  private static func date(_ text: String) -> AttributeValue? {
    let digits = text.prefix(10).filter { $0 != "-" }
    guard digits.utf8.count == 8, let number = Int(digits), number > 10_000_000 else { return nil }
    let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    return .date(ExtendedAttributes.startOfDay(year: year, month: month, day: day))
  }

  // MARK: Other systems

  /// A property of macOS. Programs that set one by hand write text instead of a property list.
  private static func property(_ name: String, _ value: [UInt8]) -> (key: AttributeKey, value: AttributeValue)? {
    guard let key = AttributeKey(named: name), name.hasPrefix("kMD") || name.hasPrefix("_kMD") else { return nil }
    let bytes = value.last == 0 ? Array(value.dropLast()) : value
    let found = (BinaryPropertyList.value(in: value) ?? BinaryPropertyList.value(in: bytes)).flatMap { AttributeValue($0) }
    guard let found = found ?? String(validating: bytes, as: UTF8.self).map({ .string($0) }) else { return nil }
    let texts = found.elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    if key == .userTags {
      // The number of a colour follows the name of a tag.
      return tags(texts.map { String($0.prefix { $0 != "\n" }) }).map { (key, $0) }
    }
    switch (key.definition.type, key.definition.multiplicity) {
    case (.string, .many): return lines(texts).map { (key, $0) }
    case (.string, .one), (.url, .one):
      guard reservedKeys.allSatisfy({ $0 != key }) else { return nil }
      return texts.first.flatMap { text($0) }.map { (key, $0) }
    case (.date, _):
      guard case .date(let date)? = found.elements.first, date.secondsSinceReferenceDate.magnitude < 1e12 else { return nil }
      return (key, key.definition.multiplicity == .many ? .array([.date(date)]) : .date(date))
    case (.number, .one), (.integer, .one), (.boolean, .one):
      switch found {
      case .integer, .boolean: return (key, found)
      case .number(let number): return number.isFinite ? (key, found) : nil
      default: return nil
      }
    default: return nil
    }
  }

  /// Attributes that the file itself determines.
  private static let reservedKeys: [AttributeKey] = [.contentType, .displayName, .fsName, .kind, .mimeType, .path, .textContent]

  /// The addresses in the stream that Windows adds to a download, an INI file.
  private static func addresses(inZone text: String) -> [String] {
    ["HostUrl=", "ReferrerUrl="].compactMap { field in
      let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(field) }
      return line.map { String($0.dropFirst(field.count)) }.flatMap { $0.hasPrefix("about:") ? nil : $0 }
    }
  }

  /// The comment in the entries of AppleDouble.
  private static func finderComment(in bytes: [UInt8]) -> String? {
    func number(_ offset: Int, _ count: Int) -> Int? {
      offset + count <= bytes.count ? bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) } : nil
    }
    guard number(0, 4) == 0x0005_1607, let count = number(24, 2) else { return nil }
    for index in 0..<min(count, 32) {
      let entry = 26 + 12 * index
      guard let identifier = number(entry, 4), let start = number(entry + 4, 4), let length = number(entry + 8, 4) else { return nil }
      guard identifier == 4, start <= bytes.count, length <= bytes.count - start else { continue }
      return String(validating: bytes[start..<(start + length)].prefix { $0 != 0 }, as: UTF8.self)
    }
    return nil
  }

  // MARK: Text

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

extension AttributeValue {
  /// More elements are not read.
  private static let maximumElementCount = 1024

  /// - Returns: `nil` for a dictionary, and for what is in no attribute.
  fileprivate init?(_ value: PropertyListValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .boolean(let value): self = .boolean(value)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .number(number)
    case .date(let seconds):
      guard seconds.isFinite else { return nil }
      self = .date(Timestamp(secondsSinceReferenceDate: seconds))
    // Elements that are arrays themselves have no meaning.
    case .array(let elements):
      let values = elements.prefix(Self.maximumElementCount).compactMap { AttributeValue($0) }
      self = .array(values.filter { if case .array = $0 { false } else { true } })
    case .data, .dictionary, .other: return nil
    }
  }
}
