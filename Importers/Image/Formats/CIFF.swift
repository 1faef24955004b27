// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport
internal import SystemPlatform

/// Raw photographs of Canon cameras up to 2004 (CRW): a heap of records and of smaller heaps. They
/// have no EXIF; the settings of the camera are in records of their own.
enum CIFF {
  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    guard let start = file.integer(at: 2, as: UInt32.self, .little).map(Int.init), start < file.count else { return facts }
    var records = Records()
    records.read(file, heap: start..<file.count, depth: 0)

    if let image = records[0x1810] {
      facts.width = image.integer(at: 0, as: UInt32.self, .little).map(Int.init)
      facts.height = image.integer(at: 4, as: UInt32.self, .little).map(Int.init)
      facts.isTurned = image.integer(at: 12, as: Int32.self, .little).map { !$0.isMultiple(of: 180) } ?? false
    }
    facts.colorSpace = .rgb
    facts.hasAlpha = false
    facts.camera = camera(records)
    return facts
  }

  private static func camera(_ records: Records) -> CameraFacts {
    var camera = CameraFacts()
    let names = records[0x080A]?.split(separator: 0, maxSplits: 2)
    camera.make = names?.first.map { String(looselyDecoding: $0) }
    camera.model = names?.dropFirst().first.map { String(looselyDecoding: $0) }
    camera.owner = records[0x0810].map { String(looselyDecoding: $0) }
    camera.captureDate = records[0x180E]?.integer(at: 0, as: UInt32.self, .little).flatMap { CaptureDate.date(localSeconds: Int($0)) }

    // Everything here is in 32nds of a stop, and 0 stands for unknown.
    let shot = { (index: Int) in records[0x102A]?.integer(at: 2 * index, as: Int16.self, .little) }
    // The automatic speed is a multiple of the basic one.
    if let automatic = shot(1), let basic = shot(2), basic != 0 {
      camera.isoSpeed = (100 * Mathematics.powerOfTwo((Double(automatic) + Double(basic)) / 32 - 5)).rounded()
    }
    camera.fNumber = shot(21).flatMap { CameraRange.fNumber(apex: stops($0)) }
    camera.exposureTime = shot(22).flatMap { $0 == 0 ? nil : CameraRange.exposureTime(apex: stops($0)) }
    if let length = records[0x1029]?.integer(at: 2, as: UInt16.self, .little) {
      // Compact cameras count fractions of a millimetre, and say how many it has.
      let units = records[0x102D]?.integer(at: 50, as: UInt16.self, .little) ?? 1
      camera.focalLength = (Double(length) / Double(max(1, units))).rounded(toPlaces: 2)
    }
    return camera
  }

  /// Stops from a number of 32nds, in which 12 and 20 stand for thirds of a stop.
  private static func stops(_ value: Int16) -> Double {
    let (stops, part) = Int(value).magnitude.quotientAndRemainder(dividingBy: 32)
    let size = Double(stops) + (part == 12 ? 1.0 / 3 : part == 20 ? 2.0 / 3 : Double(part) / 32)
    return value < 0 ? -size : size
  }
}

/// The records of a file, those of all heaps together.
private struct Records {
  /// The pixels are larger than this, the settings are smaller.
  private static let maximumRecordLength = 1 << 10
  /// Real files have two levels below the main heap, and fewer than 100 records.
  private static let maximumDepth = 4
  private var remainingCount = 1024
  private var values: [UInt16: [UInt8]] = [:]

  subscript(tag: UInt16) -> [UInt8]? { values[tag] }

  /// Reads the directory of a heap, whose offset is at the end of the heap.
  mutating func read(_ file: FileBytes, heap: Range<Int>, depth: Int) {
    guard let offset = file.integer(at: heap.upperBound - 4, as: UInt32.self, .little) else { return }
    let start = heap.lowerBound + Int(offset)
    let count = file.integer(at: start, as: UInt16.self, .little) ?? 0
    for index in 0..<Int(count) where remainingCount > 0 {
      remainingCount -= 1
      let entry = file.bytes(at: start + 2 + 10 * index, count: 10)
      guard let tag = entry.integer(at: 0, as: UInt16.self, .little), let length = entry.integer(at: 2, as: UInt32.self, .little),
        let position = entry.integer(at: 6, as: UInt32.self, .little)
      else { return }
      // The highest bits say where the value is: in the heap, or in place of its length and position.
      if tag & 0xC000 == 0x4000 {
        values[tag & 0x3FFF] = Array(entry.dropFirst(2))
        continue
      }
      let value = (heap.lowerBound + Int(position))..<(heap.lowerBound + Int(position) + Int(length))
      guard tag & 0xC000 == 0, value.upperBound <= heap.upperBound else { continue }
      if tag & 0x3800 == 0x2800 || tag & 0x3800 == 0x3000 {
        if depth < Self.maximumDepth { read(file, heap: value, depth: depth + 1) }
      } else if value.count <= Self.maximumRecordLength {
        values[tag] = file.bytes(at: value.lowerBound, count: value.count)
      }
    }
  }
}
