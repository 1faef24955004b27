internal import ImporterSupport

/// The format of a document, according to its first bytes: names are often wrong, and OpenDocument
/// and FictionBook files are compressed or not under the same type.
enum OfficeFormat: Equatable {
  case zip
  case xml
  /// Microsoft's compound file, which wraps an encrypted Office Open XML document.
  case compoundFile
  case unknown

  init(start: [UInt8]) {
    switch true {
    case start.starts(with: [0x50, 0x4B, 3, 4]), start.starts(with: [0x50, 0x4B, 5, 6]): self = .zip
    case start.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]): self = .compoundFile
    // With and without byte order mark, also UTF-16.
    case start.prefix(4).contains(UInt8(ascii: "<")): self = .xml
    default: self = .unknown
    }
  }
}
