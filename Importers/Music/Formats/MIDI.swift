// SPDX-License-Identifier: Apache-2.0

internal import DocumentImporter
internal import ImporterSupport

/// Standard MIDI files: the duration of the longest track, with tempo changes, and texts.
enum MIDI {
  private static let maximumFileLength = 4 << 20
  private static let maximumLyricsLength = 64 << 10
  private static let maximumTextLength = 4 << 10

  /// The name of the first track is that of the piece.
  static func read(_ file: FileBytes) -> Recording? {
    let bytes = file.bytes(at: 0, count: maximumFileLength)
    guard let length = bytes.integer(at: 4, as: UInt32.self, .big), let division = bytes.integer(at: 12, as: UInt16.self, .big) else {
      return nil
    }
    var tempos: [(tick: Int, microseconds: Int)] = [(0, 500_000)]
    var lastTick = 0
    var tags = Tags()
    var lyrics = ""
    var trackCount = 0
    var offset = 8 + Int(length)
    while bytes.has("MTrk", at: offset), let size = bytes.integer(at: offset + 4, as: UInt32.self, .big) {
      var track = Track(bytes.dropFirst(offset + 8).prefix(Int(size)))
      while let event = track.next() {
        switch event {
        case .tempo(let tempo): tempos.append((track.tick, tempo))
        case .text(let text): tags.append(text, to: "COMMENT")
        case .copyright(let text): tags.append(text, to: "COPYRIGHT")
        case .trackName(let text): if trackCount == 0 { tags.append(text, to: "TITLE") }
        case .lyric(let text): if lyrics.utf8.count < maximumLyricsLength { lyrics += text }
        case .other: break
        }
      }
      trackCount += 1
      lastTick = max(lastTick, track.tick)
      offset += 8 + Int(size)
    }
    var stream = AudioStream()
    stream.duration = seconds(lastTick, tempos.sorted { $0.tick < $1.tick }, division)
    tags.append(lyrics, to: "LYRICS")
    return Recording(stream: stream, tags: tags)
  }

  private static func seconds(_ lastTick: Int, _ tempos: [(tick: Int, microseconds: Int)], _ division: UInt16) -> Double? {
    if division & 0x8000 != 0 {
      // Time is measured in film frames and fractions of them, independent of the tempo.
      let perSecond = -Int(Int8(bitPattern: UInt8(division >> 8))) * Int(division & 0xFF)
      return perSecond > 0 ? Double(lastTick) / Double(perSecond) : nil
    }
    guard division > 0 else { return nil }
    var microseconds = 0.0
    for (index, tempo) in tempos.enumerated() {
      let end = index + 1 < tempos.count ? tempos[index + 1].tick : lastTick
      microseconds += Double(max(0, min(end, lastTick) - tempo.tick)) * Double(tempo.microseconds)
    }
    return microseconds / Double(division) / 1_000_000
  }

  private enum Event {
    /// The microseconds of a quarter note.
    case tempo(Int)
    case text(String)
    case copyright(String)
    case trackName(String)
    /// A syllable, with the white space around it.
    case lyric(String)
    case other
  }

  /// The events of one track.
  private struct Track {
    private(set) var tick = 0
    private var rest: ArraySlice<UInt8>
    private var status: UInt8 = 0

    init(_ bytes: ArraySlice<UInt8>) {
      rest = bytes
    }

    /// Advances by one event. Returns `nil` at the end of the track.
    mutating func next() -> Event? {
      guard let delta = variableLength(), let first = rest.first else { return nil }
      tick += delta
      if first & 0x80 != 0 { status = rest.removeFirst() }
      switch status {
      case 0xFF:
        guard let kind = rest.popFirst(), kind != 0x2F, let length = variableLength() else { return nil }
        defer { rest = rest.dropFirst(length) }
        let body = rest.prefix(min(length, maximumTextLength))
        let text = { UndeclaredTexts.marked(body) }
        switch kind {
        case 0x01: return .text(text())
        case 0x02: return .copyright(text())
        case 0x03: return .trackName(text())
        case 0x05: return .lyric(text())
        case 0x51 where length == 3: return .tempo(rest.prefix(3).reduce(0) { $0 << 8 | Int($1) })
        default: return .other
        }
      case 0xF0, 0xF7:
        guard let length = variableLength() else { return nil }
        rest = rest.dropFirst(length)
      case 0xC0...0xDF: rest = rest.dropFirst(1)
      case 0x80...0xEF: rest = rest.dropFirst(2)
      default: return nil
      }
      return .other
    }

    /// An integer with seven bits per byte and at most four bytes.
    private mutating func variableLength() -> Int? {
      var value = 0
      for _ in 0..<4 {
        guard let byte = rest.popFirst() else { return nil }
        value = value << 7 | Int(byte & 0x7F)
        if byte & 0x80 == 0 { return value }
      }
      return nil
    }
  }
}
