// SPDX-License-Identifier: Apache-2.0

/// A TIFF structure, such as EXIF data, built in memory.
struct TIFFBuilder {
  enum Value {
    case text(String)
    case short([UInt16])
    case long([UInt32])
    case rational([(UInt32, UInt32)])
    case bytes([UInt8])
    case undefined([UInt8])
  }

  var isBig = false
  /// The position of the first directory.
  var start = 8
  var image: [(tag: UInt16, value: Value)] = []
  var exif: [(tag: UInt16, value: Value)] = []
  var gps: [(tag: UInt16, value: Value)] = []

  var bytes: [UInt8] {
    var image = image
    let (imageStart, exifStart) = (start, start + size(image.count + 2, image))
    let gpsStart = exifStart + size(exif.count, exif)
    if !exif.isEmpty { image.append((0x8769, .long([UInt32(exifStart)]))) }
    if !gps.isEmpty { image.append((0x8825, .long([UInt32(gpsStart)]))) }
    var bytes = Bytes.text(isBig ? "MM" : "II") + encode(UInt16(42)) + encode(UInt32(start))
    bytes += [UInt8](repeating: 0, count: start - bytes.count)
    bytes += directory(image, at: imageStart)
    bytes += [UInt8](repeating: 0, count: exifStart - bytes.count) + directory(exif, at: exifStart)
    return bytes + [UInt8](repeating: 0, count: gpsStart - bytes.count) + directory(gps, at: gpsStart)
  }

  private func size(_ count: Int, _ entries: [(tag: UInt16, value: Value)]) -> Int {
    6 + 12 * count + entries.reduce(0) { $0 + (encoded($1.value).bytes.count > 4 ? encoded($1.value).bytes.count : 0) }
  }

  private func directory(_ entries: [(tag: UInt16, value: Value)], at start: Int) -> [UInt8] {
    var bytes = encode(UInt16(entries.count))
    var values: [UInt8] = []
    let valuesStart = start + 6 + 12 * entries.count
    for (tag, value) in entries.sorted(by: { $0.tag < $1.tag }) {
      let (type, count, value) = encoded(value)
      bytes += encode(tag) + encode(type) + encode(UInt32(count))
      if value.count <= 4 {
        bytes += value + [UInt8](repeating: 0, count: 4 - value.count)
      } else {
        bytes += encode(UInt32(valuesStart + values.count))
        values += value
      }
    }
    return bytes + encode(UInt32(0)) + values
  }

  private func encoded(_ value: Value) -> (type: UInt16, count: Int, bytes: [UInt8]) {
    switch value {
    case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
    case .short(let values): (3, values.count, values.flatMap(encode))
    case .long(let values): (4, values.count, values.flatMap(encode))
    case .rational(let values): (5, values.count, values.flatMap { encode($0.0) + encode($0.1) })
    case .bytes(let bytes): (1, bytes.count, bytes)
    case .undefined(let bytes): (7, bytes.count, bytes)
    }
  }

  private func encode<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
    isBig ? Bytes.big(value) : Bytes.little(value)
  }

  /// EXIF data of a photograph: camera, exposure, and a position south of the equator and west of
  /// Greenwich.
  static let photograph = TIFFBuilder(
    isBig: true,
    image: [
      (0x010E, .text("A harbour")), (0x010F, .text("Maker")), (0x0110, .text("Model 1")), (0x0112, .short([6])),
      (0x011A, .rational([(300, 1)])),
      (0x011B, .rational([(300, 1)])), (0x0128, .short([2])), (0x0131, .text("Program 2")), (0x013B, .text("Artist")),
      (0x8298, .text("Holder")),
    ],
    exif: [
      (0x829A, .rational([(1, 250)])), (0x829D, .rational([(28, 10)])), (0x8822, .short([3])), (0x8827, .short([200])),
      (0x9000, .undefined(Array("0221".utf8))), (0x9003, .text("2020:01:31 13:47:43")), (0x9011, .text("+01:00")),
      (0x9202, .rational([(297, 100)])), (0x9205, .rational([(3, 1)])), (0x9207, .short([5])), (0x9209, .short([0x41])),
      (0x920A, .rational([(50, 1)])),
      (0xA402, .short([1])), (0xA403, .short([0])), (0xA434, .text("Lens 50mm")),
    ],
    gps: [
      (0x0000, .bytes([2, 3, 0, 0])), (0x0001, .text("S")), (0x0002, .rational([(33, 1), (52, 1), (768, 100)])), (0x0003, .text("W")),
      (0x0004, .rational([(70, 1), (40, 1), (0, 0)])), (0x0005, .bytes([1])), (0x0006, .rational([(25, 2)])),
      (0x0007, .rational([(12, 1), (30, 1), (15, 1)])), (0x000C, .text("M")), (0x000D, .rational([(10, 1)])),
      (0x0011, .rational([(1234, 10)])),
      (0x001D, .text("2020:01:31")),
    ])
}
