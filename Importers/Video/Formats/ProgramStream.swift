// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// MPEG program streams, as on DVDs, and streams of MPEG pictures without a container.
enum ProgramStream {
  /// Bytes at both ends of the file that are searched for headers.
  private static let searchedByteCount = 1 << 20

  static func read(_ file: FileBytes) -> Movie {
    var movie = Movie()
    let start = file.bytes(at: 0, count: searchedByteCount)
    if start.starts(with: [0, 0, 1, 0xB3]) {
      movie.tracks = [ElementaryStream.video(start, codec: nil)].compactMap { $0 }
      return movie
    }
    var payloads: [UInt8: [UInt8]] = [:]
    var order: [UInt8] = []
    var times: [Double] = []
    forEachPacket(start) { stream, packet in
      if let time = packet.time { times.append(time) }
      if payloads[stream] == nil { order.append(stream) }
      if payloads[stream, default: []].count < 64 << 10 { payloads[stream, default: []] += packet.payload }
    }
    movie.tracks = order.compactMap { stream in track(stream, payloads[stream] ?? []) }
    let end = file.count > searchedByteCount ? file.bytes(at: file.count - (256 << 10), count: 256 << 10) : []
    var last = times.max()
    forEachPacket(end) { _, packet in if let time = packet.time { last = max(last ?? 0, time) } }
    if let first = times.min(), let last, last > first { movie.duration = last - first + ElementaryStream.lastPictureDuration }
    return movie
  }

  private static func track(_ stream: UInt8, _ payload: [UInt8]) -> Movie.Track? {
    switch stream {
    case 0xE0...0xEF: ElementaryStream.video(payload, codec: nil) ?? Movie.Track(kind: .video)
    case 0xC0...0xDF: ElementaryStream.sound(payload) ?? Movie.Track(kind: .sound)
    // The first byte of a private stream tells the kind: Dolby Digital, DTS, PCM, subtitles.
    case 0xBD:
      switch payload.first ?? 0 {
      case 0x80...0x87: Movie.Track(kind: .sound, codec: "AC-3")
      case 0x88...0x8F: Movie.Track(kind: .sound, codec: "DTS")
      case 0xA0...0xA7: Movie.Track(kind: .sound, codec: "PCM")
      case 0x20...0x3F: Movie.Track(kind: .text, codec: "VobSub")
      default: nil
      }
    default: nil
    }
  }

  private static func forEachPacket(_ bytes: [UInt8], _ body: (UInt8, MPEGPacket) -> Void) {
    var offset = 0
    while offset + 6 < bytes.count {
      guard bytes[offset] == 0, bytes[offset + 1] == 0, bytes[offset + 2] == 1, bytes[offset + 3] >= 0xBC else {
        offset += 1
        continue
      }
      let stream = bytes[offset + 3]
      let length = Int(bytes[offset + 4]) << 8 | Int(bytes[offset + 5])
      let end = min(offset + 6 + length, bytes.count)
      let isMedia = stream == 0xBD || (0xC0...0xEF).contains(stream)
      if isMedia, let packet = MPEGPacket(bytes[offset..<end]) { body(stream, packet) }
      offset = length == 0 ? offset + 4 : end
    }
  }
}

/// A packet of an elementary stream.
struct MPEGPacket {
  /// The presentation time in seconds, if the packet has one.
  private(set) var time: Double?
  private(set) var payload: ArraySlice<UInt8> = []

  /// - Parameter bytes: The packet from its start code on.
  init?(_ bytes: ArraySlice<UInt8>) {
    var offset = bytes.startIndex + 6
    guard offset + 3 < bytes.endIndex else { return nil }
    if bytes[offset] >> 6 == 2 {
      if bytes[offset + 1] & 0x80 != 0 { time = Self.time(bytes, at: offset + 3) }
      offset += 3 + Int(bytes[offset + 2])
    } else {
      // MPEG-1: stuffing, the size of a buffer, then times.
      while offset < bytes.endIndex, bytes[offset] == 0xFF { offset += 1 }
      if offset < bytes.endIndex, bytes[offset] >> 6 == 1 { offset += 2 }
      guard offset < bytes.endIndex else { return nil }
      switch bytes[offset] >> 4 {
      case 2, 3:
        time = Self.time(bytes, at: offset)
        offset += bytes[offset] >> 4 == 2 ? 5 : 10
      default: offset += 1
      }
    }
    payload = offset < bytes.endIndex ? bytes[offset...] : []
  }

  /// 33 bits in units of 1/90,000 second, with marker bits between them.
  private static func time(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Double? {
    guard offset + 5 <= bytes.endIndex else { return nil }
    let part = { (index: Int) in UInt64(bytes[offset + index]) }
    let units = (part(0) >> 1 & 7) << 30 | part(1) << 22 | (part(2) >> 1) << 15 | part(3) << 7 | part(4) >> 1
    return Double(units) / 90_000
  }
}
