// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Attributes
@testable import IndexStore

/// Checks the sources of attributes in the schema.
struct RecordedAttributeTests {
  @Test func `the schema lists exactly the attributes that nothing sets`() throws {
    let imported = try importedAttributes()
    try #require(imported.count > 80)
    for key in AttributeKey.all {
      let source = key.definition.source
      let isComputed = AttributeIndexing(key, in: .files) != .record
      let isRecorded = isComputed || imported.contains(key) || source == .extendedAttribute || source == .use
      #expect((source == .nothing) == !isRecorded, "\(key)")
    }
  }

  /// The attributes that the source code of the importers assigns.
  private func importedAttributes() throws -> Set<AttributeKey> {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let files = try #require(FileManager.default.enumerator(at: package.appending(path: "Importers"), includingPropertiesForKeys: nil))
    var keys: Set<AttributeKey> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      var names = source.matches(of: #/\battributes\.(\w+) = /#).map { String($0.1) }
      names += source.matches(of: #/\battributes\[\.(\w+)\] = /#).map { "kMDItem" + $0.1.prefix(1).uppercased() + $0.1.dropFirst() }
      if source.contains("extension CSSearchableItemAttributeSet") {
        names += source.matches(of: #/\n +(\w+) = /#).map { String($0.1) }
      }
      keys.formUnion(names.compactMap { AttributeKey(named: $0) })
    }
    return keys
  }
}
