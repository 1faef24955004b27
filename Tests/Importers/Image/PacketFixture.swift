// SPDX-License-Identifier: Apache-2.0

/// XMP packets, and files that contain them in the way of each format.
enum PacketFixture {
  /// A packet with properties as attributes, such as `exif:FNumber="28/10"`, and elements.
  static func packet(_ properties: String, _ elements: String = "") -> [UInt8] {
    Bytes.text(
      """
      <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/" \
      xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \(properties)>\(elements)\
      </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
      """)
  }

  static func description(_ text: String) -> [UInt8] {
    packet("", "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt></dc:description>")
  }

  static func segment(_ marker: UInt8, _ body: [UInt8]...) -> [UInt8] {
    let body = body.flatMap { $0 }
    return [0xFF, marker] + Bytes.big(UInt16(body.count + 2)) + body
  }

  /// A JPEG file of 30 by 20 pixels with more segments.
  static func jpeg(_ segments: [UInt8]...) -> [UInt8] {
    Bytes.all(
      [0xFF, 0xD8], segments.flatMap { $0 },
      segment(0xC0, [8], Bytes.big(UInt16(20), UInt16(30)), [3], [UInt8](repeating: 0, count: 9)), segment(0xDA, [0, 0]), [0xFF, 0xD9])
  }

  static func jpeg(packet: [UInt8]) -> [UInt8] { jpeg(segment(0xE1, Bytes.text("http://ns.adobe.com/xap/1.0/\0"), packet)) }

  static func jpeg(exif: [UInt8]) -> [UInt8] { jpeg(segment(0xE1, Bytes.text("Exif\0\0"), exif)) }

  /// A part of an extended packet.
  static func extendedSegment(_ digest: String, of count: Int, at offset: Int, _ part: ArraySlice<UInt8>) -> [UInt8] {
    segment(
      0xE1, Bytes.text("http://ns.adobe.com/xmp/extension/\0" + digest), Bytes.big(UInt32(count), UInt32(offset)), Array(part))
  }

  /// A PNG file of 30 by 20 pixels with more chunks.
  static func png(_ chunks: [UInt8]...) -> [UInt8] {
    Bytes.all(
      [0x89], Bytes.text("PNG\r\n\u{1A}\n"), chunk("IHDR", Bytes.all(Bytes.big(UInt32(30), UInt32(20)), [8, 2, 0, 0, 0])),
      chunks.flatMap { $0 }, chunk("IEND", []))
  }

  static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] { Bytes.big(UInt32(body.count)) + Bytes.text(type) + body + [0, 0, 0, 0] }

  /// A profile as ImageMagick writes it, or with another name as ExifTool does.
  static func rawProfile(_ type: String, _ bytes: [UInt8], name: String? = nil) -> [UInt8] {
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    var lines = ""
    for (index, digit) in digits.enumerated() { lines += digit + (index % 36 == 35 ? "\n" : "") }
    return chunk("tEXt", Bytes.text("Raw profile type \(type)\0\n\(name ?? type)\n\(String(bytes.count)) \n\(lines)\n"))
  }

  /// A GIF file of 30 by 20 pixels with a packet before its comment.
  static func gif(_ packet: [UInt8]) -> [UInt8] {
    let trailer = [1] + (0...255).reversed().map { UInt8($0) } + [0]
    return Bytes.all(
      Bytes.text("GIF89a"), Bytes.little(UInt16(30), UInt16(20)), [0, 0, 0], [0x21, 0xFF, 0x0B], Bytes.text("XMP DataXMP"), packet, trailer,
      [0x21, 0xFE, 5], Bytes.text("Later"), [0, 0x3B])
  }

  /// A JPEG 2000 file of 30 by 20 pixels with more boxes.
  static func jpeg2000(_ boxes: [UInt8]...) -> [UInt8] { ImageFixture.jpeg2000 + boxes.flatMap { $0 } }
}
