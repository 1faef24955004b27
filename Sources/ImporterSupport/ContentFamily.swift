// SPDX-License-Identifier: Apache-2.0

internal import UniformTypeIdentifiers

/// Groups of formats that the first bytes of a file tell apart without doubt.
///
/// Downloads and programs sometimes give a file the name of another format: a page with an error
/// instead of a picture, a video named as a photograph. Looking at a few bytes finds such files, so
/// that libmagic need not examine all files whose names are right.
enum ContentFamily {
  case document
  case media
  case picture
  /// Pictures and archives that are not among the above.
  case binary
  case text

  /// The number of bytes that tell the family.
  static let headByteCount = 64

  /// The family that files of a type belong to; `nil` if the type does not determine their first
  /// bytes.
  init?(tree: [String]) {
    guard let type = tree.first else { return nil }
    if type == "com.adobe.pdf" {
      self = .document
    } else if Self.pictures.contains(type) {
      self = .picture
    } else if tree.contains("public.audiovisual-content") {
      self = .media
    } else if tree.contains(where: Self.binaries.contains), !tree.contains(where: Self.texts.contains) {
      self = .binary
    } else {
      return nil
    }
  }

  /// The family of a file that begins with `head`; `nil` for all other formats.
  init?(head: [UInt8]) {
    switch true {
    case head.has("%PDF-"), Self.isHTML(head): self = .document
    case head.starts(with: [0xFF, 0xD8, 0xFF]), head.starts(with: [0x89]) && head.has("PNG\r\n", at: 1), head.has("GIF8"),
      head.has("RIFF") && head.has("WEBP", at: 8), head.has("ftyp", at: 4) && Self.hasPictureBrand(head):
      self = .picture
    case head.has("ftyp", at: 4), head.has("ID3"), head.has("OggS"), head.has("fLaC"), head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]),
      head.has("RIFF") && (head.has("WAVE", at: 8) || head.has("AVI ", at: 8)):
      self = .media
    case head.count == Self.headByteCount && head.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }): self = .text
    default: return nil
    }
  }

  private static let binaries: Set = ["public.archive", "public.image"]
  private static let texts: Set = [
    "com.adobe.encapsulated-postscript", "com.adobe.postscript", "public.svg-image", "public.text", "public.xbitmap-image",
  ]

  private static let pictures: Set = [
    "com.compuserve.gif", "com.microsoft.bmp", "org.webmproject.webp", "public.avif", "public.heic", "public.heif", "public.jpeg",
    "public.png", "public.tiff",
  ]

  /// Whether the first brand is one of a picture. Writers of pictures put it first.
  private static func hasPictureBrand(_ head: [UInt8]) -> Bool {
    ["avif", "avis", "crx ", "heic", "heim", "heis", "heix", "hevc", "hevx", "jp2 ", "jxl ", "mif1", "msf1"]
      .contains { head.dropFirst(8).starts(with: $0.utf8) }
  }

  private static func isHTML(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head.drop { $0 <= 0x20 || $0 >= 0x80 }, as: UTF8.self).lowercased()
    return text.hasPrefix("<!doctype html") || text.hasPrefix("<html")
  }
}
