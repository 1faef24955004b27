// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// Parses Apple's XML property lists, the format of saved searches.
package struct PropertyListReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Maximum nesting depth of values; no saved search needs more.
  private static let deepest = 64

  /// - Throws: ``PropertyListError`` with the line of the first error.
  package static func value(in bytes: [UInt8]) throws(PropertyListError) -> AttributeValue {
    guard !bytes.starts(with: "bplist".utf8) else {
      throw PropertyListError(line: nil, message: "it is a binary property list; convert it with 'plutil -convert xml1'")
    }
    var reader = PropertyListReader(bytes: bytes)
    return try reader.document()
  }

  /// Whether a file that begins with these bytes claims to be a property list. The rest of it may
  /// be damaged.
  static func isPropertyList(startingWith bytes: [UInt8]) -> Bool {
    if bytes.starts(with: "bplist".utf8) { return true }
    var reader = PropertyListReader(bytes: bytes)
    return (try? reader.nextTag())?.name == "plist"
  }

  /// Whether a file is a complete property list, as far as this program can tell: binary ones are
  /// recognized by their trailer, which has the number of values and the position of their table.
  static func isPropertyList(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "bplist".utf8) else { return (try? value(in: bytes)) != nil }
    guard bytes.count >= 8 + 32 else { return false }
    func number(at offset: Int) -> UInt64 { bytes[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    let trailer = bytes.count - 32
    let (count, top, table) = (number(at: trailer + 8), number(at: trailer + 16), number(at: trailer + 24))
    return count > 0 && top < count && table >= 8 && table < UInt64(trailer)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes }

  private mutating func document() throws(PropertyListError) -> AttributeValue {
    var tag = try nextTag()
    if tag.name == "plist", !tag.isEnd { tag = try nextTag() }
    return try value(of: tag, depth: 0)
  }

  private struct Tag {
    var name: String
    /// `</name>`
    var isEnd: Bool
    /// `<name/>`
    var isEmpty: Bool
  }

  private func fail(_ message: String) -> PropertyListError {
    let line = bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
    return PropertyListError(line: line, message: message)
  }

  private mutating func value(of tag: Tag, depth: Int) throws(PropertyListError) -> AttributeValue {
    guard depth < Self.deepest else { throw fail("values are nested too deeply") }
    guard !tag.isEnd else { throw fail("a value is missing before </\(tag.name)>") }
    switch tag.name {
    case "true", "false":
      if !tag.isEmpty { try end(tag.name) }
      return .boolean(tag.name == "true")
    case "array": return .array(try elements(of: tag, depth: depth))
    case "dict": return .dictionary(try entries(of: tag, depth: depth))
    case "string": return .string(try text(of: tag))
    case "integer":
      guard let number = Int64(try text(of: tag)) else { throw fail("an <integer> is not a whole number") }
      return .integer(number)
    case "real":
      guard let number = Double(try text(of: tag)) else { throw fail("a <real> is not a number") }
      return .number(number)
    // Saved searches contain dates and data only where they can be ignored.
    case "date", "data": return .string(try text(of: tag))
    default: throw fail("<\(tag.name)> does not belong in a property list")
    }
  }

  private mutating func elements(of tag: Tag, depth: Int) throws(PropertyListError) -> [AttributeValue] {
    var elements: [AttributeValue] = []
    if tag.isEmpty { return elements }
    while true {
      let next = try nextTag()
      if next.isEnd, next.name == tag.name { return elements }
      elements.append(try value(of: next, depth: depth + 1))
    }
  }

  private mutating func entries(of tag: Tag, depth: Int) throws(PropertyListError) -> [String: AttributeValue] {
    var entries: [String: AttributeValue] = [:]
    if tag.isEmpty { return entries }
    while true {
      let next = try nextTag()
      if next.isEnd, next.name == tag.name { return entries }
      guard next.name == "key", !next.isEnd else { throw fail("expected <key> in a <dict>, found <\(next.name)>") }
      let key = try text(of: next)
      entries[key] = try value(of: try nextTag(), depth: depth + 1)
    }
  }

  private mutating func end(_ name: String) throws(PropertyListError) {
    let tag = try nextTag()
    guard tag.isEnd, tag.name == name else { throw fail("expected </\(name)>, found <\(tag.name)>") }
  }

  /// The next tag. Only space, comments and declarations can precede it.
  private mutating func nextTag() throws(PropertyListError) -> Tag {
    while true {
      while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
      guard position < bytes.count else { throw fail("the file ends unexpectedly") }
      guard bytes[position] == UInt8(ascii: "<") else { throw fail("found text in place of a value") }
      if skip(from: "<!--", past: "-->") || skip(from: "<?", past: "?>") || skip(from: "<!", past: ">") { continue }
      guard let close = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else { throw fail("a tag is not closed") }
      var inside = bytes[(position + 1)..<close]
      position = close + 1
      let isEnd = inside.first == UInt8(ascii: "/")
      if isEnd { inside = inside.dropFirst() }
      let isEmpty = inside.last == UInt8(ascii: "/")
      let name = inside.prefix { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && $0 != UInt8(ascii: "/") }
      return Tag(name: String(decoding: name, as: UTF8.self), isEnd: isEnd, isEmpty: isEmpty)
    }
  }

  private mutating func skip(from start: StaticString, past end: StaticString) -> Bool {
    guard bytes[position...].starts(with: start.description.utf8) else { return false }
    let tail = Array(end.description.utf8)
    var end = position
    while end < bytes.count, !bytes[end...].starts(with: tail) { end += 1 }
    position = min(end + tail.count, bytes.count)
    return true
  }

  /// The text before the end tag, with entities replaced.
  private mutating func text(of tag: Tag) throws(PropertyListError) -> String {
    if tag.isEmpty { return "" }
    var text: [UInt8] = []
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      if bytes[position] == UInt8(ascii: "&") { text += Array(try entity().utf8) } else { text.append(bytes[position]); position += 1 }
    }
    try end(tag.name)
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func entity() throws(PropertyListError) -> String {
    guard let end = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      throw fail("'&' must be written as &amp;")
    }
    let name = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
    switch name {
    case "amp", "lt", "gt", "quot", "apos":
      position = end + 1
      return ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][name] ?? ""
    default:
      let code = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      guard let scalar = code.flatMap(Unicode.Scalar.init) else { throw fail("&\(name); is not a known entity") }
      position = end + 1
      return String(Character(scalar))
    }
  }
}

/// The reason why a file cannot be parsed as a property list.
package struct PropertyListError: Error, Hashable, CustomStringConvertible {
  /// The line number, from 1; `nil` if the error concerns the whole file.
  package let line: Int?
  package let message: String
  package var description: String { line.map { "line \($0): \(message)" } ?? message }
}
