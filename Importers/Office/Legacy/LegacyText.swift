// SPDX-License-Identifier: Apache-2.0

internal import CompoundFiles
internal import ImporterSupport

/// The text of a document of Word, Excel, PowerPoint or Visio before 2007, of Publisher, Works or Hangul, and that of the documents which are embedded in it.
enum LegacyText {
  private static let maximumDepth = 8
  private static let maximumStorageCount = 1024

  /// - Returns: The number of slides.
  static func append(_ file: CompoundFile, to text: TextSink) throws -> Int {
    let slideCount = try appendText(of: file, to: text)
    var remaining = maximumStorageCount
    try appendEmbedded(in: file, depth: 1, &remaining, to: text)
    if remaining == 0 { throw ImportError.unsupported("\(maximumStorageCount) embedded objects or more") }
    return slideCount
  }

  @discardableResult
  private static func appendText(of file: CompoundFile, to text: TextSink) throws -> Int {
    try WordBinary.appendText(of: file, to: text)
    try ExcelBinary.appendText(of: file, to: text)
    let slideCount = try PowerPointBinary.appendText(of: file, to: text)
    try VisioBinary.appendText(of: file, to: text)
    try ChunkedText.appendText(of: file, to: text)
    try HangulBinary.appendText(of: file, to: text)
    return slideCount
  }

  /// A damaged directory can contain itself, so depth and number of storages are limited.
  private static func appendEmbedded(in file: CompoundFile, depth: Int, _ remaining: inout Int, to text: TextSink) throws {
    guard depth <= maximumDepth else { return }
    for storage in file.storages {
      guard remaining > 0 else { return }
      remaining -= 1
      // What is wrong with an embedded document does not concern the one around it.
      do { try appendText(of: storage, to: text) } catch is ImportError {}
      try appendEmbedded(in: storage, depth: depth + 1, &remaining, to: text)
    }
  }
}
