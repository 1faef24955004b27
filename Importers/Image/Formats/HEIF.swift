// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The primary item of a HEIF or AVIF file: its properties and the metadata items.
enum HEIF {
  private static let maximumItemLength = 16 << 20
  /// The brands of pictures and of sequences of pictures.
  private static let brands = ["avif", "avis", "heic", "heim", "heis", "heix", "hevc", "hevm", "hevs", "hevx", "mif1", "mif2", "msf1"]

  /// Whether the first box names a brand of pictures: the main one or one of those after the version.
  static func hasBrand(_ start: [UInt8]) -> Bool {
    let end = min(start.count, Int(start.integer(at: 0, as: UInt32.self, .big) ?? 0))
    return stride(from: 8, to: max(8, end), by: 4).contains { offset in brands.contains { start[offset...].starts(with: $0.utf8) } }
  }

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    guard let meta = ISOBox.list(in: file, 0..<file.count).first(where: { $0.type == "meta" }), meta.body.count > 4 else { return facts }
    let boxes = ISOBox.list(in: file, (meta.body.lowerBound + 4)..<meta.body.upperBound)
    let box = { (type: String) in boxes.first { $0.type == type } }

    let primary = box("pitm").flatMap { primaryItem(file, $0) }
    if let properties = box("iprp") { readProperties(of: primary, in: properties, file, &facts) }
    guard let information = box("iinf"), let locations = box("iloc") else { return facts }
    let extents = itemExtents(file, locations, data: box("idat")?.body)
    for (item, type, content) in items(file, information) {
      guard type == "Exif" || (type == "mime" && content == "application/rdf+xml"), let range = extents[item] else { continue }
      let bytes = file.bytes(at: range.lowerBound, count: min(range.count, maximumItemLength))
      if type == "mime" {
        facts.xmp = bytes
      } else if let skipped = bytes.integer(at: 0, as: UInt32.self, .big), Int(skipped) + 4 < bytes.count {
        // The offset of the TIFF header from the end of this field.
        facts.exif = Array(bytes[(Int(skipped) + 4)...])
      }
    }
    return facts
  }

  private static func primaryItem(_ file: FileBytes, _ box: ISOBox) -> Int? {
    let start = box.body.lowerBound
    return file.bytes(at: start, count: 1).first == 0
      ? file.integer(at: start + 4, as: UInt16.self, .big).map(Int.init)
      : file.integer(at: start + 4, as: UInt32.self, .big).map(Int.init)
  }

  // MARK: Properties

  private static func readProperties(of primary: Int?, in box: ISOBox, _ file: FileBytes, _ facts: inout ImageFacts) {
    let boxes = ISOBox.list(in: file, box.body)
    guard let container = boxes.first(where: { $0.type == "ipco" }) else { return }
    let properties = ISOBox.list(in: file, container.body)
    facts.hasAlpha = properties.contains { $0.isAlpha(file) }
    let associations = boxes.filter { $0.type == "ipma" }.map { Self.associations(file, $0) }
    let indexes = primary.flatMap { primary in associations.lazy.compactMap { $0[primary] }.first }
    // If the associations cannot be read, the largest image is the main one, because thumbnails are
    // smaller.
    let wanted = indexes.map { $0.compactMap { properties.indices.contains($0 - 1) ? properties[$0 - 1] : nil } } ?? properties
    for property in wanted { facts.readProperty(property, file) }
  }

  /// The numbers of each item's properties, counted from 1.
  private static func associations(_ file: FileBytes, _ box: ISOBox) -> [Int: [Int]] {
    let bytes = file.bytes(at: box.body.lowerBound, count: min(box.body.count, 1 << 20))
    var reader = ByteReader(bytes)
    var result: [Int: [Int]] = [:]
    guard let header = reader.integer(UInt32.self), let count = reader.integer(UInt32.self) else { return result }
    let (version, isWide) = (header >> 24, header & 1 == 1)
    for _ in 0..<min(count, 65_536) {
      guard let item = version < 1 ? reader.integer(UInt16.self).map(Int.init) : reader.integer(UInt32.self).map(Int.init),
        let number = reader.integer(UInt8.self)
      else { break }
      for _ in 0..<number {
        // The highest bit marks an essential property.
        let index = isWide ? reader.integer(UInt16.self).map { Int($0 & 0x7FFF) } : reader.integer(UInt8.self).map { Int($0 & 0x7F) }
        guard let index else { break }
        result[item, default: []].append(index)
      }
    }
    return result
  }

  // MARK: Items

  private static func items(_ file: FileBytes, _ box: ISOBox) -> [(item: Int, type: String, content: String)] {
    let version = file.bytes(at: box.body.lowerBound, count: 1).first ?? 0
    let start = box.body.lowerBound + (version == 0 ? 6 : 8)
    guard start <= box.body.upperBound else { return [] }
    return ISOBox.list(in: file, start..<box.body.upperBound).compactMap { entry in
      guard entry.type == "infe" else { return nil }
      var reader = ByteReader(file.bytes(at: entry.body.lowerBound, count: min(entry.body.count, 512)))
      guard let header = reader.integer(UInt32.self), header >> 24 >= 2 else { return nil }
      let item = header >> 24 == 2 ? reader.integer(UInt16.self).map(Int.init) : reader.integer(UInt32.self).map(Int.init)
      guard let item, reader.integer(UInt16.self) != nil, let type = reader.bytes(4) else { return nil }
      _ = reader.text()
      return (item, String(looselyDecoding: type), reader.text())
    }
  }

  /// The range of each item in the file. Items in several pieces are omitted, because metadata is
  /// in one piece.
  private static func itemExtents(_ file: FileBytes, _ box: ISOBox, data: Range<Int>?) -> [Int: Range<Int>] {
    var extents: [Int: Range<Int>] = [:]
    var reader = ByteReader(file.bytes(at: box.body.lowerBound, count: min(box.body.count, 4 << 20)))
    guard let header = reader.integer(UInt32.self), let sizes = reader.integer(UInt16.self) else { return [:] }
    let version = header >> 24
    let (offsetSize, lengthSize, baseSize) = (Int(sizes >> 12), Int(sizes >> 8 & 15), Int(sizes >> 4 & 15))
    let indexSize = version == 0 ? 0 : Int(sizes & 15)
    let count = version < 2 ? reader.integer(UInt16.self).map(Int.init) : reader.integer(UInt32.self).map(Int.init)
    for _ in 0..<min(count ?? 0, 65_536) {
      guard let item = version < 2 ? reader.integer(UInt16.self).map(Int.init) : reader.integer(UInt32.self).map(Int.init),
        let method = version == 0 ? 0 : reader.integer(UInt16.self), reader.integer(UInt16.self) != nil,
        let base = reader.integer(size: baseSize), let pieces = reader.integer(UInt16.self)
      else { break }
      for _ in 0..<pieces {
        guard reader.integer(size: indexSize) != nil, let offset = reader.integer(size: offsetSize),
          let length = reader.integer(size: lengthSize)
        else { return extents }
        let start = (method & 15 == 1 ? data?.lowerBound ?? 0 : 0).addingReportingOverflow(base)
        let (position, overflow) = start.partialValue.addingReportingOverflow(offset)
        guard pieces == 1, method & 15 < 2, !start.overflow, !overflow, position >= 0, position <= file.count else { continue }
        extents[item] = position..<(position + min(length, file.count - position))
      }
    }
    return extents
  }
}

extension ISOBox {
  /// Whether the property marks an auxiliary image that contains the alpha channel.
  fileprivate func isAlpha(_ file: FileBytes) -> Bool {
    guard type == "auxC" else { return false }
    let name = String(looselyDecoding: file.bytes(at: body.lowerBound + 4, count: min(body.count - 4, 128)))
    return name == "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha" || name == "urn:mpeg:hevc:2015:auxid:1"
  }
}

extension ImageFacts {
  fileprivate mutating func readProperty(_ box: ISOBox, _ file: FileBytes) {
    let body = file.bytes(at: box.body.lowerBound, count: min(box.body.count, 1 << 20))
    switch box.type {
    case "ispe":
      guard let x = body.integer(at: 4, as: UInt32.self, .big), let y = body.integer(at: 8, as: UInt32.self, .big) else { return }
      // This cannot overflow, because both are 32-bit numbers.
      if UInt64(x) * UInt64(y) > UInt64(width ?? 0) * UInt64(height ?? 0) { (width, height) = (Int(x), Int(y)) }
    case "pixi":
      guard body.count > 5 else { return }
      bitsPerSample = Int(body[5])
      colorSpace = body[4] == 1 ? .gray : .rgb
    case "colr":
      if body.has("prof") || body.has("rICC") { profileName = ICCProfile.name(in: Array(body.dropFirst(4))) }
    case "irot":
      isTurned = body.first.map { $0 & 1 == 1 } ?? false
    default: break
    }
  }
}

/// Reads consecutive big-endian fields.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    bytes(Integer.bitWidth / 8)?.integer(at: 0, as: type, .big)
  }

  /// An integer of 0 to 8 bytes; 0 if it has no bytes. `nil` also for a value larger than any file.
  mutating func integer(size: Int) -> Int? {
    guard size <= 8, let bytes = bytes(size) else { return nil }
    return Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// A text up to a NUL or the end.
  mutating func text() -> String {
    let text = rest.prefix { $0 != 0 }
    rest = rest.dropFirst(text.count + 1)
    return String(looselyDecoding: text)
  }
}
