// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import DocumentImporter

/// The lines of a calendar or an address book: `NAME;PARAMETER=VALUE:VALUE`, in the common syntax
/// of iCalendar and vCard.
///
/// The reader is our own because libical reads no vCards, and fails on files that violate rules
/// nobody here needs.
struct CardLines: Sequence, IteratorProtocol {
  /// A line with a name.
  struct Line {
    /// In upper case, without the group before a full stop.
    let name: String
    /// The parameters by their names in upper case.
    let parameters: [String: String]
    /// The value as written, without a transfer encoding; empty if it is binary.
    let rawValue: String

    /// The value with line breaks and separators instead of their escapes.
    var value: String { CardLines.unescaped(rawValue[...]) }

    /// The parts of a value that consists of several.
    var parts: [String] { parts(separatedBy: ";") }

    func parts(separatedBy separator: Character) -> [String] {
      var parts: [Substring] = []
      var start = rawValue.startIndex
      var isEscaped = false
      for index in rawValue.indices {
        if isEscaped {
          isEscaped = false
        } else if rawValue[index] == "\\" {
          isEscaped = true
        } else if rawValue[index] == separator {
          parts.append(rawValue[start..<index])
          start = rawValue.index(after: index)
        }
      }
      return (parts + [rawValue[start...]]).map { CardLines.unescaped($0) }
    }
  }

  private var rest: ArraySlice<UInt8>

  private static let maximumLineLength = 1 << 20

  init(_ bytes: [UInt8]) {
    rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }

  /// The next line that has a name and a value; `nil` at the end.
  mutating func next() -> Line? {
    while var bytes = takeLine() {
      // A quoted-printable line that ends with `=` continues in the next one, with its white space.
      while bytes.last == UInt8(ascii: "="), Self.isQuotedPrintable(bytes), bytes.count < Self.maximumLineLength {
        bytes = bytes.dropLast() + (takeLine() ?? [])
      }
      // A line that begins with white space continues the one before.
      while let first = rest.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
        rest = rest.dropFirst()
        bytes += takeLine() ?? []
        if bytes.count > Self.maximumLineLength { break }
      }
      if let line = parse(bytes) { return line }
    }
    return nil
  }

  private mutating func takeLine() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    var line = rest[..<end]
    rest = rest[end...].dropFirst()
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    return line
  }

  private static func isQuotedPrintable(_ line: ArraySlice<UInt8>) -> Bool {
    String(decoding: line.prefix(256), as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
  }

  private func parse(_ bytes: ArraySlice<UInt8>) -> Line? {
    var isQuoted = false
    let colon = bytes.firstIndex { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ":") && !isQuoted
    }
    guard let colon else { return nil }
    let head = String(decoding: bytes[..<colon], as: UTF8.self).split(separator: ";")
    guard let name = head.first?.split(separator: ".").last?.uppercased() else { return nil }
    var parameters: [String: String] = [:]
    for parameter in head.dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      let value = parts.last.map { $0.filter { $0 != "\"" } } ?? ""
      // Version 2.1 of vCard omits the names of parameters.
      parameters[parts.count == 2 ? parts[0].uppercased() : value.uppercased()] = value
    }
    var value = Array(bytes[(colon + 1)...])
    let encoding = parameters["ENCODING"]?.uppercased()
    if encoding == "QUOTED-PRINTABLE" || parameters["QUOTED-PRINTABLE"] != nil {
      value = Self.decoded(value)
    } else if encoding == "B" || encoding == "BASE64" {
      // A picture, a sound or an attached file, of which only the parameters matter.
      value = []
    }
    let text =
      String(validating: value, as: UTF8.self)
      ?? String(decoding: DetectedText.utf8(value.span, declared: parameters["CHARSET"]), as: UTF8.self)
    return Line(name: name, parameters: parameters, rawValue: text)
  }

  /// Replaces `=XX` by its byte.
  private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "="), index + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        result.append(byte)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  fileprivate static func unescaped(_ text: Substring) -> String {
    guard text.contains("\\") else { return String(text) }
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}

/// Collects the attributes of a file from its lines.
protocol CardList: AnyObject {
  /// The texts that people search for, in the order of the file.
  var texts: [String] { get }
  func take(_ line: CardLines.Line)
  func fill(_ attributes: CSSearchableItemAttributeSet)
}
