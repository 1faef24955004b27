// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ImporterSupport
internal import Markup

/// A property set whose format libgsf does not know, but whose properties have the numbers of a document's
/// (Microsoft, “MS-OLEPS”).
struct PropertySet {
  private static let maximumCount = 1024
  private static let maximumTextLength = 64 << 10

  private var texts: [UInt32: String] = [:]
  private var dates: [UInt32: Date] = [:]
  private(set) var numbers: [UInt32: Int32] = [:]

  /// - Returns: `nil` if the stream contains none.
  init?(_ stream: FileBytes) {
    guard stream.integer(at: 0, as: UInt16.self, .little) == 0xFFFE,
      let start = stream.integer(at: 44, as: UInt32.self, .little).map(Int.init),
      let count = stream.integer(at: start + 4, as: UInt32.self, .little)
    else { return nil }
    for index in 0..<min(Int(count), Self.maximumCount) {
      guard let property = stream.integer(at: start + 8 + index * 8, as: UInt32.self, .little),
        let offset = stream.integer(at: start + 12 + index * 8, as: UInt32.self, .little)
      else { return }
      read(property, at: start + Int(offset), stream)
    }
  }

  private mutating func read(_ property: UInt32, at offset: Int, _ stream: FileBytes) {
    guard let type = stream.integer(at: offset, as: UInt16.self, .little),
      let value = stream.integer(at: offset + 4, as: UInt32.self, .little)
    else { return }
    switch type {
    case 3, 19: numbers[property] = Int32(bitPattern: value)
    case 30:
      let bytes = stream.bytes(at: offset + 8, count: min(Int(value), Self.maximumTextLength)).prefix { $0 != 0 }
      texts[property] = StoredCharacters(bytes: Array(bytes), encoding: .windows1252).text
    case 31:
      let bytes = stream.bytes(at: offset + 8, count: min(Int(value), Self.maximumTextLength / 2) * 2)
      texts[property] = StoredCharacters(bytes: bytes, encoding: .wide).text
    case 64:
      guard let ticks = stream.integer(at: offset + 4, as: UInt64.self, .little), ticks > 0 else { return }
      // Tenths of microseconds since 1601.
      dates[property] = Date(timeIntervalSince1970: Double(ticks) / 1e7 - 11_644_473_600)
    default: break
    }
  }

  var facts: DocumentFacts {
    var facts = DocumentFacts()
    func text(_ number: UInt32) -> String? { texts[number].map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 } }
    facts.title = text(2)
    facts.subject = text(3)
    facts.authorNames = text(4)?.listElements(separatedBy: ";") ?? []
    facts.keywords = text(5)?.listElements(separatedBy: ",;") ?? []
    facts.description = text(6)
    facts.editors = text(8)?.listElements(separatedBy: ";") ?? []
    facts.created = dates[12]
    facts.modified = dates[13]
    facts.pageCount = numbers[14].map { Int($0) }
    facts.application = text(18)
    return facts
  }
}

extension StoredCharacters {
  /// The characters before the first zero.
  fileprivate var text: String { String(String(decoding: utf8, as: UTF8.self).prefix { $0 != "\0" }) }
}
