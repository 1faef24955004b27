// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ImporterSupport

/// MPEG-4, QuickTime and 3GPP files.
enum MPEG4Movie {
  /// Seconds from 1904, the epoch of QuickTime, to 1970.
  private static let epoch = 2_082_844_800.0
  static let maximumTrackCount = 256

  static func read(_ file: FileBytes) -> Movie {
    var movie = Movie()
    let boxes = ISOBox.list(in: file, 0..<file.count)
    guard let index = boxes.firstIndex(where: { $0.type == "moov" }) else { return movie }
    movie.isStreamable = !boxes[..<index].contains { $0.type == "mdat" }
    let children = ISOBox.list(in: file, boxes[index].body)
    if let packed = children.first(where: { $0.type == "cmov" }), let header = CompressedHeader.unpacked(file, packed.body) {
      var whole = read(FileBytes(header))
      whole.isStreamable = movie.isStreamable
      return whole
    }
    if let header = children.first(where: { $0.type == "mvhd" }), let times = Times(file, header.body) {
      movie.duration = times.seconds
      movie.creationDate = times.creation > epoch ? Date(timeIntervalSince1970: times.creation - epoch) : nil
    }
    // In a file of fragments, only this box knows the length of all of them.
    if movie.duration ?? 0 == 0, let times = movie.fragmentedDuration(file, children) { movie.duration = times }
    movie.tracks = children.filter { $0.type == "trak" }.prefix(maximumTrackCount).compactMap { track(file, $0) }
    MPEG4Tags.read(file, children, into: &movie.tags)
    movie.texts = MPEG4Chapters.titles(in: file, children) + MPEG4Tags.trackNames(file, children)
    return movie
  }

  private static func track(_ file: FileBytes, _ box: ISOBox) -> Movie.Track? {
    let boxes = ISOBox.list(in: file, box.body)
    guard let media = boxes.first(where: { $0.type == "mdia" }) else { return nil }
    let parts = ISOBox.list(in: file, media.body)
    guard let handler = parts.first(where: { $0.type == "hdlr" }) else { return nil }
    guard let kind = kinds[String(decoding: file.bytes(at: handler.body.lowerBound + 8, count: 4), as: UTF8.self)] else { return nil }
    var track = Movie.Track(kind: kind)
    let header = parts.first { $0.type == "mdhd" }
    let times = header.flatMap { Times(file, $0.body) }
    track.language = header?.language(in: file)
    track.isTurned = boxes.first { $0.type == "tkhd" }.map { isTurned(file, $0) } ?? false
    let table = parts.first { $0.type == "minf" }.flatMap { ISOBox.list(in: file, $0.body).first { $0.type == "stbl" } }
    let tables = table.map { ISOBox.list(in: file, $0.body) } ?? []
    if let description = tables.first(where: { $0.type == "stsd" }), description.body.count > 8,
      let entry = ISOBox.list(in: file, (description.body.lowerBound + 8)..<description.body.upperBound).first
    {
      describe(&track, file, entry)
    }
    if let sizes = tables.first(where: { $0.type == "stsz" }), let seconds = times?.seconds, seconds > 0 {
      track.bitRate = Double(byteCount(file, sizes)) * 8 / seconds
    }
    return track
  }

  /// Whether the matrix in the header of a track turns the picture by a right angle: the first row is (0, ±1).
  private static func isTurned(_ file: FileBytes, _ header: ISOBox) -> Bool {
    let matrix = header.body.lowerBound + (file.bytes(at: header.body.lowerBound, count: 1) == [1] ? 52 : 40)
    let row = [0, 4].map { file.integer(at: matrix + $0, as: Int32.self, .big) }
    return row[0] == 0 && (row[1] ?? 0) != 0
  }

  private static let kinds: [String: Movie.Track.Kind] = [
    "clcp": .text, "sbtl": .text, "soun": .sound, "subp": .text, "subt": .text, "text": .text, "vide": .video,
  ]

  private static func describe(_ track: inout Movie.Track, _ file: FileBytes, _ entry: ISOBox) {
    let start = entry.body.lowerBound
    track.codec = CodecName.named(fourCharacters: entry.type)
    switch track.kind {
    case .video:
      track.width = file.integer(at: start + 24, as: UInt16.self, .big).map(Int.init)
      track.height = file.integer(at: start + 26, as: UInt16.self, .big).map(Int.init)
      let type = StreamDescriptor(file, amongBoxesIn: (start + 78)..<max(start + 78, entry.body.upperBound))?.objectType
      track.codec = type.flatMap { CodecName.named(objectType: $0) } ?? track.codec
    case .sound:
      let sound = SoundSampleEntry(file, entry)
      track.channels = sound.channels
      track.sampleRate = sound.sampleRate
      track.codec = (sound.stream?.objectType).flatMap { CodecName.named(objectType: $0) } ?? track.codec
    case .text: return
    }
  }

  /// The sum of the sizes of all samples. All may share one size.
  private static func byteCount(_ file: FileBytes, _ table: ISOBox) -> UInt64 {
    let start = table.body.lowerBound
    guard let common = file.integer(at: start + 4, as: UInt32.self, .big), let count = file.integer(at: start + 8, as: UInt32.self, .big)
    else { return 0 }
    if common > 0 { return UInt64(common) * UInt64(count) }
    let sizes = file.bytes(at: start + 12, count: min(Int(count) * 4, table.body.count - 12, 4 << 20))
    return stride(from: 0, to: sizes.count, by: 4).reduce(0) { $0 + UInt64(sizes.integer(at: $1, as: UInt32.self, .big) ?? 0) }
  }

  /// The times in the header of a movie or a medium.
  fileprivate struct Times {
    /// Seconds since 1904.
    let creation: Double
    let seconds: Double

    init?(_ file: FileBytes, _ body: Range<Int>) {
      let bytes = file.bytes(at: body.lowerBound, count: min(body.count, 48))
      let isLong = bytes.first == 1
      guard let scale = bytes.integer(at: isLong ? 20 : 12, as: UInt32.self, .big), scale > 0 else { return nil }
      let creation =
        isLong
        ? bytes.integer(at: 4, as: UInt64.self, .big).map { Double($0) } : bytes.integer(at: 4, as: UInt32.self, .big).map { Double($0) }
      let units = isLong ? bytes.integer(at: 24, as: UInt64.self, .big) : bytes.integer(at: 16, as: UInt32.self, .big).map(UInt64.init)
      guard let creation, let units else { return nil }
      self.creation = creation
      // All ones mean that the length is unknown.
      seconds = units == (isLong ? .max : UInt64(UInt32.max)) ? 0 : Double(units) / Double(scale)
    }
  }
}

extension Movie {
  fileprivate func fragmentedDuration(_ file: FileBytes, _ boxes: [ISOBox]) -> Double? {
    guard let extends = boxes.first(where: { $0.type == "mvex" }), let header = boxes.first(where: { $0.type == "mvhd" }),
      let length = ISOBox.list(in: file, extends.body).first(where: { $0.type == "mehd" })
    else { return nil }
    let isLongHeader = file.bytes(at: header.body.lowerBound, count: 1) == [1]
    guard let scale = file.integer(at: header.body.lowerBound + (isLongHeader ? 20 : 12), as: UInt32.self, .big), scale > 0 else {
      return nil
    }
    let isLong = file.bytes(at: length.body.lowerBound, count: 1) == [1]
    let units =
      isLong
      ? file.integer(at: length.body.lowerBound + 4, as: UInt64.self, .big).map { Double($0) }
      : file.integer(at: length.body.lowerBound + 4, as: UInt32.self, .big).map { Double($0) }
    return units.map { $0 / Double(scale) }
  }
}
