// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ImporterSupport
internal import Markup

/// Collects what a 3MF model says about itself, and the names of its objects and materials (“3MF Core Specification”).
final class ModelText: TextHandler {
  private var buffer = TextBuffer()
  private var values: [String: [String]] = [:]
  private var name: String?
  private var text: [UInt8] = []

  /// The metadata of the model.
  var facts: DocumentFacts {
    var facts = DocumentFacts(values)
    facts.authorNames = (values["designer"] ?? []).flatMap { $0.listElements(separatedBy: ";") }
    facts.application = values["application"]?.first
    facts.created = values["creationdate"]?.first.flatMap { .init(documentDate: $0) }
    facts.modified = values["modificationdate"]?.first.flatMap { .init(documentDate: $0) }
    return facts
  }

  var copyright: String? { values["copyright"]?.first }

  func takeText() -> [UInt8] { buffer.take() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    text = []
    switch element {
    case "metadata": name = attributes["name"]?.split(separator: ":").last.map { $0.lowercased() }
    case "object", "base", "item":
      for value in [attributes["name"], attributes["partnumber"]] {
        guard let value, !value.isEmpty else { continue }
        buffer.append(value)
        buffer.separate()
      }
    default: break
    }
  }

  func end(_ element: String) {
    guard element == "metadata", let name, values.count < 256 else { return }
    self.name = nil
    let value = String(decoding: text, as: UTF8.self).oneLine
    guard !value.isEmpty else { return }
    values[name, default: []].append(value)
    buffer.append(value)
    buffer.separate()
  }

  func add(_ characters: borrowing Span<UInt8>) {
    guard name != nil, text.count < 64 << 10 else { return }
    for index in characters.indices { text.append(characters[index]) }
  }
}
