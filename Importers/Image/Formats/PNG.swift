// SPDX-License-Identifier: Apache-2.0

internal import Compression
internal import ImporterSupport

/// Chunks of a PNG file. Text can follow the pixels, so all chunk headers are read, eight bytes at
/// a time.
enum PNG {
  /// Maximum size of a metadata chunk.
  private static let maximumChunkLength = 16 << 20

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    var offset = 8
    while let length = file.integer(at: offset, as: UInt32.self, .big) {
      let type = file.bytes(at: offset + 4, count: 4)
      if type.count < 4 || type.has("IEND") { break }
      if !type.has("IDAT"), length <= maximumChunkLength {
        facts.readChunk(type, body: { file.bytes(at: offset + 8, count: Int(length)) })
      }
      offset += Int(length) + 12
    }
    return facts
  }
}

extension ImageFacts {
  fileprivate mutating func readChunk(_ type: [UInt8], body: () -> [UInt8]) {
    switch String(decoding: type, as: UTF8.self) {
    case "IHDR": readHeader(body())
    case "tRNS": hasAlpha = true
    case "pHYs":
      let body = body()
      if body.count >= 9, body[8] == 1, let x = body.integer(at: 0, as: UInt32.self, .big),
        let y = body.integer(at: 4, as: UInt32.self, .big)
      {
        resolution = Resolution(perMetre: Double(x), Double(y))
      }
    case "sRGB": profileName = profileName ?? "sRGB IEC61966-2.1"
    case "iCCP": readProfile(body())
    case "eXIf": exif = body()
    case "tEXt": readText(body())
    case "zTXt": readCompressedText(body())
    case "iTXt": readInternationalText(body())
    default: break
    }
  }

  private mutating func readHeader(_ body: [UInt8]) {
    guard body.count >= 10 else { return }
    width = body.integer(at: 0, as: UInt32.self, .big).map(Int.init)
    height = body.integer(at: 4, as: UInt32.self, .big).map(Int.init)
    bitsPerSample = Int(body[8])
    let colorType = body[9]
    colorSpace = colorType & 2 == 0 ? .gray : .rgb
    hasAlpha = colorType & 4 != 0
  }

  private mutating func readProfile(_ body: [UInt8]) {
    guard let end = body.firstIndex(of: 0), end + 2 <= body.count else { return }
    let profile = Deflate.inflated(Array(body[(end + 2)...]), limit: 1 << 20)
    profileName = ICCProfile.name(in: profile) ?? String(looselyDecoding: body[..<end])
  }

  private mutating func readText(_ body: [UInt8]) {
    guard let end = body.firstIndex(of: 0) else { return }
    take(body[(end + 1)...], for: String(looselyDecoding: body[..<end]))
  }

  private mutating func readCompressedText(_ body: [UInt8]) {
    guard let end = body.firstIndex(of: 0), end + 2 <= body.count else { return }
    let text = Deflate.inflated(Array(body[(end + 2)...]), limit: 4 << 20)
    take(text[...], for: String(looselyDecoding: body[..<end]))
  }

  private mutating func take(_ text: ArraySlice<UInt8>, for keyword: String) {
    if let kind = RawProfile.Kind(keyword: keyword) {
      take(RawProfile.decoded(text), kind)
    } else if keyword == "mxfile" || keyword == "mxGraphModel" {
      diagrams.append(String(looselyDecoding: text))
    } else {
      texts.append((keyword, String(looselyDecoding: text)))
    }
  }

  /// Stores a metadata block. The chunks that PNG itself has for it take precedence.
  private mutating func take(_ profile: [UInt8], _ kind: RawProfile.Kind) {
    switch kind {
    case .exif where profile.has("http://ns.adobe.com/xap/1.0/\0"): xmp = xmp ?? Array(profile.dropFirst(29))
    case .exif: exif = exif ?? (profile.has("Exif\0\0") ? Array(profile.dropFirst(6)) : profile)
    case .xmp: xmp = xmp ?? profile
    case .iptc:
      iptc = profile.has("8BIM") ? IPTC.datasets(inPhotoshopResources: Array("Photoshop 3.0\0".utf8) + profile) : profile
    case .color: profileName = profileName ?? ICCProfile.name(in: profile)
    }
  }

  /// Keyword, NUL, compression flag and method, language, NUL, translated keyword, NUL, text.
  private mutating func readInternationalText(_ body: [UInt8]) {
    guard let keywordEnd = body.firstIndex(of: 0), keywordEnd + 3 <= body.count,
      let languageEnd = body[(keywordEnd + 3)...].firstIndex(of: 0),
      let translationEnd = body[(languageEnd + 1)...].firstIndex(of: 0)
    else { return }
    var text = Array(body[(translationEnd + 1)...])
    if body[keywordEnd + 1] == 1 { text = Deflate.inflated(text, limit: 4 << 20) }
    let keyword = String(looselyDecoding: body[..<keywordEnd])
    if keyword == "XML:com.adobe.xmp" {
      xmp = text
    } else {
      texts.append((keyword, String(looselyDecoding: text)))
    }
  }
}
