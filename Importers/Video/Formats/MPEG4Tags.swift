// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The tags of MPEG-4 files, in any of the four ways to store them: iTunes', QuickTime's two, and
/// 3GPP's.
enum MPEG4Tags {
  private static let maximumLength = 64 << 10

  /// - Parameter boxes: The children of the box `moov`.
  static func read(_ file: FileBytes, _ boxes: [ISOBox], into tags: inout MovieTags) {
    let user = boxes.first { $0.type == "udta" }.map { ISOBox.list(in: file, $0.body) } ?? []
    for list in [boxes, user] {
      if let metadata = list.first(where: { $0.type == "meta" }) { readMetadata(file, metadata, &tags) }
    }
    for box in user { readUserData(file, box, &tags) }
  }

  private static func readMetadata(_ file: FileBytes, _ box: ISOBox, _ tags: inout MovieTags) {
    // In QuickTime files, no version precedes the first child.
    let hasVersion = !file.bytes(at: box.body.lowerBound + 4, count: 4).has("hdlr")
    guard box.body.count > 4 else { return }
    let boxes = ISOBox.list(in: file, (box.body.lowerBound + (hasVersion ? 4 : 0))..<box.body.upperBound)
    let keys = boxes.first { $0.type == "keys" }.map { self.keys(file, $0.body) } ?? []
    guard let list = boxes.first(where: { $0.type == "ilst" }) else { return }
    for item in ISOBox.list(in: file, list.body) {
      let index = file.integer(at: item.body.lowerBound - 4, as: UInt32.self, .big).map { Int($0) - 1 } ?? -1
      let parts = ISOBox.list(in: file, item.body)
      let key = keys.indices.contains(index) ? keys[index] : item.type == "----" ? freeFormName(file, parts) : nil
      let name = keys.indices.contains(index) ? key.flatMap { keyNames[$0] } : itemNames[item.type]
      guard let other = key ?? otherItemNames[item.type] ?? (name == nil ? nil : "") else { continue }
      for data in parts where data.type == "data" && data.body.count > 8 {
        // 1 is UTF-8 and 2 is UTF-16.
        let kind = file.integer(at: data.body.lowerBound, as: UInt32.self, .big)
        let bytes = file.bytes(at: data.body.lowerBound + 8, count: min(data.body.count - 8, maximumLength))
        guard kind == 1 || kind == 2 else { continue }
        let text = kind == 1 ? String(decoding: bytes, as: UTF8.self) : String(bigEndianUTF16: bytes)
        if let name { tags.append(text, to: name) } else { tags.append(text, named: other) }
      }
    }
  }

  /// The name of an item that a program has defined: a version, and then the name.
  private static func freeFormName(_ file: FileBytes, _ parts: [ISOBox]) -> String? {
    guard let body = parts.first(where: { $0.type == "name" })?.body, body.count > 4 else { return nil }
    return String(decoding: file.bytes(at: body.lowerBound + 4, count: min(body.count - 4, 256)), as: UTF8.self)
  }

  /// The names that items refer to by number; `nil` for names in other name spaces.
  private static func keys(_ file: FileBytes, _ body: Range<Int>) -> [String?] {
    guard body.count > 8 else { return [] }
    // Each key looks like a box whose type is the name space.
    return ISOBox.list(in: file, (body.lowerBound + 8)..<body.upperBound).map { key in
      guard key.type == "mdta" else { return nil }
      let name = String(decoding: file.bytes(at: key.body.lowerBound, count: min(key.body.count, 256)), as: UTF8.self)
      return name.split(separator: ".").last.map { name.hasPrefix("com.apple.quicktime.") ? String($0) : name }
    }
  }

  private static func readUserData(_ file: FileBytes, _ box: ISOBox, _ tags: inout MovieTags) {
    let start = box.body.lowerBound
    if box.type == "loci" { return readLocation(file, box, &tags) }
    if let name = threeGPPNames[box.type], box.body.count > 6 {
      // A version and a language precede the text.
      let bytes = file.bytes(at: start + 6, count: min(box.body.count - 6, maximumLength))
      let isUTF16 = bytes.starts(with: [0xFE, 0xFF])
      tags.append(isUTF16 ? String(bigEndianUTF16: Array(bytes.dropFirst(2))) : String(decoding: bytes, as: UTF8.self), to: name)
    } else if let name = itemNames[box.type], let length = file.integer(at: start, as: UInt16.self, .big), Int(length) + 4 <= box.body.count
    {
      tags.append(String(decoding: file.bytes(at: start + 4, count: Int(length)), as: UTF8.self), to: name)
    }
  }

  /// Reads the place of a film as phones write it: a name, and a position in numbers with sixteen binary digits after the
  /// point (3GPP TS 26.244, “loci”).
  private static func readLocation(_ file: FileBytes, _ box: ISOBox, _ tags: inout MovieTags) {
    // A version and a language precede the name, which ends with a zero.
    let bytes = file.bytes(at: box.body.lowerBound + 6, count: min(max(box.body.count - 6, 0), 1024))
    let isUTF16 = bytes.starts(with: [0xFE, 0xFF])
    let width = isUTF16 ? 2 : 1
    guard let end = stride(from: 0, to: bytes.count - width + 1, by: width).first(where: { bytes[$0..<$0 + width].allSatisfy { $0 == 0 } })
    else { return }
    let name = isUTF16 ? String(bigEndianUTF16: Array(bytes[2..<max(2, end)])) : String(decoding: bytes[..<end], as: UTF8.self)
    tags.append(name, named: "location")
    // The role of the place follows, then longitude, latitude and altitude.
    let numbers = (0..<3).map { bytes.integer(at: end + width + 1 + 4 * $0, as: Int32.self, .big).map { Double($0) / 65536 } }
    guard let longitude = numbers[0], let latitude = numbers[1] else { return }
    tags.append(MovieTags.position(latitude: latitude, longitude: longitude, altitude: numbers[2]), to: .location)
  }

  /// The names that people gave to tracks.
  ///
  /// - Parameter boxes: The children of the box `moov`.
  static func trackNames(_ file: FileBytes, _ boxes: [ISOBox]) -> [String] {
    boxes.filter { $0.type == "trak" }.prefix(MPEG4Movie.maximumTrackCount).flatMap { track in
      ISOBox.list(in: file, track.body).filter { $0.type == "udta" }.flatMap { ISOBox.list(in: file, $0.body) }.compactMap { box in
        // The older kind has a length and a language before the text.
        let skipped = box.type == "name" ? 0 : box.type == "\u{FFFD}nam" ? 4 : nil
        guard let skipped, box.body.count > skipped else { return nil }
        let bytes = file.bytes(at: box.body.lowerBound + skipped, count: min(box.body.count - skipped, maximumLength))
        let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).trimmed
        return name.isEmpty ? nil : name
      }
    }
  }

  /// The byte of the copyright sign in these types is no UTF-8.
  private static let itemNames: [String: MovieTags.Name] = [
    "\u{FFFD}nam": .title, "\u{FFFD}ART": .artist, "\u{FFFD}aut": .artist, "\u{FFFD}alb": .album, "\u{FFFD}cmt": .comment,
    "cprt": .copyright,
    "\u{FFFD}cpy": .copyright, "\u{FFFD}day": .date, "\u{FFFD}des": .description, "desc": .description, "ldes": .description,
    "\u{FFFD}dir": .director, "\u{FFFD}gen": .genre, "\u{FFFD}inf": .description, "\u{FFFD}key": .keywords, "keyw": .keywords,
    "\u{FFFD}mak": .make, "\u{FFFD}mod": .model, "\u{FFFD}prd": .producer, "\u{FFFD}prf": .performer, "\u{FFFD}pub": .publisher,
    "\u{FFFD}swr": .software, "\u{FFFD}too": .encoder, "\u{FFFD}wrt": .composer, "\u{FFFD}xyz": .location,
  ]

  private static let otherItemNames = [
    "catg": "Category", "purl": "purl", "tven": "Episode", "tvnn": "Network", "tvsh": "Series", "\u{FFFD}grp": "Grouping",
    "\u{FFFD}lyr": "Lyrics", "\u{FFFD}nrt": "Narrator", "\u{FFFD}st3": "Subtitle", "\u{FFFD}url": "url", "aART": "contributor",
    "sdes": "description",
  ]

  private static let keyNames: [String: MovieTags.Name] = [
    "album": .album, "artist": .artist, "author": .artist, "comment": .comment, "composer": .composer, "copyright": .copyright,
    "creationdate": .date, "description": .description, "director": .director, "displayname": .title, "encoder": .encoder, "genre": .genre,
    "information": .description, "ISO6709": .location, "keywords": .keywords, "make": .make, "model": .model, "performer": .performer,
    "producer": .producer, "publisher": .publisher, "software": .software, "title": .title,
  ]

  private static let threeGPPNames: [String: MovieTags.Name] = [
    "albm": .album, "auth": .artist, "cprt": .copyright, "dscp": .description, "gnre": .genre, "perf": .performer, "titl": .title,
  ]
}

extension String {
  /// Decodes UTF-16 up to the first NUL.
  init(bigEndianUTF16 bytes: [UInt8]) {
    self.init(decoding: stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }, as: UTF16.self)
  }

  /// Decodes UTF-16 of Windows.
  init(littleEndianUTF16 bytes: [UInt8]) {
    self.init(decoding: stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0 + 1]) << 8 | UInt16(bytes[$0]) }, as: UTF16.self)
  }
}
