// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight

/// An importer as somebody writes it for Apple's systems. The first word of a file is what it does.
final class TestImporter: CSImportExtension {
  override func update(_ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL) throws {
    let content = try String(contentsOf: contentURL, encoding: .utf8)
    let words = content.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .newlines) }
    switch words.first {
    case "say":
      attributes.title = words.last
      attributes.comment = contentURL.lastPathComponent
      attributes.textContent = content
    case "read": attributes.title = try String(contentsOfFile: words[1], encoding: .utf8)
    case "list": attributes.title = try FileManager.default.contentsOfDirectory(atPath: words[1]).joined(separator: " ")
    case "crash": fatalError("The file says so.")
    case "exit": exit(4)
    default: throw CocoaError(.fileReadCorruptFile)
    }
  }
}

TestImporter().serve()
