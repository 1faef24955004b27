// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import DocumentImporter
internal import Foundation
internal import ImporterSupport
internal import Markup
internal import PropertyLists

/// A file that is a property list: a bookmark, a web page with its parts, or the data of any program.
struct PropertyListDocument {
  /// Types of which more is known than that they are property lists.
  static let types = ["com.apple.web-internet-location", "com.apple.webarchive"]

  private static let maximumFrameDepth = 8

  private let list: PropertyListValue

  init(_ file: ImportedFile) throws {
    list = try PropertyListValue(file.contents(limit: BinaryPropertyList.maximumByteCount))
  }

  private var page: PropertyListValue? { list["WebMainResource"] }

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    let address = page?["WebResourceURL"]?.text ?? list["URL"]?.text
    attributes.url = address.flatMap { URL(string: $0) }
    guard let page, let (html, isHTML) = Self.content(page), isHTML, var parser = try? HTMLParser() else { return }
    parser.parse(html.span)
    parser.finish()
    attributes.take(parser.content.metadata)
  }

  /// Appends the text of the page and its frames, or the keys and texts of another list.
  func appendText(to text: TextSink) throws {
    guard page == nil else { return try Self.appendPage(list, to: text, depth: 0) }
    try list.forEachText { piece in if !piece.isEmpty { try text.append(piece + "\n") } }
  }

  private static func appendPage(_ list: PropertyListValue, to text: TextSink, depth: Int) throws {
    guard depth < maximumFrameDepth else { return }
    if let address = list["WebMainResource"]?["WebResourceURL"]?.text { try text.append(address + "\n") }
    if let page = list["WebMainResource"], let (content, isHTML) = content(page) {
      if isHTML {
        var parser = try HTMLParser()
        try parser.parse(content.span, to: text)
        try parser.finish(to: text)
      } else {
        try text.append(utf8: content.span)
      }
      try text.append("\n")
    }
    for frame in list["WebSubframeArchives"]?.elements ?? [] { try appendPage(frame, to: text, depth: depth + 1) }
  }

  /// The text of a resource in UTF-8, and whether it is HTML; `nil` if it is neither HTML nor text.
  private static func content(_ resource: PropertyListValue) -> (utf8: [UInt8], isHTML: Bool)? {
    guard case .data(let bytes)? = resource["WebResourceData"], let type = resource["WebResourceMIMEType"]?.text,
      type.hasPrefix("text/") || type.contains("html")
    else { return nil }
    return (DetectedText.utf8(bytes.span, declared: resource["WebResourceTextEncodingName"]?.text), type.contains("html"))
  }
}
