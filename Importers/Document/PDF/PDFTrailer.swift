/// What the raw bytes of a PDF tell without a password: Poppler does not say whether a document that it opened is encrypted.
struct PDFTrailer {
  /// The version after `%PDF-` in the first kilobyte, as `1.7`; `nil` if it is not there.
  let headerVersion: String?
  /// Whether the trailer refers to an encryption dictionary.
  let isEncrypted: Bool
  /// Where the end of the file says that the newest cross-reference table is; `nil` if it does not, or names no place in the file.
  let tableOffset: Int?

  /// - Parameters:
  ///   - size: Of the file.
  ///   - read: Returns up to so many bytes from an offset; fewer only at the end of the file.
  init(size: Int, read: (_ count: Int, _ offset: Int) throws -> [UInt8]) rethrows {
    headerVersion = try Self.version(in: read(1024, 0))
    let end = try read(2048, max(0, size - 2048))
    let tableOffset = Self.tableOffset(in: end).flatMap { $0 < size ? $0 : nil }
    self.tableOffset = tableOffset
    // The table's trailer is just before the end; that of a cross-reference stream, and the first page's of a linearized document,
    // where the end says that the table begins.
    if end.firstRange(of: Self.encryptionKey) != nil {
      isEncrypted = true
    } else if let offset = tableOffset {
      isEncrypted = try Self.firstDictionary(in: read(64 << 10, offset)).firstRange(of: Self.encryptionKey) != nil
    } else {
      isEncrypted = false
    }
  }

  private static let encryptionKey = Array("/Encrypt".utf8)

  private static func version(in head: [UInt8]) -> String? {
    guard let mark = head.firstRange(of: Array("%PDF-".utf8)) else { return nil }
    let digits = head[mark.upperBound...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
    return digits.isEmpty ? nil : String(decoding: digits.prefix(8), as: UTF8.self)
  }

  /// The number after the last `startxref`.
  private static func tableOffset(in end: [UInt8]) -> Int? {
    let keyword = Array("startxref".utf8)
    guard let last = end.ranges(of: keyword).last else { return nil }
    let digits = end[last.upperBound...].drop { $0 <= UInt8(ascii: " ") }
      .prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// Up to where compressed data, or the next section of the file, begins.
  private static func firstDictionary(in bytes: [UInt8]) -> ArraySlice<UInt8> {
    let ends = ["stream", "startxref"].compactMap { bytes.firstRange(of: Array($0.utf8))?.lowerBound }
    return bytes[..<(ends.min() ?? bytes.count)]
  }
}
