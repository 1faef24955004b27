// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport
internal import PropertyLists

/// The format of a document, according to its first bytes: names are often wrong, and OpenDocument
/// and FictionBook files are compressed or not under the same type.
enum OfficeFormat: Equatable {
  case mobipocket
  case zip
  case xml
  /// Microsoft's compound file: a document of Office before 2007, or an encrypted one of a later
  /// version.
  case compoundFile
  case gzip
  /// A binary file of glTF.
  case scene
  /// A binary property list.
  case propertyList
  /// A document of Word 2.
  case earlyWord
  /// A sheet of Excel before version 5.
  case earlyExcel
  /// RTF and plain text, which some programs name as a document of Word.
  case text(typeIdentifier: String)
  case unknown

  /// The number of bytes that tell the format.
  static let startByteCount = 68

  init(start: [UInt8]) {
    switch true {
    case start.has("BOOKMOBI", at: 60): self = .mobipocket
    case start.starts(with: [0x50, 0x4B, 3, 4]), start.starts(with: [0x50, 0x4B, 5, 6]): self = .zip
    case start.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]): self = .compoundFile
    case start.starts(with: [0x1F, 0x8B, 8]): self = .gzip
    case SceneText.begins(start): self = .scene
    case BinaryPropertyList.isBinary(start): self = .propertyList
    case EarlyWord.begins(start): self = .earlyWord
    case ExcelBinary.begins(start): self = .earlyExcel
    // With and without byte order mark, also UTF-16.
    case start.first(where: { !$0.isBlank }) == UInt8(ascii: "<"): self = .xml
    case start.starts(with: Array("{\\rtf".utf8)): self = .text(typeIdentifier: "public.rtf")
    case !start.isEmpty && start.prefix(8).allSatisfy({ $0 >= 0x20 || (0x09...0x0D).contains($0) }):
      self = .text(typeIdentifier: "public.plain-text")
    default: self = .unknown
    }
  }
}

extension UInt8 {
  /// Whether it may precede the first mark of an XML document: white space, a byte order mark, half of a character in UTF-16.
  fileprivate var isBlank: Bool { [0, 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains(self) }
}
