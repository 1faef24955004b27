// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import ImporterSupport
internal import Markup

/// A file that was compressed by itself, such as a manual page: it is indexed as what it holds.
struct CompressedFile {
  /// The name of the file before it was compressed.
  private let name: [UInt8]

  /// - Parameter name: The name with the suffix of the compression.
  init(name: [UInt8]) {
    let end = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
    self.name = Array(name[..<end])
  }

  /// Imports the content with the importer of its type.
  ///
  /// - Returns: Whether it was read: not if no importer reads its type, or if it is too large to unpack it to memory.
  /// - Throws: Also the reason why it is incomplete, after what there is was imported.
  func importContent(_ content: CompressedContent, into attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws -> Bool {
    guard let files = text.embeddedFiles else { return false }
    let result = Result { try unsafe files.importOnly(name, into: attributes, text) { unsafe content.read(into: $0) } }
    if case .success(false) = result { return false }
    if let failure = content.failure { throw failure }
    return try result.get()
  }

  /// Appends the text of a content of any length, unless it is binary.
  ///
  /// - Throws: Also the reason why it is incomplete, after the text that there is.
  func appendText(_ content: CompressedContent, to text: TextSink) throws {
    guard text.isWanted else { return }
    var parser = try HTMLParser()
    var block = [UInt8](repeating: 0, count: 64 << 10)
    var isFirst = true
    while case let count = unsafe block.withUnsafeMutableBytes({ unsafe content.read(into: $0) }), count > 0 {
      if isFirst, isBinary(block[..<count]) { return }
      if isFirst, block[..<count].starts(with: "%!PS".utf8) {
        throw ImportError.unsupported("a document in PostScript that is not unpacked, because it is too large")
      }
      isFirst = false
      if isHTML {
        try parser.parse(block.span.extracting(first: count), to: text)
      } else {
        try text.append(utf8: block.span.extracting(first: count))
      }
    }
    try parser.finish(to: text)
    if let failure = content.failure { throw failure }
  }

  private var isHTML: Bool {
    let name = String(decoding: name, as: UTF8.self).lowercased()
    return [".html", ".htm", ".xhtml"].contains { name.hasSuffix($0) }
  }

  /// Text contains no zero byte and hardly any other control characters.
  private func isBinary(_ start: ArraySlice<UInt8>) -> Bool {
    let controls = start.count { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B, 0x08].contains($0) }
    return start.contains(0) || controls * 50 > start.count
  }
}
