// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
package import ImporterSupport
internal import UniformTypeIdentifiers

/// Imports databases of SQLite: the names of their tables and columns. Rows are not read.
package final class DatabaseImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Database"
  package static let importerVersion = 1
  package static let contentTypes = [
    "application/vnd.sqlite3", "application/geopackage+sqlite3", "application/x-kexiproject-sqlite3",
  ].compactMap { UTType(mimeType: $0)?.identifier }

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    guard text.isWanted else { return }
    try SQLiteSchema.appendNames(of: SQLiteDatabase(file), to: text)
  }
}
