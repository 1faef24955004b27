// SPDX-License-Identifier: Apache-2.0

import Scans
import Testing

/// A picture for tests, as a file.
struct Scan {
  let bytes: [UInt8]
  let width: Int
  let height: Int

  /// Fonts of packages that the build needs anyway.
  static let serif = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"
  static let sans = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  private init(_ scan: scan) throws {
    defer { scan_free(scan) }
    let start = try #require(scan.bytes, "fonts-dejavu-core is installed")
    bytes = Array(UnsafeBufferPointer(start: start, count: scan.count))
    (width, height) = (Int(scan.width), Int(scan.height))
  }

  /// An A4 page.
  ///
  /// - Parameters:
  ///   - resolution: In dots per inch.
  ///   - tilt: In degrees.
  ///   - noise: The standard deviation of grey values.
  ///   - quality: Of JPEG; 0 for PNG.
  ///   - turns: By how many right angles it lies to the right.
  init(
    page text: String, font: String = serif, size: Double = 11, resolution: Double, tilt: Double = 0, noise: Double = 0, quality: Int = 0,
    turns: Int = 0
  ) throws {
    let paper = scan_paper(resolution: resolution, tilt: tilt, noise: noise, quality: Int32(quality), turns: Int32(turns))
    try self.init(scan_page(text, font, size, paper))
  }

  /// A picture without text.
  init(scene seed: Int, width: Int = 1600, height: Int = 1200) throws {
    try self.init(scan_scene(UInt32(seed), Int32(width), Int32(height), 85))
  }

  /// A document whose pages are pictures in JPEG, as scanners make it.
  static func document(of pages: [Scan]) -> [UInt8] {
    var file = Array("%PDF-1.4\n".utf8)
    var offsets: [Int] = []
    func add(_ head: String, _ stream: [UInt8]? = nil) {
      offsets.append(file.count)
      file += Array("\(offsets.count) 0 obj\n\(head)\n".utf8)
      if let stream { file += Array("stream\n".utf8) + stream + Array("\nendstream\n".utf8) }
      file += Array("endobj\n".utf8)
    }
    add("<</Type/Catalog/Pages 2 0 R>>")
    add("<</Type/Pages/Count \(pages.count)/Kids[\(pages.indices.map { "\(3 + 3 * $0) 0 R" }.joined(separator: " "))]>>")
    for (index, page) in pages.enumerated() {
      let content = Array("595 0 0 842 0 0 cm /I Do".utf8)
      let number = 3 + 3 * index
      add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents \(number + 1) 0 R/Resources<</XObject<</I \(number + 2) 0 R>>>>>>")
      add("<</Length \(content.count)>>", content)
      add(
        "<</Type/XObject/Subtype/Image/Width \(page.width)/Height \(page.height)/ColorSpace/DeviceGray/BitsPerComponent 8"
          + "/Filter/DCTDecode/Length \(page.bytes.count)>>", page.bytes)
    }
    let start = file.count
    file += Array("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n".utf8)
    for offset in offsets { file += Array("\(String(repeating: "0", count: 10 - "\(offset)".count))\(offset) 00000 n \n".utf8) }
    file += Array("trailer<</Size \(offsets.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n".utf8)
    return file
  }

  /// A file of TIFF with pages that are pictures in JPEG, as facsimile programs make it.
  static func faxes(of pages: [Scan]) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    var file = Array("II*\0".utf8) + little(0, 4)
    var link = 4
    for page in pages {
      let data = file.count
      file += page.bytes + [UInt8](repeating: 0, count: page.bytes.count % 2)
      file.replaceSubrange(link..<link + 4, with: little(file.count, 4))
      // Width, height, bits, JPEG, black is 0, offset, samples, rows, bytes.
      let entries = [
        (256, page.width), (257, page.height), (258, 8), (259, 7), (262, 1), (273, data), (277, 1), (278, page.height),
        (279, page.bytes.count),
      ]
      file += little(entries.count, 2)
      for (tag, value) in entries { file += little(tag, 2) + little(4, 2) + little(1, 4) + little(value, 4) }
      link = file.count
      file += little(0, 4)
    }
    return file
  }

  /// The file of a photograph in JPEG, with EXIF's number for how it must be turned.
  func oriented(_ orientation: UInt8) -> [UInt8] {
    let tiff: [UInt8] = Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
    let body = Array("Exif\0\0".utf8) + tiff
    return bytes.prefix(2) + [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + bytes.dropFirst(2)
  }
}
