// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Raw photographs of Canon cameras since 2018 (CR3): an ISO base media file with the directories of
/// EXIF in boxes of their own.
enum CanonRaw {
  private static let identifier: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]

  /// The packet has 64 KiB, most of which is padding.
  private static let maximumPacketLength = 1 << 20

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    let parts = ISOBox.list(in: file, 0..<file.count)
    let box = { (list: [ISOBox], identifier: [UInt8]) in
      list.first { $0.type == "uuid" && file.bytes(at: $0.body.lowerBound, count: 16) == identifier }
    }
    if let packet = box(parts, XMP.boxIdentifier) {
      facts.xmp = file.bytes(at: packet.body.lowerBound + 16, count: min(packet.body.count - 16, maximumPacketLength))
    }
    guard let movie = parts.first(where: { $0.type == "moov" }), let metadata = box(ISOBox.list(in: file, movie.body), identifier)
    else { return facts }
    let boxes = ISOBox.list(in: file, (metadata.body.lowerBound + 16)..<metadata.body.upperBound)
    // Each box is a TIFF structure with one directory.
    let part = { (type: String) -> (layout: TIFFLayout, directory: TIFFDirectory)? in
      guard let box = boxes.first(where: { $0.type == type }) else { return nil }
      let part = FileBytes(file, box.body)
      guard let layout = TIFFLayout(part), let offset = layout.firstDirectory(in: part) else { return nil }
      return (layout, TIFFDirectory(in: part, at: offset, layout: layout))
    }
    guard let (layout, image) = part("CMT1") else { return facts }
    facts.width = image[256]?.integers(layout.order).first
    facts.height = image[257]?.integers(layout.order).first
    facts.colorSpace = .rgb
    facts.hasAlpha = false
    facts.exif = EXIFBlock.bytes(
      order: layout.order, first: image, exif: part("CMT2")?.directory ?? TIFFDirectory(),
      gps: part("CMT4")?.directory ?? TIFFDirectory())
    return facts
  }
}
