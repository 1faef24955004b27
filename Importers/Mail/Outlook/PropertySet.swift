// SPDX-License-Identifier: Apache-2.0

internal import DocumentImporter
internal import Foundation
internal import ImporterSupport

/// The properties of a message, a recipient or an attachment of Outlook (MS-OXPROPS), by the upper half of their tags.
struct PropertySet {
  /// Properties that are used here.
  enum Key: UInt16 {
    case messageClass = 0x001A, subject = 0x0037, submitTime = 0x0039, representedName = 0x0042, representedAddress = 0x0065
    case headers = 0x007D, recipientKind = 0x0C15, senderName = 0x0C1A, senderAddress = 0x0C1F, copies = 0x0E03, receivers = 0x0E04
    case deliveryTime = 0x0E06, normalizedSubject = 0x0E1D, body = 0x1000, compressedRTF = 0x1009, html = 0x1013, identifier = 0x1035
    case name = 0x3001, address = 0x3003, creationTime = 0x3007, attachmentData = 0x3701, attachmentShortName = 0x3704
    case attachmentName = 0x3707, attachmentType = 0x370E, attachmentFlags = 0x3714, smtpAddress = 0x39FE, codePage = 0x3FDE
    case messageCodePage = 0x3FFD, senderSMTPAddress = 0x5D01, representedSMTPAddress = 0x5D02, isHidden = 0x7FFE
  }

  /// Types of values.
  enum Kind {
    static let integer: UInt16 = 0x0003
    static let boolean: UInt16 = 0x000B
    static let object: UInt16 = 0x000D
    static let string: UInt16 = 0x001E
    static let wideString: UInt16 = 0x001F
    static let time: UInt16 = 0x0040
    static let binary: UInt16 = 0x0102
    static let several: UInt16 = 0x1000
  }

  private static let maximumCount = 4096

  private var texts: [UInt16: [String]] = [:]
  /// Texts whose code page is not known yet.
  private var narrowTexts: [UInt16: [[UInt8]]] = [:]
  private var binaries: [UInt16: [UInt8]] = [:]
  private var numbers: [UInt16: UInt32] = [:]
  private var times: [UInt16: Date] = [:]
  /// The code page of texts that are not in Unicode.
  var codePage = 1252
  /// The number of the named property with the categories of a message.
  var categoriesKey: UInt16?

  /// Stores a value of variable length, or an element of a list of them.
  mutating func take(_ bytes: [UInt8], for key: UInt16, kind: UInt16) {
    guard texts.count + binaries.count + narrowTexts.count < Self.maximumCount else { return }
    switch kind & ~Kind.several {
    case Kind.wideString:
      let units = stride(from: 0, to: bytes.count - 1, by: 2).lazy.map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
      texts[key, default: []].append(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
    case Kind.string: narrowTexts[key, default: []].append(Array(bytes.prefix { $0 != 0 }))
    default: if binaries[key] == nil { binaries[key] = bytes }
    }
  }

  /// Stores a value of fixed length, which has at most eight bytes.
  mutating func take(_ value: UInt64, for key: UInt16, kind: UInt16) {
    guard numbers.count + times.count < Self.maximumCount else { return }
    switch kind {
    case Kind.time: times[key] = Self.date(value)
    case Kind.integer: numbers[key] = UInt32(truncatingIfNeeded: value)
    case Kind.boolean: numbers[key] = UInt32(truncatingIfNeeded: value & 0xFFFF)
    default: break
    }
  }

  /// The texts of a property.
  func texts(_ key: UInt16) -> [String] {
    let narrow = narrowTexts[key, default: []].map { String(decoding: CodePage(codePage).utf8($0), as: UTF8.self) }
    return (texts[key] ?? narrow).map(\.trimmed).filter { !$0.isEmpty }
  }

  func text(_ key: Key) -> String? { texts(key.rawValue).first }

  func binary(_ key: Key) -> [UInt8]? { binaries[key.rawValue] }

  /// The bytes of a text in the encoding of the message, or of binary data.
  func bytes(_ key: Key) -> [UInt8]? { binaries[key.rawValue] ?? narrowTexts[key.rawValue]?.first }

  func number(_ key: Key) -> UInt32? { numbers[key.rawValue] }

  func time(_ key: Key) -> Date? { times[key.rawValue] }

  /// The properties whose texts are those of contacts, appointments and tasks.
  var furtherTexts: [String] {
    let keys = Set(texts.keys).union(narrowTexts.keys).filter { (0x3A00..<0x3B00).contains($0) || $0 >= 0x8000 }
    return keys.sorted().flatMap { texts($0) }.filter { $0.utf8.count < 4096 }
  }

  var categories: [String] { categoriesKey.map { texts($0) } ?? [] }

  /// The date of a number of tenths of microseconds since 1601.
  private static func date(_ value: UInt64) -> Date? {
    guard value > 0, value < 1 << 62 else { return nil }
    return Date(timeIntervalSince1970: Double(value) / 1e7 - 11_644_473_600)
  }
}
