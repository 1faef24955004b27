// SPDX-License-Identifier: Apache-2.0

import DatabaseImporter
import ImporterSupport
import TestSupport
import Testing

// The limit on memory is one for all connections.
@Suite(.serialized, .timeLimit(.minutes(10))) struct DatabaseImporterTests {
  private func imported(_ bytes: [UInt8]) throws -> MediaImport { try MediaImport(DatabaseImporter(), bytes) }

  private static let recipes = """
    recipes: id, title, servings, doubled
    häufige Zutaten: name, recipe
    favourites

    """

  @Test func `the names of tables, columns and views are text`() throws {
    let found = try imported(DatabaseFixture.recipes())
    #expect(found.failure == nil)
    #expect(found.text == Self.recipes)
  }

  @Test func `a database with a write-ahead log is read without it`() throws {
    var bytes = try DatabaseFixture.recipes()
    bytes.replaceSubrange(18..<20, with: [2, 2])
    let found = try imported(bytes)
    #expect(found.failure == nil)
    #expect(found.text == Self.recipes)
  }

  @Test func `the declaration of a virtual table names its columns`() throws {
    let found = try imported(DatabaseFixture.database("CREATE VIRTUAL TABLE notes USING fts5(heading, body)"))
    #expect(found.failure == nil)
    #expect(found.text.hasPrefix("notes: fts5(heading, body)\n"))
  }

  @Test func `a database without tables is read`() throws {
    let found = try imported(DatabaseFixture.database("CREATE TABLE a (b); DROP TABLE a"))
    #expect(found.failure == nil)
    #expect(found.text.isEmpty)
  }

  @Test func `a file that is no database is damaged`() throws {
    let failure = try imported(Bytes.text(String(repeating: "no database ", count: 100))).failure
    #expect(failure as? ImportError == .damaged("it is no database of SQLite, or it is encrypted"))
  }

  @Test(.timeLimit(.minutes(1))) func `pages that refer to each other do not keep the importer busy`() throws {
    let columns = (0..<40).map { "column_\($0) TEXT" }.joined(separator: ", ")
    var bytes = try DatabaseFixture.database((0..<200).map { "CREATE TABLE table_\($0) (\(columns));" }.joined())
    // All children of the first page, which is an inner one, become the page itself or one that exists.
    #expect(bytes[100] == 5)
    let count = Int(bytes[103]) << 8 | Int(bytes[104])
    for cell in 0..<count {
      let offset = Int(bytes[112 + 2 * cell]) << 8 | Int(bytes[113 + 2 * cell])
      bytes.replaceSubrange(offset..<(offset + 4), with: Bytes.big(UInt32(cell.isMultiple(of: 2) ? 1 : 2)))
    }
    #expect(try imported(bytes).failure != nil)
  }

  @Test func `a schema that needs very much memory is refused`() throws {
    let columns = (0..<1900).map { "c\($0)" }.joined(separator: ",")
    // Written as rows, because SQLite would refuse to create them, too.
    let bytes = try DatabaseFixture.database(
      """
      CREATE TABLE first (a); PRAGMA writable_schema = ON;
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1500)
      INSERT INTO sqlite_schema SELECT 'table', 't' || n, 't' || n, 2, 'CREATE TABLE t' || n || ' (\(columns))' FROM numbers
      """)
    #expect(try imported(bytes).failure as? ImportError == .unsupported("a schema that takes very much time or memory to read"))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `damage does not crash the importer`(seed: UInt64) throws {
    let bytes = try DatabaseFixture.recipes()
    for length in stride(from: 0, to: bytes.count, by: 997) { _ = try imported(Array(bytes[..<length])) }
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      // The header and the schema are in the first page.
      let page = Array(bytes[..<4096]).damaged(using: &generator)
      _ = try imported(page + bytes[4096...])
    }
  }
}
