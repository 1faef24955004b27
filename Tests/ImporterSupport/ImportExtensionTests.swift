// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import Glibc
import Testing

@testable import ImporterSupport

/// Importers that a program calls itself, through Apple's interface.
struct ImportExtensionTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString)")

  private func withFile(_ content: String, _ body: (URL) throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "a.txt")
    try Data(content.utf8).write(to: url)
    try body(url)
  }

  @Test func `a built-in importer reads a file by its URL`() throws {
    try withFile("title\nlong\nother") { url in
      let attributes = CSSearchableItemAttributeSet()
      try ObedientImporter().update(attributes, forFileAt: url)
      #expect(attributes.title == "Title")
      #expect(attributes.comment == "other public.plain-text")
      #expect(attributes.textContent == String(repeating: "long text ", count: 50_000))
    }
  }

  @Test func `values from before an error are kept`() throws {
    try withFile("title\ntext\ndamaged") { url in
      let attributes = CSSearchableItemAttributeSet()
      #expect(throws: ImportError.damaged("it says so")) { try ObedientImporter().update(attributes, forFileAt: url) }
      #expect(attributes.title == "Title")
      #expect(attributes.textContent == "some text ")
    }
  }

  @Test func `anything but a regular file is an error`() throws {
    try withFile("") { url in
      let importer = ObedientImporter()
      let pipe = folder.appending(path: "pipe")
      #expect(mkfifo(pipe.path(), 0o600) == 0)
      for url in [pipe, folder] {
        #expect(throws: ImportError.unsupported("not a regular file")) {
          try importer.update(CSSearchableItemAttributeSet(), forFileAt: url)
        }
      }
      #expect(throws: ImportError.system(code: ENOENT, call: "open")) {
        try importer.update(CSSearchableItemAttributeSet(), forFileAt: folder.appending(path: "missing"))
      }
    }
  }
}
