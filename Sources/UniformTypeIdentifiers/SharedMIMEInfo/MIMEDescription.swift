// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// English names from the MIME database's `media/subtype.xml` files.
enum MIMEDescription {
  /// The text of the first `<comment>` without a language; `nil` if no folder has one.
  static func comment(of mimeType: String, in directories: [String]) -> String? {
    // The name becomes part of a path, so it must have exactly one slash and no leading dot. File
    // names are in lower case.
    guard MIMEType.validated(mimeType.utf8) != nil, !mimeType.hasPrefix("."), !mimeType.contains("/.") else { return nil }
    for directory in directories {
      if let text = beginning(of: "\(directory)/\(mimeType.asciiLowered).xml"), let comment = comment(in: text) { return comment }
    }
    return nil
  }

  /// Searches for the element instead of parsing XML, because one program writes all of these files
  /// in the same form.
  static func comment(in text: [UInt8]) -> String? {
    let opening = Array("<comment>".utf8)
    guard let start = position(of: opening, in: text[...]).map({ $0 + opening.count }),
      let end = text[start...].firstIndex(of: UInt8(ascii: "<"))
    else { return nil }
    let comment = unescaped(String(decoding: text[start..<end], as: UTF8.self))
    return comment.isEmpty ? nil : comment
  }

  private static func position(of needle: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    var rest = text
    while let candidate = rest.firstIndex(of: needle[0]) {
      if text[candidate...].starts(with: needle) { return candidate }
      rest = rest[(candidate + 1)...]
    }
    return nil
  }

  private static func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    while let ampersand = rest.firstIndex(of: "&") {
      result += rest[..<ampersand]
      rest = rest[ampersand...]
      let entities = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'")]
      let (entity, character) = entities.first { rest.hasPrefix($0.0) } ?? ("&", "&")
      result += character
      rest = rest.dropFirst(entity.count)
    }
    return result + rest
  }

  /// Reads up to 64 kB of a regular file. The English comment precedes the translations or is among
  /// them, and the largest file has 8 kB.
  private static func beginning(of path: String) -> [UInt8]? {
    guard let file = try? ReadableFile(Path(path)), file.kind == .regular else { return nil }
    return try? file.contents(limit: 64 << 10)
  }
}
