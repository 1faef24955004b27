// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ImporterSupport

/// Matroska and WebM files: EBML elements, of which only the ones outside the clusters are read.
enum Matroska {
  static func read(_ file: FileBytes) -> Movie {
    var reader = MatroskaReader(file)
    reader.read()
    return reader.movie
  }
}

/// Walks through the elements of a file.
private struct MatroskaReader {
  private let file: FileBytes
  private(set) var movie = Movie()
  /// Level-one elements that have been read, by offset: an index may list one twice, or itself.
  private var known: Set<Int> = []
  private var segment = 0..<0

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
      if element.id == 0x1F43_B675 { return }
      readTopLevel(element)
    }
  }

  private mutating func readTopLevel(_ element: Element) {
    guard known.count < 64, known.insert(element.body.lowerBound).inserted else { return }
    switch element.id {
    case 0x114D_9B74: readIndex(element)
    case 0x1549_A966: readInformation(element)
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
    for element in elements(in: entry.body) {
      switch element.id {
      case 0x83: kind = integer(element).flatMap { [1: .video, 2: .sound, 17: .text][$0] }
      case 0x86: track.codec = Self.codec(text(element))
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
    // The default language of the format says nothing about pictures.
    if kind == .video { track.language = nil }
    movie.tracks.append(track)
  }

  /// Reads the tags for the whole file, not those of tracks and chapters, and not those for the
  /// collection that it belongs to.
  private mutating func readTag(_ tag: Element) {
    let children = elements(in: tag.body)
    let target = children.first { $0.id == 0x63C0 }.map { elements(in: $0.body) } ?? []
    let hasOtherTarget = target.contains { [0x63C5, 0x63C4, 0x63C9, 0x63C6].contains($0.id) && integer($0) ?? 0 != 0 }
    let level = target.first { $0.id == 0x68CA }.flatMap(integer) ?? 50
    guard !hasOtherTarget, level <= 50 else { return }
    for simple in children where simple.id == 0x67C8 {
      let parts = elements(in: simple.body)
      guard let name = parts.first(where: { $0.id == 0x45A3 }), let value = parts.first(where: { $0.id == 0x4487 }) else { continue }
      let key = text(name).uppercased()
      if let name = Self.tagNames[key] { movie.tags.append(text(value), to: name) }
      if key == "LYRICS", movie.texts.count < Self.maximumElementCount { movie.texts.append(text(value)) }
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
  }

  /// The elements in a range. One with an invalid length ends the list.
  private func elements(in range: Range<Int>) -> [Element] {
    var elements: [Element] = []
    var offset = range.lowerBound
    while elements.count < Self.maximumElementCount, let element = element(at: offset, end: range.upperBound) {
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
    return Element(id: id, body: start..<(start + length))
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
