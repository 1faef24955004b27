internal import ImporterSupport

/// The strings of an information dictionary of which Poppler says nothing, because their UTF-16 is broken: some versions of hyperref put
/// half a character at their end.
struct PDFBrokenStrings {
  private let strings: [String: [UInt8]]

  /// - Parameter trailer: Of the file. Strings of encrypted documents are not looked for.
  init(_ file: FileBytes, trailer: PDFTrailer) {
    let objects = trailer.isEncrypted ? nil : trailer.tableOffset.map { PDFObjects(file, newestTable: $0) }
    strings = objects?.information() ?? [:]
  }

  /// What can be read of the UTF-16 string under `key`.
  ///
  /// - Returns: `nil` if the string is absent, empty or not UTF-16.
  subscript(key: String) -> String? {
    guard let bytes = strings[key], bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) else { return nil }
    let order: ByteOrder = bytes[0] == 0xFE ? .big : .little
    let units = stride(from: 2, to: bytes.count, by: 2).compactMap { bytes.integer(at: $0, as: UInt16.self, order) }
    var scalars = String(decoding: units, as: UTF16.self).unicodeScalars
    // Half of a character, and the NULs of those who count them as part of a string.
    scalars.removeAll { $0 == "\u{FFFD}" || $0 == "\0" }
    return scalars.allSatisfy(\.properties.isWhitespace) ? nil : String(scalars)
  }
}
