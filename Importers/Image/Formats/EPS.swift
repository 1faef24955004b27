// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// PostScript: the structuring comments at its start, and the first XMP packet. `PostScriptText` runs the program.
enum EPS {
  private static let maximumHeadLength = 64 << 10
  /// Maximum number of bytes that are searched for a packet. Programs write it before the picture.
  private static let maximumSearchLength = 4 << 20

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    let start = Int(program(in: file).lowerBound)
    let head = file.bytes(at: start, count: maximumHeadLength)
    // Pages of other documents have the size of paper, which is none in pixels.
    let isEncapsulated = String(looselyDecoding: head.prefix { $0 != 0x0A && $0 != 0x0D }).contains("EPSF")
    var deferred: Set<String> = []
    for (name, value) in comments(in: head[...]) {
      if name == "%%EndComments" { break }
      if value == "(atend)" { deferred.insert(name) } else { facts.take(name, value, isEncapsulated) }
    }
    // Their values are in the trailer.
    if !deferred.isEmpty {
      let range = program(in: file)
      let end = min(file.count, Int(clamping: range.upperBound))
      let tail = file.bytes(at: max(start, end - maximumHeadLength), count: min(maximumHeadLength, end - start))
      for (name, value) in comments(in: tail[...], isTrailer: true) where deferred.contains(name) && value != "(atend)" {
        facts.take(name, value, isEncapsulated)
      }
    }
    facts.xmp = packet(in: file.bytes(at: start, count: maximumSearchLength))
    return facts
  }

  /// The names and values of the comments in consecutive lines at the start, or in all lines of the trailer.
  private static func comments(in bytes: ArraySlice<UInt8>, isTrailer: Bool = false) -> [(name: String, value: String)] {
    var comments: [(name: String, value: String)] = []
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard line.first == 0x25 || isTrailer, comments.count < 1024 else { break }
      if line.has("%%EndComments") { comments.append(("%%EndComments", "")) }
      guard line.has("%%"), let colon = line.firstIndex(of: 0x3A) else { continue }
      comments.append((String(looselyDecoding: line[..<colon]), String(looselyDecoding: line[(colon + 1)...])))
    }
    return comments
  }

  /// Where the program is. A DOS file also contains a preview image.
  static func program(in file: FileBytes) -> Range<UInt64> {
    guard file.bytes(at: 0, count: 4) == [0xC5, 0xD0, 0xD3, 0xC6], let start = file.integer(at: 4, as: UInt32.self, .little),
      let count = file.integer(at: 8, as: UInt32.self, .little)
    else { return 0..<UInt64.max }
    return UInt64(start)..<UInt64(start) + UInt64(count)
  }

  /// The bytes from the header of the first packet to its trailer.
  private static func packet(in bytes: [UInt8]) -> [UInt8]? {
    guard let start = offset(of: "<?xpacket begin", in: bytes[...]), let end = offset(of: "<?xpacket end", in: bytes[start...]) else {
      return nil
    }
    return Array(bytes[start..<end])
  }

  private static func offset(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let text = Array(text.utf8)
    return bytes.indices.first { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }
  }
}

extension ImageFacts {
  /// - Parameter name: The name of a structuring comment.
  fileprivate mutating func take(_ name: String, _ value: String, _ isEncapsulated: Bool) {
    let text = value.hasPrefix("(") && value.hasSuffix(")") ? String(value.dropFirst().dropLast()) : value
    switch name {
    case "%%Title": texts.append(("Title", text))
    case "%%Creator": texts.append(("Software", text))
    case "%%For": texts.append(("Author", text))
    case "%%CreationDate": texts.append(("Creation Time", text))
    case "%%Copyright": texts.append(("Copyright", text))
    case "%%Keywords", "%%Subject", "%%Version", "%%Routing": texts.append((String(name.dropFirst(2)), text))
    case "%%Pages": pageCount = Int(text.prefix { $0.isNumber })
    case "%%BoundingBox":
      let box = text.split(separator: " ").compactMap { Int($0) }
      if isEncapsulated, box.count == 4, box.allSatisfy({ $0.magnitude < 1 << 30 }) {
        (width, height) = (box[2] - box[0], box[3] - box[1])
      }
    default: break
    }
  }
}
