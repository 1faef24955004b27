internal import CZlib
internal import ImporterSupport

/// Finds single objects in the raw bytes of a PDF document by its cross-reference tables; nothing is repaired or decrypted.
///
/// Only for what Poppler does not hand out. Everything that a file says may be wrong: the answer then is `nil`.
struct PDFObjects {
  /// Where an object is.
  private enum Place {
    case offset(Int)
    /// In the object stream of that number.
    case container(Int)
  }

  /// Tables of updates that are followed, from the newest back.
  private static let longestHistory = 16
  /// Bytes of the file in which a stream is read, and the length to which it may unfold.
  private static let longestStream = 1 << 20

  private let file: FileBytes
  private let newestTable: Int

  /// - Parameter newestTable: Where the cross-reference table is that the end of the file names.
  init(_ file: FileBytes, newestTable: Int) {
    self.file = file
    self.newestTable = newestTable
  }

  /// The texts of the information dictionary by their keys, in the file's bytes.
  func information() -> [String: [UInt8]]? {
    guard let number = table(at: newestTable)?.information, var object = object(number) else { return nil }
    return object.strings()
  }

  private func object(_ number: Int) -> PDFScanner? {
    switch place(of: number) {
    case .offset(let offset):
      var scanner = PDFScanner(file.bytes(at: offset, count: 64 << 10))
      return scanner.enterObject(number) ? scanner : nil
    case .container(let container):
      guard case .offset(let offset)? = place(of: container), let stream = stream(at: offset),
        let first = stream.dictionary.number(after: "First"), first <= stream.data.count
      else { return nil }
      var directory = PDFScanner(Array(stream.data[..<first]))
      while let candidate = directory.number(), let start = directory.number() {
        if candidate == number { return start <= stream.data.count - first ? PDFScanner(Array(stream.data[(first + start)...])) : nil }
      }
      return nil
    case nil:
      return nil
    }
  }

  private func stream(at offset: Int) -> (dictionary: PDFScanner, data: [UInt8])? {
    let bytes = file.bytes(at: offset, count: Self.longestStream)
    guard let mark = bytes.firstRange(of: Array("stream".utf8)) else { return nil }
    let start = bytes[mark.upperBound...].drop { $0 == 0x0D || $0 == 0x0A }.startIndex
    return (PDFScanner(Array(bytes[..<mark.lowerBound])), Self.inflated(bytes[start...]))
  }

  /// What was decompressed before the end, damage or the limit.
  private static func inflated(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: longestStream) { output, count in
      var length = uLongf(output.count)
      _ = unsafe bytes.withUnsafeBufferPointer { unsafe uncompress(output.baseAddress, &length, $0.baseAddress, uLong($0.count)) }
      count = Int(length)
    }
  }

  private func place(of number: Int) -> Place? {
    var offset: Int? = newestTable
    for _ in 0..<Self.longestHistory {
      guard let next = offset, let table = table(at: next) else { return nil }
      if let place = table.place(number) { return place }
      offset = table.previous
    }
    return nil
  }

  private struct Table {
    /// The number of the information dictionary.
    var information: Int?
    var previous: Int?
    var place: (Int) -> Place?
  }

  private func table(at offset: Int) -> Table? {
    file.bytes(at: offset, count: 4).has("xref") ? plainTable(at: offset) : compressedTable(at: offset)
  }

  /// Sections of entries of 20 bytes, then the trailer.
  private func plainTable(at offset: Int) -> Table? {
    var sections: [(numbers: Range<Int>, offset: Int)] = []
    var offset = offset + 4
    while true {
      var scanner = PDFScanner(file.bytes(at: offset, count: 64))
      guard let first = scanner.number(), let count = scanner.number(), first <= .max - count else { break }
      scanner.skipSpace()
      sections.append((first..<(first + count), offset + scanner.offset))
      let (length, isOverflow) = count.multipliedReportingOverflow(by: 20)
      guard !isOverflow, length < file.count else { return nil }
      offset += scanner.offset + length
    }
    let trailer = PDFScanner(file.bytes(at: offset, count: 4 << 10))
    return Table(information: trailer.number(after: "Info"), previous: trailer.number(after: "Prev")) { number in
      guard let section = sections.first(where: { $0.numbers.contains(number) }) else { return nil }
      let entry = file.bytes(at: section.offset + 20 * (number - section.numbers.lowerBound), count: 20)
      var scanner = PDFScanner(entry)
      return entry.has("n", at: 17) ? scanner.number().map(Place.offset) : nil
    }
  }

  /// A stream of entries whose three fields have the widths `W`, often predicted from the entry above.
  private func compressedTable(at offset: Int) -> Table? {
    guard let stream = stream(at: offset) else { return nil }
    let dictionary = stream.dictionary
    let widths = dictionary.numbers(after: "W")
    guard widths.count == 3, widths.allSatisfy({ (0...8).contains($0) }), case let width = widths.reduce(0, +), width > 0 else {
      return nil
    }
    let isPredicted = (dictionary.number(after: "Predictor") ?? 1) >= 10
    guard let entries = isPredicted ? Self.unpredicted(stream.data, width: width) : stream.data else { return nil }
    var index = dictionary.numbers(after: "Index")
    if index.isEmpty { index = [0, dictionary.number(after: "Size") ?? 0] }
    return Table(information: dictionary.number(after: "Info"), previous: dictionary.number(after: "Prev")) { number in
      var row = 0
      for pair in stride(from: 0, to: index.count - 1, by: 2) {
        let (first, count) = (index[pair], index[pair + 1])
        guard count <= entries.count else { return nil }
        if number >= first, number - first < count { return Self.place(in: entries.dropFirst((row + number - first) * width), widths) }
        row += count
        guard row <= entries.count else { return nil }
      }
      return nil
    }
  }

  private static func place(in entry: ArraySlice<UInt8>, _ widths: [Int]) -> Place? {
    guard entry.count >= widths.reduce(0, +) else { return nil }
    var rest = entry
    let fields = widths.map { width in
      defer { rest = rest.dropFirst(width) }
      return rest.prefix(width).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    switch widths[0] == 0 ? 1 : fields[0] {
    case 1: return Int(exactly: fields[1]).map(Place.offset)
    case 2: return Int(exactly: fields[1]).map(Place.container)
    default: return nil
    }
  }

  /// Undoes PNG's predictors "none" and "up", which tables are written with.
  private static func unpredicted(_ data: [UInt8], width: Int) -> [UInt8]? {
    var above = [UInt8](repeating: 0, count: width)
    var output: [UInt8] = []
    for start in stride(from: 0, to: data.count - width, by: width + 1) {
      guard data[start] == 0 || data[start] == 2 else { return nil }
      for column in 0..<width { above[column] = data[start + 1 + column] &+ (data[start] == 2 ? above[column] : 0) }
      output += above
    }
    return output
  }
}
