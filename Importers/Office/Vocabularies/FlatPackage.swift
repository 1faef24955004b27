// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import ImporterSupport
internal import Markup

/// Collects the text and the metadata of an Office Open XML document in one XML file, “Flat OPC”: each part is an element.
final class FlatPackage: DocumentHandler {
  private let formats = CellFormats()
  private var properties: [(kind: PartKind, values: ElementValues)] = []
  private var text: [UInt8] = []
  /// What collects the open part.
  private var part: (any XMLHandler)?
  private var depth = 0

  func takeText() -> [UInt8] {
    takePartText()
    defer { text.removeAll(keepingCapacity: true) }
    return text
  }

  private func takePartText() {
    if let part = part as? any TextHandler { text += part.takeText() }
  }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    depth += 1
    if depth == 2, element == "part" { part = handler(attributes["contentType"]?.lowercased()) }
    // The part is in an element for its form.
    if depth > 3 { part?.start(element, attributes) }
  }

  func end(_ element: String) {
    if depth > 3 { part?.end(element) }
    if depth == 2 {
      takePartText()
      if let last = text.last, last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
      part = nil
    }
    depth -= 1
  }

  func add(_ characters: borrowing Span<UInt8>) { if depth > 3 { part?.add(characters) } }

  private func handler(_ contentType: String?) -> (any XMLHandler)? {
    switch contentType.flatMap(PartKind.init) {
    case .content, .notes: return PartText()
    case .sheet: return SheetText(formats)
    case .styles: return formats
    case .workbook: return WorkbookText(formats)
    case .some(let kind) where kind.isProperties:
      let values = ElementValues()
      if properties.count < 64 { properties.append((kind, values)) }
      return values
    default: return nil
    }
  }

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    for (kind, values) in properties { attributes.take(values, kind) }
  }
}
