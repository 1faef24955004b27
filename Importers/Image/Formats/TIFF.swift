// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// A TIFF file, in any byte order, classic or BigTIFF: the directory of its first image, and what EXIF
/// keeps in the directories below it.
///
/// Raw photographs of most cameras are such files. Their first directory often describes a preview,
/// and a directory below it the photograph.
enum TIFF {
  private static let exifDirectory: UInt16 = 0x8769
  private static let gpsDirectory: UInt16 = 0x8825
  private static let imageDirectories: UInt16 = 330
  private static let panasonicPreview: UInt16 = 0x2E

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    guard let layout = TIFFLayout(file), let first = layout.firstDirectory(in: file) else { return facts }
    let directory = TIFFDirectory(in: file, at: first, layout: layout)
    let number = { (tag: UInt16) in directory[tag]?.integers(layout.order).first }
    let others = directory[imageDirectories]?.integers(layout.order).prefix(16) ?? []
    let images = [directory] + others.map { TIFFDirectory(in: file, at: $0, layout: layout) }
    let image = images.filter { !$0.isReduced(layout.order) }.max { $0.pixelCount(layout.order) < $1.pixelCount(layout.order) }
    facts.readImage(image ?? directory, layout.order)
    facts.profileName = directory[34675].flatMap { ICCProfile.name(in: $0.value) }
    facts.xmp = directory[700]?.value
    facts.iptc = directory[33723]?.value

    var directories = [directory]
    for tag in [exifDirectory, gpsDirectory] {
      let offset = number(tag)
      directories.append(offset.map { TIFFDirectory(in: file, at: $0, layout: layout) } ?? TIFFDirectory())
    }
    facts.exif = EXIFBlock.bytes(order: layout.order, first: directories[0], exif: directories[1], gps: directories[2])
    // Panasonic's cameras keep most of the metadata in their JPEG preview.
    if file.bytes(at: 0, count: 4).has("IIU\0"), let preview = directory[panasonicPreview],
      let exif = JPEG.read(FileBytes(preview.value)).exif
    {
      facts.exif = exif
    }
    // The first image of older cameras of Canon and of those of Phase One is a preview, and the
    // photograph has no size of its own.
    let mark = file.bytes(at: 8, count: 4)
    if mark.has("CR") || mark.has("IIII") || mark.has("MMMM") {
      let size = [0xA002, 0xA003].compactMap { directories[1][$0]?.integers(layout.order).first }
      if size.count == 2, size[0] > facts.width ?? 0 { (facts.width, facts.height) = (size[0], size[1]) }
    }
    return facts
  }
}

extension ImageFacts {
  fileprivate mutating func readImage(_ directory: TIFFDirectory, _ order: ByteOrder) {
    let number = { (tag: UInt16) in directory[tag]?.integers(order).first }
    (width, height) = directory.size(order)
    // Panasonic's raw photographs have tags of their own, here and for the size.
    bitsPerSample = number(258) ?? (directory[2] == nil ? nil : number(10)) ?? 1
    colorSpace =
      switch number(262) {
      case 0, 1: .gray
      // The last two are the pixels of a camera's sensor.
      case 2, 3, 6, 32_803, 34_892: .rgb
      case 5: .cmyk
      case 8: .lab
      default: nil
      }
    // Extra samples 1 and 2 are alpha, with and without premultiplied colours.
    hasAlpha = directory[338]?.integers(order).contains { $0 == 1 || $0 == 2 } ?? false
  }
}

extension TIFFDirectory {
  /// Width and height. Panasonic's raw photographs have the borders of the sensor instead.
  fileprivate func size(_ order: ByteOrder) -> (width: Int?, height: Int?) {
    let number = { (tag: UInt16) in self[tag]?.integers(order).first }
    if let top = number(4), let left = number(5), let bottom = number(6), let right = number(7), top < bottom, left < right {
      return (right - left, bottom - top)
    }
    return (number(256), number(257))
  }

  /// 0 without a size, or if it is impossible.
  fileprivate func pixelCount(_ order: ByteOrder) -> Int {
    let size = size(order)
    let (count, overflow) = max(0, size.width ?? 0).multipliedReportingOverflow(by: max(0, size.height ?? 0))
    return overflow ? 0 : count
  }

  /// Whether the image is a smaller version of another one.
  fileprivate func isReduced(_ order: ByteOrder) -> Bool { self[254]?.integers(order).first.map { $0 & 1 == 1 } ?? false }
}

/// The sizes of offsets and the byte order in a TIFF file.
struct TIFFLayout {
  let order: ByteOrder
  let isBig: Bool

  init?(_ file: FileBytes) {
    let header = file.bytes(at: 0, count: 4)
    if header.has("II") {
      order = .little
    } else if header.has("MM") {
      order = .big
    } else {
      return nil
    }
    switch header.integer(at: 2, as: UInt16.self, order) {
    // Olympus and Panasonic mark their raw photographs here.
    case 42, 0x4F52, 0x5352, 0x0055: isBig = false
    case 43: isBig = true
    default: return nil
    }
  }

  func firstDirectory(in file: FileBytes) -> Int? {
    isBig
      ? file.integer(at: 8, as: UInt64.self, order).flatMap { Int(exactly: $0) }
      : file.integer(at: 4, as: UInt32.self, order).map(Int.init)
  }
}

/// An entry of a directory with its value, which may be stored elsewhere in the file.
struct TIFFEntry {
  let tag: UInt16
  let type: UInt16
  let count: Int
  let value: [UInt8]

  /// The bytes of one element of each type that TIFF 6 and BigTIFF define.
  static let sizes: [UInt16: Int] = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8]

  /// The elements of an entry of integers, at most the first 64.
  func integers(_ order: ByteOrder) -> [Int] {
    (0..<min(count, 64)).compactMap { index in
      switch type {
      case 1: value.integer(at: index, as: UInt8.self, order).map(Int.init)
      case 3: value.integer(at: 2 * index, as: UInt16.self, order).map(Int.init)
      case 4, 13: value.integer(at: 4 * index, as: UInt32.self, order).map(Int.init)
      case 16, 18: value.integer(at: 8 * index, as: UInt64.self, order).flatMap { Int(exactly: $0) }
      default: nil
      }
    }
  }
}

/// A directory without the entries that list the strips of pixels.
struct TIFFDirectory {
  /// Maximum size of a value. Profiles, packets and datasets are smaller; larger values are pixels.
  private static let maximumValueLength = 4 << 20

  private(set) var entries: [TIFFEntry] = []

  init() {}

  /// Reads the directory at `offset`; empty if it is outside the file.
  init(in file: FileBytes, at offset: Int, layout: TIFFLayout) {
    guard offset >= 0, offset < file.count else { return }
    let (countSize, entrySize, inlineSize) = layout.isBig ? (8, 20, 8) : (2, 12, 4)
    let count =
      layout.isBig
      ? file.integer(at: offset, as: UInt64.self, layout.order).flatMap { Int(exactly: $0) }
      : file.integer(at: offset, as: UInt16.self, layout.order).map(Int.init)
    for index in 0..<min(count ?? 0, 4096) {
      let bytes = file.bytes(at: offset + countSize + index * entrySize, count: entrySize)
      guard bytes.count == entrySize, let tag = bytes.integer(at: 0, as: UInt16.self, layout.order),
        let type = bytes.integer(at: 2, as: UInt16.self, layout.order)
      else { break }
      let inline = Array(bytes.suffix(inlineSize))
      guard let elements = Self.offset(in: Array(bytes.dropFirst(4)), layout), let size = TIFFEntry.sizes[type],
        elements <= Self.maximumValueLength / size
      else { continue }
      let length = elements * size
      if length <= inlineSize {
        entries.append(TIFFEntry(tag: tag, type: type, count: elements, value: Array(inline.prefix(length))))
      } else if let position = Self.offset(in: inline, layout) {
        let value = file.bytes(at: position, count: length)
        if value.count == length { entries.append(TIFFEntry(tag: tag, type: type, count: elements, value: value)) }
      }
    }
  }

  subscript(tag: UInt16) -> TIFFEntry? {
    entries.first { $0.tag == tag }
  }

  private static func offset(in bytes: [UInt8], _ layout: TIFFLayout) -> Int? {
    layout.isBig
      ? bytes.integer(at: 0, as: UInt64.self, layout.order).flatMap { Int(exactly: $0) }
      : bytes.integer(at: 0, as: UInt32.self, layout.order).map(Int.init)
  }
}

/// A small TIFF structure with the metadata of a large one.
///
/// libexif reads at most 64 KiB, the limit of JPEG, but the directories of a TIFF file are often
/// after its pixels.
enum EXIFBlock {
  private static let maximumValueLength = 4 << 10
  private static let maximumBlockLength = 60 << 10

  static func bytes(order: ByteOrder, first: TIFFDirectory, exif: TIFFDirectory, gps: TIFFDirectory) -> [UInt8] {
    let kept = { (directory: TIFFDirectory, pointers: [UInt16]) in
      directory.entries.filter { $0.value.count <= maximumValueLength && $0.type <= 12 && !pointers.contains($0.tag) }
    }
    let parts = [kept(first, [0x8769, 0x8825, 0xA005]), kept(exif, [0xA005]), kept(gps, [])]
    let size = { (entries: [TIFFEntry]) in entries.reduce(6) { $0 + 12 + ($1.value.count > 4 ? $1.value.count + 1 : 0) } }
    let exifStart = 8 + size(parts[0]) + 24
    let gpsStart = exifStart + size(parts[1])
    guard gpsStart + size(parts[2]) <= maximumBlockLength else { return [] }

    let pointer = { (tag: UInt16, start: Int) in
      TIFFEntry(tag: tag, type: 4, count: 1, value: encode(UInt32(start), order))
    }
    var block: [UInt8] = order == .little ? Array("II".utf8) : Array("MM".utf8)
    block += encode(UInt16(42), order) + encode(UInt32(8), order)
    append(parts[0] + [pointer(0x8769, exifStart), pointer(0x8825, gpsStart)], to: &block, order)
    block += [UInt8](repeating: 0, count: exifStart - block.count)
    append(parts[1], to: &block, order)
    block += [UInt8](repeating: 0, count: gpsStart - block.count)
    append(parts[2], to: &block, order)
    return block
  }

  private static func append(_ entries: [TIFFEntry], to block: inout [UInt8], _ order: ByteOrder) {
    var position = block.count + 2 + 12 * entries.count + 4
    var values: [UInt8] = []
    block += encode(UInt16(entries.count), order)
    for entry in entries {
      block += encode(entry.tag, order) + encode(entry.type, order) + encode(UInt32(entry.count), order)
      if entry.value.count <= 4 {
        block += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        block += encode(UInt32(position), order)
        // Values begin at even offsets.
        let padded = entry.value.count.isMultiple(of: 2) ? entry.value : entry.value + [0]
        values += padded
        position += padded.count
      }
    }
    block += encode(UInt32(0), order) + values
  }

  private static func encode<Integer: FixedWidthInteger>(_ value: Integer, _ order: ByteOrder) -> [UInt8] {
    let bytes = (0..<(Integer.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return order == .little ? bytes : bytes.reversed()
  }
}
