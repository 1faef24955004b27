// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// OpenEXR: the attributes in the header.
enum OpenEXR {
  private static let maximumHeaderLength = 1 << 20
  private static let maximumAttributeCount = 1024

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    let header = file.bytes(at: 0, count: maximumHeaderLength)
    facts.colorSpace = .rgb
    var offset = 8
    for _ in 0..<maximumAttributeCount {
      // Each attribute has a name, a type, a length and a value; an empty name ends the list.
      guard let name = text(header, &offset), !name.isEmpty, let type = text(header, &offset),
        let length = header.integer(at: offset, as: UInt32.self, .little)
      else { break }
      let value = header.dropFirst(offset + 4).prefix(Int(length))
      if name == "displayWindow" || name == "dataWindow" && facts.width == nil, type == "box2i" {
        let corners = (0..<4).compactMap { value.integer(at: 4 * $0, as: Int32.self, .little) }.map(Int.init)
        if corners.count == 4 { (facts.width, facts.height) = (corners[2] - corners[0] + 1, corners[3] - corners[1] + 1) }
      } else if type == "string", let keyword = keywords[name] {
        facts.texts.append((keyword, String(looselyDecoding: value)))
      }
      offset += 4 + Int(length)
    }
    return facts
  }

  private static let keywords = ["comments": "Comment", "owner": "Copyright"]

  /// A text up to a NUL; `nil` without one.
  private static func text(_ bytes: [UInt8], _ offset: inout Int) -> String? {
    guard offset < bytes.count, let end = bytes[offset...].prefix(256).firstIndex(of: 0) else { return nil }
    defer { offset = end + 1 }
    return String(looselyDecoding: bytes[offset..<end])
  }
}
