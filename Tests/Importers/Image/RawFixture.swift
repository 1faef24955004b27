// SPDX-License-Identifier: Apache-2.0

/// Raw photographs that are no TIFF files, without pixels: 30 by 20 pixels of a "Maker Model 1".
enum RawFixture {
  /// A heap of Canon: twice the basic ISO 100, 99/32 stops of aperture, and 1/15.3 s.
  static let ciff = ciff(basicSpeed: 0xA0, aperture: 0x63, time: 0x7E)

  /// Records in the directory, records in the heap, and two heaps below it. The focal length is 227/32 mm.
  static func ciff(basicSpeed: Int16, aperture: Int16, time: Int16) -> [UInt8] {
    var shot = [Int16](repeating: 0, count: 27)
    (shot[1], shot[2], shot[21], shot[22]) = (32, basicSpeed, aperture, time)
    var settings = [UInt16](repeating: 0, count: 46)
    settings[25] = 32
    let camera = heap([
      (0x080A, Bytes.text("Maker\0Model 1\0")), (0x0810, Bytes.text("Somebody\0")),
    ])
    let image = heap([
      (0x1810, Bytes.all(Bytes.little(UInt32(30), UInt32(20), Float(1).bitPattern), Bytes.little(Int32(-90)))),
      // 2005-04-23 17:54:36 on the clock of the camera.
      (0x580E, Bytes.little(UInt32(1_114_278_876), UInt32(0))),
      (0x102A, shot.flatMap { Bytes.little($0) }), (0x102D, settings.flatMap { Bytes.little($0) }),
      (0x5029, Bytes.little(UInt16(2), UInt16(227), UInt16(286), UInt16(215))), (0x2807, camera),
    ])
    let body = heap([(0x2005, [UInt8](repeating: 7, count: 5000)), (0x300A, image)])
    return Bytes.all(Bytes.text("II"), Bytes.little(UInt32(26)), Bytes.text("HEAPCCDR"), [UInt8](repeating: 0, count: 12), body)
  }

  /// The values, their directory, and the position of the directory.
  private static func heap(_ records: [(tag: UInt16, value: [UInt8])]) -> [UInt8] {
    var values: [UInt8] = []
    var directory = Bytes.little(UInt16(records.count))
    for (tag, value) in records {
      directory += Bytes.little(tag)
      if tag & 0x4000 != 0 {
        directory += value
      } else {
        directory += Bytes.little(UInt32(value.count), UInt32(values.count))
        values += value
      }
    }
    return Bytes.all(values, directory, Bytes.little(UInt32(values.count)))
  }

  /// Blocks of Minolta: the sensor, and a TIFF structure.
  static let minolta: [UInt8] = {
    let block = { (name: String, body: [UInt8]) in Bytes.all(Bytes.text("\0\(name)"), Bytes.big(UInt32(body.count)), body) }
    let sensor = Bytes.all(
      Bytes.text("27200001"), Bytes.big(UInt16(28), UInt16(38), UInt16(20), UInt16(30)), [12, 12, 0x52, 0], [0, 0, 0, 1])
    let blocks = Bytes.all(block("PRD", sensor), block("TTW", TIFFBuilder.photograph.bytes))
    return Bytes.all(block("MRM", blocks), [UInt8](repeating: 7, count: 100))
  }()

  /// Sections of Sigma: properties, as the first cameras have them.
  static let sigma = sigma(version: 2 << 16 | 2, sections: [("PROP", properties)])

  /// A file with a directory of sections.
  static func sigma(version: UInt32, sections: [(type: String, body: [UInt8])]) -> [UInt8] {
    // The size moved in version 4.
    let size = Bytes.little(UInt32(30), UInt32(20), UInt32(90))
    var file = Bytes.all(
      Bytes.text("FOVb"), Bytes.little(version), [UInt8](repeating: 0, count: version < 4 << 16 ? 20 : 32), size,
      [UInt8](repeating: 0, count: 200))
    var directory = Bytes.all(Bytes.text("SECd"), Bytes.little(UInt32(0x20000), UInt32(sections.count)))
    for (type, body) in sections {
      directory += Bytes.all(Bytes.little(UInt32(file.count), UInt32(body.count)), Bytes.text(type))
      file += body
    }
    return Bytes.all(file, directory, Bytes.little(UInt32(file.count)))
  }

  private static let properties: [UInt8] = {
    let pairs = [
      ("CAMMANUF", "Maker"), ("CAMMODEL", "Model 1"), ("TIME", "1114278876"), ("SHUTTER", "0.004"), ("APERTURE", "2.8"), ("ISO", "200"),
      ("FLENGTH", "50"), ("FLEQ35MM", "85"), ("PMODE", "A"),
    ]
    var characters: [UInt16] = []
    var entries: [UInt8] = []
    for text in pairs.flatMap({ [$0.0, $0.1] }) {
      entries += Bytes.little(UInt32(characters.count))
      characters += Array(text.utf16) + [0]
    }
    return Bytes.all(
      Bytes.text("SECp"), Bytes.little(UInt32(0x20000), UInt32(pairs.count), UInt32(0), UInt32(0), UInt32(characters.count)), entries,
      characters.flatMap { Bytes.little($0) })
  }()
}
