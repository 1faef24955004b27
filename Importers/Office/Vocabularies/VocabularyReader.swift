// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

/// Collects the text and the metadata of a document in an XML vocabulary.
final class VocabularyReader: DocumentHandler {
  private let vocabulary: XMLVocabulary
  private var buffer = TextBuffer()
  private let properties = ElementValues(keyAttributes: ["key", "name"])
  /// Those that the author of the document has defined.
  private let ownProperties = ElementValues()
  private var areOwnProperties = false
  private var title: String?
  private var depth = 0
  /// The depths at which the open elements of each kind begin; `nil` outside them.
  private var textDepth: Int?
  private var skippedDepth: Int?
  private var metadataDepth: Int?

  init(_ vocabulary: XMLVocabulary) { self.vocabulary = vocabulary }

  private var currentProperties: ElementValues { areOwnProperties ? ownProperties : properties }

  func takeText() -> [UInt8] { buffer.take() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    depth += 1
    if skippedDepth != nil { return }
    if metadataDepth != nil { return currentProperties.start(element, attributes) }
    if vocabulary.metadata.contains(element) {
      areOwnProperties = element == "CustomDocumentProperties"
      return metadataDepth = depth
    }
    if vocabulary.skipped.contains(element) { return skippedDepth = depth }
    if !vocabulary.inline.contains(element) { buffer.separate() }
    if textDepth == nil, vocabulary.texts?.contains(element) ?? false, isText(element, attributes) { textDepth = depth }
    if let wanted = vocabulary.attributes {
      for name in wanted[element] ?? [] { if let value = attributes[name] { append(value) } }
    } else {
      attributes.forEach { _, _, value in append(value) }
    }
    if title == nil, let source = vocabulary.title, source.element == element { title = attributes[source.attribute] }
  }

  private func isText(_ element: String, _ attributes: borrowing XMLAttributes) -> Bool {
    guard let condition = vocabulary.conditions[element] else { return true }
    return attributes[condition.attribute] == condition.value
  }

  private func append(_ value: String) {
    buffer.append(value)
    buffer.separate()
  }

  func end(_ element: String) {
    defer { depth -= 1 }
    if let skippedDepth {
      if skippedDepth == depth { self.skippedDepth = nil }
    } else if let metadataDepth {
      if metadataDepth == depth { self.metadataDepth = nil } else { currentProperties.end(element) }
    } else {
      if !vocabulary.inline.contains(element) { buffer.separate() }
      if textDepth == depth { textDepth = nil }
    }
  }

  func add(_ characters: borrowing Span<UInt8>) {
    if skippedDepth != nil { return }
    if metadataDepth != nil { return currentProperties.add(characters) }
    if vocabulary.texts == nil || textDepth != nil { buffer.append(characters) }
  }

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    if let title = title?.oneLine, !title.isEmpty { attributes.title = title }
    attributes.take(DocumentFacts(properties))
    for property in properties.elements where property.name == "user-defined" {
      if let name = property.key { attributes.setCustom(name, property.text) }
    }
    for property in ownProperties.elements { attributes.setCustom(property.name, property.text) }
  }
}
