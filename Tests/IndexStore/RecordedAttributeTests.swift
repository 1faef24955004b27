import Foundation
import Testing

@testable import Attributes
@testable import IndexStore

/// The schema says where files get each attribute from; this is whether it is so.
struct RecordedAttributeTests {
  @Test func `the schema knows which attributes something records`() throws {
    let imported = try importedAttributes()
    try #require(imported.count > 80)
    for key in AttributeKey.all {
      let source = key.definition.source
      // It is computed from a date that nothing records.
      let isComputed = AttributeIndexing(key) != .record && key != .lastUsedDateRanking
      let isRecorded = isComputed || imported.contains(key) || source == .extendedAttribute
      #expect((source == .nothing) == !isRecorded, "\(key)")
    }
  }

  /// What the sources of the importers assign.
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
