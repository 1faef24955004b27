// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

/// Collects the text and the metadata of the XML in a document of iWork '09: Pages, Numbers and Keynote share most of its elements.
final class AppleDocument: DocumentHandler {
  /// Names of the part with the document; it may be compressed.
  static let parts = ["index.xml", "index.apxl", "index.xml.gz", "index.apxl.gz"]

  private var buffer = TextBuffer()
  private var facts: [String: [String]] = [:]
  private var depth = 0
  private var metadataDepth: Int?
  private var skippedDepth: Int?
  /// The property in the metadata whose values follow.
  private var property: (name: String, depth: Int)?
  private var openParagraphs = 0
  private var pageCount = 0
  private var slideCount = 0

  func takeText() -> [UInt8] { buffer.take() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    depth += 1
    if metadataDepth != nil { return startMetadata(element, attributes) }
    if skippedDepth != nil { return }
    switch element {
    case "metadata", "publication-info": metadataDepth = depth
    // What a template shows until somebody types.
    case "ghost-text", "theme", "stylesheet", "master-slides": skippedDepth = depth
    case "page-start": pageCount += 1
    case "slide": slideCount += 1
    case "p": openParagraphs += 1
    case "br", "lnbr", "pgbr", "tab": buffer.separate(by: element == "tab" ? "\t" : "\n")
    case "workspace": append(attributes["workspace-name"])
    case "tabular-model": append(attributes["name"])
    case "ct": append(attributes["s"])
    case "n", "rn": append(attributes["v"])
    case "chart-name": append(attributes["string"])
    default: break
    }
  }

  private func startMetadata(_ element: String, _ attributes: borrowing XMLAttributes) {
    guard let value = attributes["string"] ?? attributes["number"] ?? attributes["val"], let property else {
      property = property ?? (element.lowercased(), depth)
      return
    }
    if facts.count < 256, facts[property.name, default: []].count < 256, !value.isEmpty { facts[property.name, default: []].append(value) }
  }

  private func append(_ text: String?) {
    guard let text, !text.isEmpty else { return }
    buffer.append(text)
    buffer.separate()
  }

  func end(_ element: String) {
    defer { depth -= 1 }
    if metadataDepth == depth { metadataDepth = nil }
    if property?.depth == depth { property = nil }
    if skippedDepth == depth { skippedDepth = nil }
    guard element == "p", openParagraphs > 0, skippedDepth == nil, metadataDepth == nil else { return }
    openParagraphs -= 1
    buffer.separate()
  }

  func add(_ characters: borrowing Span<UInt8>) {
    if openParagraphs > 0, skippedDepth == nil, metadataDepth == nil { buffer.append(characters) }
  }

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    attributes.take(DocumentFacts(facts))
    attributes.languages = attributes.languages ?? facts["language"]?.languageTags
    attributes.contentCreationDate =
      attributes.contentCreationDate ?? facts["slcreationdateproperty"]?.first.flatMap { Date(appleDate: $0) }
    attributes.contentModificationDate =
      attributes.contentModificationDate ?? facts["sllastmodifieddateproperty"]?.first.flatMap { Date(appleDate: $0) }
    let count = max(pageCount, slideCount)
    if count > 0 { attributes.pageCount = count as NSNumber }
  }
}

extension Date {
  /// A date as iWork writes it: `Fri Jul 09 2010 15:43:11 GMT+0200`, or seconds since 2001.
  fileprivate init?(appleDate text: String) {
    if let seconds = TimeInterval(text), seconds.isFinite {
      self.init(timeIntervalSinceReferenceDate: seconds)
      return
    }
    guard let date = Date(documentDate: text) else { return nil }
    self = date
  }
}
