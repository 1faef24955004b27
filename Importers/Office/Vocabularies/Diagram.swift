// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

/// Collects the text of a file of draw.io: names of pages, and the labels of shapes, which are often HTML. A page is an element,
/// or characters: a compressed document in Base64 (“mxfile”).
final class Diagram: DocumentHandler {
  /// Longer pages are not unpacked, in characters.
  private static let maximumEncodedLength = 32 << 20
  /// All pages together are unpacked to so many bytes.
  private static let maximumByteCount = 64 << 20
  /// The attributes that contain what people read.
  private static let labels = ["label", "value", "tooltip", "link", "tags"]

  private var buffer = TextBuffer()
  private var encoded: [UInt8] = []
  private var isInPage = false
  private var remainingByteCount = maximumByteCount
  private var pageCount = 0
  private var modified: Date?
  private let isNested: Bool

  /// - Parameter isNested: Whether this is the content of a compressed page, which contains no other.
  init(isNested: Bool = false) { self.isNested = isNested }

  func takeText() -> [UInt8] { buffer.take() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    switch element {
    case "mxfile": modified = attributes["modified"].flatMap { Date(documentDate: $0) }
    case "diagram":
      pageCount += 1
      isInPage = true
      if let name = attributes["name"] { append(name) }
    case "mxCell", "object", "UserObject":
      for name in Self.labels { if let value = attributes[name], !value.isEmpty { append(value.withoutMarkup) } }
      // An object has attributes that people have added.
      if element != "mxCell" { attributes.forEach { name, _, value in if !Self.labels.contains(name), name != "id" { append(value) } } }
    default: break
    }
  }

  private func append(_ label: String) {
    buffer.append(label)
    buffer.separate()
  }

  func end(_ element: String) {
    guard element == "diagram" else { return }
    isInPage = false
    defer { encoded = [] }
    guard !isNested, let page = unpacked(encoded) else { return }
    let diagram = Diagram(isNested: true)
    // A damaged page does not prevent reading the others.
    _ = Result { try XMLParser.parse(page, into: diagram) }
    buffer.append(diagram.takeText().span)
    buffer.separate()
  }

  func add(_ characters: borrowing Span<UInt8>) {
    guard isInPage, !isNested, encoded.count + characters.count <= Self.maximumEncodedLength else { return }
    for index in characters.indices where characters[index] > 0x20 { encoded.append(characters[index]) }
  }

  /// The document in a page: Base64 of Deflate without a header, of text that is percent-encoded.
  private func unpacked(_ encoded: [UInt8]) -> [UInt8]? {
    guard !encoded.isEmpty, let data = Data(base64Encoded: Data(encoded)),
      let packed = try? GzipContent(.none, Array(data)).all(limit: remainingByteCount), !packed.isEmpty
    else { return nil }
    remainingByteCount -= packed.count
    return packed.percentDecoded
  }

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    attributes.contentModificationDate = modified
    if pageCount > 0 { attributes.pageCount = pageCount as NSNumber }
  }
}

extension [UInt8] {
  /// The bytes with `%C3` and the like replaced.
  fileprivate var percentDecoded: [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(count)
    var index = 0
    while index < count {
      if self[index] == UInt8(ascii: "%"), index + 2 < count,
        let value = UInt8(String(decoding: self[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        decoded.append(value)
        index += 3
      } else {
        decoded.append(self[index])
        index += 1
      }
    }
    return decoded
  }
}
