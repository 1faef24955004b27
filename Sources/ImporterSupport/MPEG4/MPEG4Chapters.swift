// SPDX-License-Identifier: Apache-2.0

/// The titles of chapters in MPEG-4 and QuickTime files, which are the texts of a track that another
/// track refers to, or a list of Nero's programs. Many files have both.
package enum MPEG4Chapters {
  private static let maximumCount = 4096
  private static let maximumTitleLength = 4 << 10

  /// - Parameter boxes: The children of the box `moov`.
  package static func titles(in file: FileBytes, _ boxes: [ISOBox]) -> [String] {
    let tracks = boxes.filter { $0.type == "trak" }.prefix(256).map { ISOBox.list(in: file, $0.body) }
    let numbers = trackNumbers(in: file, boxes)
    for track in numbers.isEmpty ? [] : tracks where number(of: track, file).map(numbers.contains) ?? false {
      let titles = texts(of: track, file)
      if !titles.isEmpty { return titles }
    }
    return listed(in: file, boxes)
  }

  /// The numbers of the tracks whose texts are titles of chapters.
  ///
  /// - Parameter boxes: The children of the box `moov`.
  package static func trackNumbers(in file: FileBytes, _ boxes: [ISOBox]) -> Set<UInt32> {
    Set(boxes.filter { $0.type == "trak" }.prefix(256).flatMap { references(in: file, ISOBox.list(in: file, $0.body)) })
  }

  // MARK: Tracks

  private static func children(_ file: FileBytes, of boxes: [ISOBox], _ path: String...) -> [ISOBox] {
    path.reduce(boxes) { boxes, type in boxes.first { $0.type == type }.map { ISOBox.list(in: file, $0.body) } ?? [] }
  }

  /// The numbers of the tracks with the chapters of a track.
  private static func references(in file: FileBytes, _ track: [ISOBox]) -> [UInt32] {
    guard let list = children(file, of: track, "tref").first(where: { $0.type == "chap" }) else { return [] }
    return (0..<min(list.body.count / 4, 16)).compactMap { file.integer(at: list.body.lowerBound + 4 * $0, as: UInt32.self, .big) }
  }

  /// The number of a track.
  ///
  /// - Parameter track: The children of its box.
  package static func number(of track: [ISOBox], _ file: FileBytes) -> UInt32? {
    guard let start = track.first(where: { $0.type == "tkhd" })?.body.lowerBound else { return nil }
    return file.integer(at: start + (file.bytes(at: start, count: 1) == [1] ? 20 : 12), as: UInt32.self, .big)
  }

  /// The samples of a track of texts. A track with pictures of the chapters has none.
  private static func texts(of track: [ISOBox], _ file: FileBytes) -> [String] {
    let media = children(file, of: track, "mdia")
    guard let handler = media.first(where: { $0.type == "hdlr" })?.body.lowerBound,
      ["sbtl", "text"].contains(String(decoding: file.bytes(at: handler + 8, count: 4), as: UTF8.self))
    else { return [] }
    let samples = SampleTable(file, children(file, of: media, "minf", "stbl"), maximumCount: maximumCount)
    return samples.ranges.compactMap { range in
      guard let length = file.integer(at: range.lowerBound, as: UInt16.self, .big) else { return nil }
      return title(file.bytes(at: range.lowerBound + 2, count: min(Int(length), range.count - 2, maximumTitleLength)))
    }
  }

  // MARK: Lists

  /// A version, and then for each chapter eight bytes for its start, and a text of up to 255 bytes.
  private static func listed(in file: FileBytes, _ boxes: [ISOBox]) -> [String] {
    guard let list = children(file, of: boxes, "udta").first(where: { $0.type == "chpl" }) else { return [] }
    let bytes = file.bytes(at: list.body.lowerBound, count: min(list.body.count, 256 << 10))
    var offset = bytes.first == 0 ? 4 : 8
    guard offset < bytes.count else { return [] }
    let count = bytes[offset]
    offset += 1
    return (0..<count).compactMap { _ in
      guard offset + 8 < bytes.count else { return nil }
      let length = Int(bytes[offset + 8])
      defer { offset += 9 + length }
      return title(Array(bytes.dropFirst(offset + 9).prefix(length)))
    }
  }

  /// - Returns: `nil` for an empty title.
  private static func title(_ bytes: [UInt8]) -> String? {
    let units = { (order: ByteOrder) in
      stride(from: 2, to: bytes.count, by: 2).compactMap { bytes.integer(at: $0, as: UInt16.self, order) }
    }
    let text =
      switch true {
      case bytes.starts(with: [0xFE, 0xFF]): String(decoding: units(.big), as: UTF16.self)
      case bytes.starts(with: [0xFF, 0xFE]): String(decoding: units(.little), as: UTF16.self)
      default: String(decoding: bytes, as: UTF8.self)
      }
    let title = text.trimmed
    return title.isEmpty ? nil : title
  }
}
