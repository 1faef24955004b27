// SPDX-License-Identifier: Apache-2.0

internal import CGMime
internal import DocumentImporter
internal import Foundation
internal import ImporterSupport

/// A header as it stands in the message, and its text.
///
/// Most programs end each encoded word with the padding of base64, at which a decoder that joins the words before it decodes them stops. So
/// they are decoded one by one, and only a character that is divided between two words is put together (RFC 2047).
struct RawHeader {
  let name: String
  /// The parts of the value: bytes of words with the name of their encoding, and other bytes.
  private let parts: [Part]

  fileprivate enum Part {
    case plain([UInt8])
    case encoded([UInt8], charset: String)
  }

  /// Longer values are not of a message.
  private static let maximumByteCount = 1 << 18

  init(name: String, value: [UInt8]) {
    self.name = name
    parts = Self.parts(of: Array(value.prefix(Self.maximumByteCount)))
  }

  /// The headers with the given names in lower case, in the order of the message.
  static func all(of object: UnsafeMutablePointer<GMimeObject>, named names: Set<String>)
    -> [RawHeader]
  {
    let count = min(unsafe gmime_header_count(object), maximumCount)
    return (0..<max(count, 0)).compactMap { index in
      guard
        let name = unsafe gmime_header_name(object, index).map({
          unsafe String(cString: $0).lowercased()
        }), names.contains(name),
        let value = unsafe gmime_header_raw_value(object, index)
      else { return nil }
      return unsafe RawHeader(
        name: name,
        value: Array(UnsafeBufferPointer(start: value, count: strlen(value))).map {
          UInt8(bitPattern: $0)
        })
    }
  }

  /// More headers are not of a message.
  private static let maximumCount: CInt = 1 << 12

  /// Whether the value has encoded words or bytes beyond ASCII.
  var isUnusual: Bool {
    parts.contains { part in
      switch part {
      case .plain(let bytes): bytes.contains { $0 >= 0x80 }
      case .encoded: true
      }
    }
  }

  /// The texts in the header that do not tell their encoding, with marks for ``UndeclaredTexts``.
  var undeclaredTexts: [String] {
    parts.map { part in
      switch part {
      case .plain(let bytes): UndeclaredTexts.marked(bytes)
      case .encoded(let bytes, let charset):
        DeclaredTextDecoder.text(bytes, declared: charset) == nil
          ? UndeclaredTexts.marked(bytes) : ""
      }
    }
  }

  /// The text of the value.
  ///
  /// - Parameter undeclared: What texts without an encoding are.
  func text(_ undeclared: UndeclaredTexts) -> String {
    parts.map { part in
      switch part {
      case .plain(let bytes): undeclared.decoded(UndeclaredTexts.marked(bytes))
      case .encoded(let bytes, let charset):
        DeclaredTextDecoder.text(bytes, declared: charset)
          ?? undeclared.decoded(UndeclaredTexts.marked(bytes))
      }
    }.joined()
  }

  /// The value as it would stand in the message if each run of encoded words were one in UTF-8, for a parser of addresses.
  func rewritten(_ undeclared: UndeclaredTexts) -> String {
    parts.map { part in
      switch part {
      case .plain(let bytes): return undeclared.decoded(UndeclaredTexts.marked(bytes))
      case .encoded(let bytes, let charset):
        let text =
          DeclaredTextDecoder.text(bytes, declared: charset)
          ?? undeclared.decoded(UndeclaredTexts.marked(bytes))
        return "=?utf-8?B?\(Data(text.utf8).base64EncodedString())?="
      }
    }.joined()
  }

  private static func parts(of value: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var plain: [UInt8] = []
    var index = 0
    while index < value.count {
      guard let word = EncodedWord(value[index...]) else {
        plain.append(value[index])
        index += 1
        continue
      }
      index += word.byteCount
      let isJoined = plain.allSatisfy { [0x20, 0x09, 0x0D, 0x0A].contains($0) }
      // White space between words is not part of the text.
      if isJoined, case .encoded(let bytes, let charset)? = parts.last, charset == word.charset {
        parts[parts.count - 1] = .encoded(bytes + word.bytes, charset: charset)
      } else {
        if !isJoined || parts.isEmpty || !parts.endsWithWord { parts.append(.plain(plain)) }
        parts.append(.encoded(word.bytes, charset: word.charset))
      }
      plain = []
    }
    parts.append(.plain(plain))
    return parts
  }
}

extension [RawHeader.Part] {
  fileprivate var endsWithWord: Bool { if case .encoded? = last { true } else { false } }
}
