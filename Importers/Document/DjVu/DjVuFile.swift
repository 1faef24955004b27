// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The parts of a DjVu document: pages, and what they share. Pictures are not read.
///
/// DjVuLibre is not used: it reads all pictures to memory, crashes because of some damaged files, and makes the start of a
/// worker longer.
struct DjVuFile {
  /// The pages in the order of the file.
  private(set) var pages: [Part] = []
  /// The number of pages in other files, of which this file is a list. They are documents of one page, and
  /// are imported by themselves.
  private(set) var listedPageCount = 0
  /// Parts that pages share, such as annotations.
  private(set) var shared: [Part] = []
  /// Whether the end of the file is missing.
  let isTruncated: Bool

  private let bytes: FileBytes
  /// Bytes that may be unpacked. A block of four megabytes needs some bytes in the file.
  private var unpackingBudget = 256 << 20

  /// A page, or what several pages share.
  struct Part {
    fileprivate let range: Range<Int>
  }

  /// The directory of a document counts its parts in two bytes.
  private static let maximumPartCount = 1 << 16

  /// - Throws: `damaged` if it does not begin like a DjVu document, and `unsupported` for a picture alone.
  init(_ bytes: FileBytes) throws(ImportError) {
    self.bytes = bytes
    let start = bytes.bytes(at: 0, count: 4).has("AT&T") ? 4 : 0
    guard let root = InterchangeChunk(bytes, at: start), root.form != nil else {
      throw .damaged("it does not begin like a DjVu document")
    }
    isTruncated = root.range.upperBound > bytes.count
    switch root.form {
    case "DJVU": pages = [Part(range: root.content)]
    case "DJVM": addParts(in: root.content)
    default: throw .unsupported("a picture without pages")
    }
  }

  private mutating func addParts(in range: Range<Int>) {
    for chunk in InterchangeChunks(bytes, range) where pages.count + shared.count < Self.maximumPartCount {
      switch chunk.form {
      case "DJVU": pages.append(Part(range: chunk.content))
      case "DJVI": shared.append(Part(range: chunk.content))
      default: break
      }
      if chunk.name == "DIRM" {
        listedPageCount = pageCount(inDirectory: bytes.bytes(at: chunk.content.lowerBound, count: chunk.content.count))
      }
    }
  }

  /// The number of pages in the directory of a document whose parts are in other files; 0 for a directory of
  /// parts that follow. (DjVu 3 specification, 8.3.2.)
  private mutating func pageCount(inDirectory directory: [UInt8]) -> Int {
    // The highest bit tells whether the parts follow, and the others are the version.
    guard let version = directory.first, version & 0x80 == 0, let count = directory.integer(at: 1, as: UInt16.self, .big) else { return 0 }
    // Three bytes for the length of each part precede a byte for its kind. Two bits tell what names it has.
    let list = BZZ.unpacked(directory.dropFirst(3), budget: &unpackingBudget)
    return list.dropFirst(3 * Int(count)).prefix(Int(count)).count { version == 0 ? $0 & 1 == 1 : $0 & 0x3F == 1 }
  }

  /// Width and height of a page as displayed, in points; `nil` if it has none.
  func size(of page: Part) -> (width: Double, height: Double)? {
    guard let chunk = chunk(["INFO"], of: page) else { return nil }
    let information = bytes.bytes(at: chunk.content.lowerBound, count: min(chunk.content.count, 10))
    guard let width = information.integer(at: 0, as: UInt16.self, .big), let height = information.integer(at: 2, as: UInt16.self, .big),
      width > 0, height > 0
    else { return nil }
    // The first versions of the format have no resolution.
    let stated = information.integer(at: 6, as: UInt16.self, .little) ?? 0
    let resolution = (25...6000).contains(stated) ? Double(stated) : 300
    let size = (width: 72 * Double(width) / resolution, height: 72 * Double(height) / resolution)
    let isTurned = information.count == 10 && [5, 6].contains(information[9] & 7)
    return isTurned ? (size.height, size.width) : size
  }

  /// The text of a page in reading order, in UTF-8; empty if there is none.
  mutating func text(of page: Part) -> [UInt8] {
    guard let chunk = chunk(["TXTa", "TXTz"], of: page) else { return [] }
    let content = content(of: chunk)
    let count = content.prefix(3).reduce(0) { $0 << 8 | Int($1) }
    // Columns, regions and paragraphs end with control characters. The positions of words follow the text.
    return content.dropFirst(3).prefix(count).map { [0x0B, 0x1D, 0x1F].contains($0) ? 0x0A : $0 }
  }

  /// The metadata among the annotations of a part, by keywords in lower case.
  mutating func metadata(of part: Part) -> [String: String] {
    chunk(["ANTa", "ANTz"], of: part).map { DjVuAnnotations.metadata(in: content(of: $0)) } ?? [:]
  }

  /// The first chunk of a part with one of the names.
  private func chunk(_ names: Set<String>, of part: Part) -> InterchangeChunk? {
    InterchangeChunks(bytes, part.range).first { names.contains($0.name) }
  }

  /// The content of a chunk, which is packed if its name ends with `z`.
  private mutating func content(of chunk: InterchangeChunk) -> [UInt8] {
    let content = bytes.bytes(at: chunk.content.lowerBound, count: chunk.content.count)
    return chunk.name.hasSuffix("z") ? BZZ.unpacked(content[...], budget: &unpackingBudget) : content
  }
}
