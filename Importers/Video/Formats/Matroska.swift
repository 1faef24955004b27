// SPDX-License-Identifier: Apache-2.0

internal import Compression
internal import Foundation
internal import ImporterSupport

/// Matroska and WebM files: EBML elements, of which only the ones outside the clusters are read.
enum Matroska {
  static func read(_ file: FileBytes) -> Movie {
    var reader = MatroskaReader(file)
    reader.read()
    return reader.movie
  }

  /// Appends the texts of subtitles, which are among the pictures.
  static func readSubtitles(_ file: FileBytes, into subtitles: inout Subtitles) {
    var reader = MatroskaReader(file)
    reader.read()
    reader.readSubtitles(into: &subtitles)
  }
}

/// Walks through the elements of a file.
private struct MatroskaReader {
  private let file: FileBytes
  private(set) var movie = Movie()
  /// Level-one elements that have been read, by offset: an index may list one twice, or itself.
  private var known: Set<Int> = []
  private var segment = 0..<0
  /// The first cluster, and the index of clusters.
  private var firstCluster: Int?
  private var cues: Element?
  /// The tracks of texts, by their numbers.
  private var textTracks: [UInt64: TextTrack] = [:]

  /// How texts of a track are stored.
  private struct TextTrack {
    var codec: String
    /// Bytes that were removed from the start of each text.
    var prefix: [UInt8] = []
    var isDeflated = false
    var isReadable = true
  }

  private static let maximumElementCount = 4096
  private static let maximumTextLength = 64 << 10
  /// Nanoseconds from 1970 to 2001, the epoch of Matroska.
  private static let epoch = 978_307_200.0

  init(_ file: FileBytes) { self.file = file }

  mutating func read() {
    for element in elements(in: 0..<file.count) where element.id == 0x1853_8067 {
      segment = element.body
      readSegment()
      return
    }
  }

  private mutating func readSegment() {
    for element in elements(in: segment) {
      // The clusters contain the streams; an index before them tells what comes after them.
      if element.id == 0x1F43_B675 {
        firstCluster = element.offset
        return
      }
      readTopLevel(element)
    }
  }

  private mutating func readTopLevel(_ element: Element) {
    guard known.count < 64, known.insert(element.body.lowerBound).inserted else { return }
    switch element.id {
    case 0x114D_9B74: readIndex(element)
    case 0x1549_A966: readInformation(element)
    case 0x1C53_BB6B: cues = element
    case 0x1654_AE6B: for track in elements(in: element.body) where track.id == 0xAE { readTrack(track) }
    case 0x1254_C367: for tag in elements(in: element.body) where tag.id == 0x7373 { readTag(tag) }
    case 0x1043_A770: readTexts(of: [0x85], below: element, depth: 4)
    case 0x1941_A469: readTexts(of: [0x466E, 0x467E], below: element, depth: 2)
    default: break
    }
  }

  private mutating func readIndex(_ index: Element) {
    for entry in elements(in: index.body) where entry.id == 0x4DBB {
      guard let position = elements(in: entry.body).first(where: { $0.id == 0x53AC }).flatMap(integer),
        let offset = Int(exactly: position), offset < segment.count
      else { continue }
      if let element = element(at: segment.lowerBound + offset, end: segment.upperBound) { readTopLevel(element) }
    }
  }

  private mutating func readInformation(_ information: Element) {
    var scale = 1_000_000.0
    var units: Double?
    for element in elements(in: information.body) {
      switch element.id {
      case 0x2A_D7B1: scale = integer(element).map { Double($0) } ?? scale
      case 0x4489: units = float(element)
      case 0x4461:
        movie.creationDate = integer(element).map { Date(timeIntervalSince1970: Self.epoch + Double(Int64(bitPattern: $0)) / 1e9) }
      case 0x7BA9: movie.tags.append(text(element), to: .title)
      case 0x5741: movie.tags.append(text(element), to: .encoder)
      default: break
      }
    }
    movie.duration = units.map { $0 * scale / 1e9 }
  }

  private mutating func readTrack(_ entry: Element) {
    var kind: Movie.Track.Kind?
    var track = Movie.Track(kind: .text, language: "eng")
    var number: UInt64?
    var texts = TextTrack(codec: "")
    for element in elements(in: entry.body) {
      switch element.id {
      case 0x536E: if movie.texts.count < Self.maximumElementCount { movie.texts.append(text(element)) }
      case 0x83: kind = integer(element).flatMap { [1: .video, 2: .sound, 17: .text][$0] }
      case 0xD7: number = integer(element)
      case 0x6D80: for encoding in elements(in: element.body) where encoding.id == 0x6240 { readEncoding(encoding, &texts) }
      case 0x86:
        texts.codec = text(element)
        track.codec = Self.codec(texts.codec)
      case 0x22_B59C: track.language = text(element)
      case 0x22_B59D: track.language = text(element)
      case 0xE0:
        for value in elements(in: element.body) {
          if value.id == 0xB0 { track.width = integer(value).flatMap { Int(exactly: $0) } }
          if value.id == 0xBA { track.height = integer(value).flatMap { Int(exactly: $0) } }
        }
      case 0xE1:
        track.channels = track.channels ?? 1
        for value in elements(in: element.body) {
          if value.id == 0x9F { track.channels = integer(value).flatMap { Int(exactly: $0) } }
          if value.id == 0xB5, track.sampleRate == nil { track.sampleRate = float(value) }
          // The rate after decoding, if it is another one.
          if value.id == 0x78B5 { track.sampleRate = float(value) }
        }
      default: break
      }
    }
    guard let kind, movie.tracks.count < 256 else { return }
    track.kind = kind
    if kind == .text, let number, texts.isReadable, Subtitles.Format(matroska: texts.codec) != nil { textTracks[number] = texts }
    // The default language of the format says nothing about pictures.
    if kind == .video { track.language = nil }
    movie.tracks.append(track)
  }

  /// Reads how the frames of a track are compressed.
  private func readEncoding(_ encoding: Element, _ track: inout TextTrack) {
    for element in elements(in: encoding.body) {
      // 1 is encryption.
      if element.id == 0x5033, integer(element) ?? 0 != 0 { track.isReadable = false }
      guard element.id == 0x5034 else { continue }
      let settings = elements(in: element.body)
      switch settings.first(where: { $0.id == 0x4254 }).flatMap(integer) ?? 0 {
      case 0: track.isDeflated = true
      case 3:
        track.prefix = settings.first { $0.id == 0x4255 }.map { file.bytes(at: $0.body.lowerBound, count: min($0.body.count, 4096)) } ?? []
      default: track.isReadable = false
      }
    }
  }

  /// Reads the tags for the whole file, not those of tracks and chapters, and not those for the
  /// collection that it belongs to.
  private mutating func readTag(_ tag: Element) {
    let children = elements(in: tag.body)
    let target = children.first { $0.id == 0x63C0 }.map { elements(in: $0.body) } ?? []
    let hasOtherTarget = target.contains { [0x63C5, 0x63C4, 0x63C9, 0x63C6].contains($0.id) && integer($0) ?? 0 != 0 }
    let level = target.first { $0.id == 0x68CA }.flatMap(integer) ?? 50
    guard !hasOtherTarget else { return }
    if level > 50 { return readCollection(children) }
    for simple in children where simple.id == 0x67C8 {
      let parts = elements(in: simple.body)
      guard let name = parts.first(where: { $0.id == 0x45A3 }), let value = parts.first(where: { $0.id == 0x4487 }) else { continue }
      let key = text(name).uppercased()
      if let name = Self.tagNames[key] {
        movie.tags.append(text(value), to: name)
      } else if key == "LYRICS" {
        if movie.texts.count < Self.maximumElementCount { movie.texts.append(text(value)) }
      } else {
        movie.tags.append(text(value), named: text(name))
      }
    }
  }

  /// Reads the title of the series or the edition that the file belongs to.
  private mutating func readCollection(_ children: [Element]) {
    for simple in children where simple.id == 0x67C8 {
      let parts = elements(in: simple.body)
      guard let name = parts.first(where: { $0.id == 0x45A3 }), let value = parts.first(where: { $0.id == 0x4487 }) else { continue }
      if text(name).uppercased() == "TITLE" { movie.tags.append(text(value), named: "Series") }
    }
  }

  /// Collects the texts of elements at any level below another one.
  private mutating func readTexts(of identifiers: [UInt32], below parent: Element, depth: Int) {
    for element in elements(in: parent.body) {
      if identifiers.contains(element.id) {
        if movie.texts.count < Self.maximumElementCount { movie.texts.append(text(element)) }
      } else if depth > 0, [0x45B9, 0xB6, 0x80, 0x61A7].contains(element.id) {
        readTexts(of: identifiers, below: element, depth: depth - 1)
      }
    }
  }

  private static func codec(_ identifier: String) -> String? {
    let known = [
      "V_MPEG4/ISO/AVC": "H.264", "V_MPEGH/ISO/HEVC": "HEVC", "V_AV1": "AV1", "V_VP8": "VP8", "V_VP9": "VP9", "V_THEORA": "Theora",
      "V_MPEG1": "MPEG-1", "V_MPEG2": "MPEG-2", "V_MPEG4/ISO/SP": "MPEG-4", "V_MPEG4/ISO/ASP": "MPEG-4", "V_MPEG4/ISO/AP": "MPEG-4",
      "V_MPEG4/MS/V3": "MS-MPEG4 v3", "V_MJPEG": "Motion JPEG", "V_PRORES": "ProRes", "V_FFV1": "FFV1", "A_AAC": "AAC", "A_AC3": "AC-3",
      "A_EAC3": "E-AC-3", "A_MPEG/L3": "MP3", "A_MPEG/L2": "MP2", "A_VORBIS": "Vorbis", "A_OPUS": "Opus", "A_FLAC": "FLAC", "A_DTS": "DTS",
      "A_TRUEHD": "TrueHD", "A_ALAC": "Apple Lossless", "A_PCM/INT/LIT": "PCM", "A_PCM/INT/BIG": "PCM", "A_PCM/FLOAT/IEEE": "PCM",
      "S_TEXT/UTF8": "SubRip", "S_TEXT/ASS": "ASS", "S_TEXT/SSA": "SSA", "S_TEXT/WEBVTT": "WebVTT", "S_VOBSUB": "VobSub",
      "S_HDMV/PGS": "PGS", "S_DVBSUB": "DVB Subtitles",
    ]
    if let name = known[identifier] { return name }
    // Profiles of AAC and variants of DTS follow the name of the codec.
    if let name = known.first(where: { identifier.hasPrefix($0.key + "/") })?.value { return name }
    return identifier.isEmpty ? nil : identifier
  }

  private static let tagNames: [String: MovieTags.Name] = [
    "ACTOR": .performer, "ALBUM": .album, "ARTIST": .artist, "COMMENT": .comment, "COMPOSER": .composer,
    "COPYRIGHT": .copyright, "DATE": .date, "DATE_RECORDED": .date, "DATE_RELEASED": .date, "DESCRIPTION": .description,
    "DIRECTOR": .director,
    "ENCODER": .encoder, "GENRE": .genre, "KEYWORDS": .keywords, "LEAD_PERFORMER": .performer, "LYRICIST": .lyricist,
    "PART_NUMBER": .trackNumber, "PRODUCER": .producer,
    "PUBLISHER": .publisher, "SUMMARY": .description, "SYNOPSIS": .description, "TITLE": .title,
  ]
}

extension MatroskaReader {
  private struct Element {
    /// With the bits that tell its length, as in the documentation of the format.
    let id: UInt32
    let body: Range<Int>
    /// The offset of the element itself.
    let offset: Int
  }

  /// The elements in a range. One with an invalid length ends the list.
  private func elements(in range: Range<Int>, maximumCount: Int = maximumElementCount) -> [Element] {
    var elements: [Element] = []
    var offset = range.lowerBound
    while elements.count < maximumCount, let element = element(at: offset, end: range.upperBound) {
      elements.append(element)
      // Clusters end the list of a segment: they are many, and the index tells what comes after
      // them.
      if element.id == 0x1F43_B675 { break }
      offset = element.body.upperBound
    }
    return elements
  }

  private func element(at offset: Int, end: Int) -> Element? {
    let header = file.bytes(at: offset, count: 12)
    guard let first = header.first, first >= 0x10 else { return nil }
    let idLength = first.leadingZeroBitCount + 1
    guard header.count > idLength, case let lengthByte = header[idLength], lengthByte > 0 else { return nil }
    let sizeLength = lengthByte.leadingZeroBitCount + 1
    guard header.count >= idLength + sizeLength else { return nil }
    let id = header[..<idLength].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let mask = UInt64(1) << (7 * UInt64(sizeLength)) - 1
    let size = header[idLength..<(idLength + sizeLength)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & mask
    let start = offset + idLength + sizeLength
    // All ones: the element extends to the end of the one around it. Files that are cut end in the
    // middle of an element.
    let length = size == mask ? end - start : Int(clamping: min(size, UInt64(max(0, end - start))))
    guard start <= end, length >= 0 else { return nil }
    return Element(id: id, body: start..<(start + length), offset: offset)
  }

  private func integer(_ element: Element) -> UInt64? {
    guard element.body.count <= 8 else { return nil }
    return file.bytes(at: element.body.lowerBound, count: element.body.count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func float(_ element: Element) -> Double? {
    guard let bits = integer(element) else { return nil }
    return element.body.count == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }

  private func text(_ element: Element) -> String {
    let bytes = file.bytes(at: element.body.lowerBound, count: min(element.body.count, Self.maximumTextLength))
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

// MARK: Subtitles

extension MatroskaReader {
  /// Maximum number of texts, of entries of an index, and of blocks that are examined without one.
  private static let maximumCueCount = 1 << 17
  private static let maximumBlockCount = 1 << 18

  /// Reads the texts where the index says that they are. Without an index of texts, all blocks are examined.
  mutating func readSubtitles(into subtitles: inout Subtitles) {
    guard !textTracks.isEmpty else { return }
    var remaining = Self.maximumBlockCount
    let positions = textPositions()
    if !positions.isEmpty {
      var last: (cluster: Int, body: Range<Int>)?
      for (cluster, relative) in positions where !subtitles.isFull {
        let start = segment.lowerBound + cluster
        if last?.cluster != cluster { last = element(at: start, end: segment.upperBound).map { (cluster, $0.body) } }
        guard let body = last?.body else { continue }
        if let relative {
          guard relative < body.count, let block = element(at: body.lowerBound + relative, end: body.upperBound) else { continue }
          readBlock(block, into: &subtitles)
        } else {
          readCluster(body, &remaining, into: &subtitles)
        }
      }
    } else if var offset = firstCluster {
      while !subtitles.isFull, remaining > 0, let element = element(at: offset, end: segment.upperBound) {
        if element.id == 0x1F43_B675 {
          offset = readCluster(element.body, &remaining, into: &subtitles)
        } else {
          offset = element.body.upperBound
        }
        if offset <= element.offset { break }
      }
    }
    if remaining <= 0 { subtitles.isComplete = false }
  }

  /// Where the index says that texts are: the offset of a cluster, and the offset in it if the index knows it.
  private func textPositions() -> [(cluster: Int, relative: Int?)] {
    guard let cues else { return [] }
    var positions: [(cluster: Int, relative: Int?)] = []
    var scanned: Set<Int> = []
    for point in elements(in: cues.body, maximumCount: Self.maximumCueCount) where point.id == 0xBB {
      for track in elements(in: point.body) where track.id == 0xB7 {
        let fields = elements(in: track.body)
        let field = { (id: UInt32) in fields.first { $0.id == id }.flatMap(integer) }
        guard let number = field(0xF7), textTracks[number] != nil, let cluster = field(0xF1).flatMap({ Int(exactly: $0) }),
          cluster < segment.count
        else { continue }
        let relative = field(0xF0).flatMap { Int(exactly: $0) }
        if relative == nil, !scanned.insert(cluster).inserted { continue }
        positions.append((cluster, relative))
      }
    }
    return positions
  }

  /// Reads the blocks of a cluster of texts.
  ///
  /// - Returns: The offset of its end. One of unknown length ends with the next one.
  @discardableResult
  private func readCluster(_ body: Range<Int>, _ remaining: inout Int, into subtitles: inout Subtitles) -> Int {
    var offset = body.lowerBound
    while remaining > 0, let block = element(at: offset, end: body.upperBound), block.id != 0x1F43_B675 {
      remaining -= 1
      readBlock(block, into: &subtitles)
      guard block.body.upperBound > offset else { break }
      offset = block.body.upperBound
    }
    return offset
  }

  /// Reads a block, or the block in a group, if its track has texts.
  private func readBlock(_ element: Element, into subtitles: inout Subtitles) {
    let block: Element
    switch element.id {
    case 0xA3: block = element
    case 0xA0:
      // The block of other tracks is large, and what follows it is not read.
      guard let first = elements(in: element.body, maximumCount: 4).first(where: { $0.id == 0xA1 }) else { return }
      block = first
    default: return
    }
    // The number of the track, a time, and flags.
    let header = file.bytes(at: block.body.lowerBound, count: 12)
    guard let first = header.first, first > 0 else { return }
    let length = first.leadingZeroBitCount + 1
    guard header.count >= length + 3 else { return }
    let number = header[1..<length].reduce(UInt64(first) & (0xFF >> UInt64(length))) { $0 << 8 | UInt64($1) }
    // Texts are never several in one block.
    guard let track = textTracks[number], header[length + 2] & 0x06 == 0 else { return }
    let start = block.body.lowerBound + length + 3
    guard start < block.body.upperBound else { return }
    var bytes = track.prefix + file.bytes(at: start, count: min(block.body.upperBound - start, Self.maximumTextLength))
    if track.isDeflated { bytes = Deflate.inflated(bytes, limit: Self.maximumTextLength) }
    if let format = Subtitles.Format(matroska: track.codec) { subtitles.append(bytes, format) }
  }
}
