// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// MPEG transport streams, as broadcast and as written by camcorders.
enum TransportStream {
  private static let searchedByteCount = 2 << 20

  /// The offset of the first packet and the distance of packets; camcorders write four bytes before
  /// each. `nil` if the file is no transport stream.
  static func packetLayout(of file: FileBytes) -> (start: Int, stride: Int)? {
    for (start, stride) in [(0, 188), (4, 192)] {
      let marks = (0..<5).map { file.bytes(at: start + $0 * stride, count: 1) }
      if marks.allSatisfy({ $0 == [0x47] }) { return (start, stride) }
    }
    return nil
  }

  static func read(_ file: FileBytes) -> Movie {
    guard let (start, stride) = packetLayout(of: file) else { return Movie() }
    var demultiplexer = Demultiplexer()
    demultiplexer.read(file.bytes(at: start, count: searchedByteCount), stride: stride)
    var movie = Movie()
    movie.tracks = demultiplexer.tracks
    let endOffset = max(0, (file.count - (1 << 20) - start) / stride * stride) + start
    var end = demultiplexer.withoutPayloads
    if endOffset > start + searchedByteCount { end.read(file.bytes(at: endOffset, count: 2 << 20), stride: stride) }
    if let first = demultiplexer.firstTime, let last = end.lastTime ?? demultiplexer.lastTime {
      // The clock has 33 bits.
      movie.duration = (last >= first ? last - first : last - first + 95_443.717_69) + ElementaryStream.lastPictureDuration
    }
    return movie
  }
}

/// Sorts the packets of a transport stream by their streams.
private struct Demultiplexer {
  private struct Stream {
    let kind: UInt8
    var language: String?
    var payload: [UInt8] = []
  }

  private var programs: Set<Int> = []
  private var order: [Int] = []
  private var streams: [Int: Stream] = [:]
  private(set) var firstTime: Double?
  private(set) var lastTime: Double?

  private static let maximumPayloadLength = 64 << 10

  var tracks: [Movie.Track] {
    order.compactMap { identifier in
      guard let stream = streams[identifier], var track = Self.track(stream.kind, stream.payload) else { return nil }
      track.language = stream.language
      return track
    }
  }

  /// The same streams, to read the times of another part of the file.
  var withoutPayloads: Demultiplexer {
    var copy = self
    for identifier in order { copy.streams[identifier]?.payload = [] }
    copy.lastTime = nil
    return copy
  }

  mutating func read(_ bytes: [UInt8], stride: Int) {
    var offset = 0
    while offset + 188 <= bytes.count {
      if bytes[offset] == 0x47 { readPacket(bytes[offset..<(offset + 188)]) }
      offset += stride
    }
  }

  private mutating func readPacket(_ packet: ArraySlice<UInt8>) {
    let start = packet.startIndex
    let isStart = packet[start + 1] & 0x40 != 0
    let identifier = Int(packet[start + 1] & 0x1F) << 8 | Int(packet[start + 2])
    let control = packet[start + 3] >> 4 & 3
    let offset = start + 4 + (control & 2 != 0 ? 1 + Int(packet[start + 4]) : 0)
    guard control & 1 != 0, offset < packet.endIndex else { return }
    let body = packet[offset...]
    if identifier == 0 || programs.contains(identifier) {
      guard isStart, let section = body.first.map({ body.dropFirst(1 + Int($0)) }) else { return }
      if identifier == 0 { readPrograms(Array(section)) } else { readStreams(Array(section)) }
    } else if streams[identifier] != nil {
      readPayload(body, of: identifier, isStart: isStart)
    }
  }

  private mutating func readPrograms(_ section: [UInt8]) {
    guard section.count > 8, section[0] == 0 else { return }
    let length = min(3 + (Int(section[1] & 0x0F) << 8 | Int(section[2])) - 4, section.count)
    for offset in Swift.stride(from: 8, to: length - 3, by: 4) {
      let identifier = Int(section[offset + 2] & 0x1F) << 8 | Int(section[offset + 3])
      let number = Int(section[offset]) << 8 | Int(section[offset + 1])
      if number != 0, programs.count < 64 { programs.insert(identifier) }
    }
  }

  private mutating func readStreams(_ section: [UInt8]) {
    guard section.count > 12, section[0] == 2 else { return }
    let length = min(3 + (Int(section[1] & 0x0F) << 8 | Int(section[2])) - 4, section.count)
    var offset = 12 + (Int(section[10] & 0x0F) << 8 | Int(section[11]))
    while offset + 5 <= length {
      let identifier = Int(section[offset + 1] & 0x1F) << 8 | Int(section[offset + 2])
      let descriptors = Int(section[offset + 3] & 0x0F) << 8 | Int(section[offset + 4])
      let next = offset + 5 + descriptors
      if streams[identifier] == nil, order.count < 64 {
        order.append(identifier)
        streams[identifier] = Stream(
          kind: Self.kind(section[offset], Array(section[min(offset + 5, length)..<min(next, length)])),
          language: Self.language(Array(section[min(offset + 5, length)..<min(next, length)])))
      }
      offset = next
    }
  }

  private mutating func readPayload(_ body: ArraySlice<UInt8>, of identifier: Int, isStart: Bool) {
    guard isStart else {
      if let count = streams[identifier]?.payload.count, count > 0, count < Self.maximumPayloadLength {
        streams[identifier]?.payload += body
      }
      return
    }
    guard body.starts(with: [0, 0, 1]), let packet = MPEGPacket(body) else { return }
    if let time = packet.time {
      firstTime = min(firstTime ?? time, time)
      lastTime = max(lastTime ?? time, time)
    }
    if let count = streams[identifier]?.payload.count, count < Self.maximumPayloadLength { streams[identifier]?.payload += packet.payload }
  }

  /// The stream type; for private data, that of the codec that a descriptor names.
  private static func kind(_ type: UInt8, _ descriptors: [UInt8]) -> UInt8 {
    guard type == 6 else { return type }
    var offset = 0
    while offset + 2 <= descriptors.count {
      switch descriptors[offset] {
      case 0x6A: return 0x81
      case 0x7A: return 0x87
      case 0x7B: return 0x82
      case 0x56, 0x59: return 0x90
      default: offset += 2 + Int(descriptors[offset + 1])
      }
    }
    return type
  }

  private static func language(_ descriptors: [UInt8]) -> String? {
    var offset = 0
    while offset + 5 <= descriptors.count {
      if [0x0A, 0x56, 0x59].contains(descriptors[offset]) {
        return String(decoding: descriptors[(offset + 2)..<(offset + 5)], as: UTF8.self)
      }
      offset += 2 + Int(descriptors[offset + 1])
    }
    return nil
  }

  private static func track(_ kind: UInt8, _ payload: [UInt8]) -> Movie.Track? {
    let videos: [UInt8: String] = [1: "MPEG-1", 2: "MPEG-2", 0x10: "MPEG-4", 0x1B: "H.264", 0x24: "HEVC", 0xEA: "VC-1"]
    if let codec = videos[kind] { return ElementaryStream.video(payload, codec: codec) ?? Movie.Track(kind: .video, codec: codec) }
    // Private data, whose format nothing declares.
    if kind == 6 { return payload.first == 0xFF ? ElementaryStream.sound(payload) : nil }
    let sounds: [UInt8: String] = [
      3: "MPEG Audio", 4: "MPEG Audio", 0x0F: "AAC", 0x11: "AAC", 0x80: "PCM", 0x81: "AC-3", 0x82: "DTS", 0x87: "E-AC-3",
    ]
    guard let codec = sounds[kind] else { return kind == 0x90 ? Movie.Track(kind: .text, codec: "DVB Subtitles") : nil }
    let hasHeader = [3, 4, 0x0F].contains(kind)
    return hasHeader ? ElementaryStream.sound(payload) ?? Movie.Track(kind: .sound, codec: codec) : Movie.Track(kind: .sound, codec: codec)
  }
}
