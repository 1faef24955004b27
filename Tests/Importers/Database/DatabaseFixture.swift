// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Testing

/// Small databases in memory.
enum DatabaseFixture {
  /// The bytes of a database after SQL statements.
  static func database(_ statements: String) throws -> [UInt8] {
    var connection: OpaquePointer?
    try #require(sqlite3_open(":memory:", &connection) == SQLITE_OK)
    defer { sqlite3_close(connection) }
    try #require(sqlite3_exec(connection, statements, nil, nil, nil) == SQLITE_OK, "\(String(cString: sqlite3_errmsg(connection)))")
    var size: sqlite3_int64 = 0
    let bytes = try #require(sqlite3_serialize(connection, "main", &size, 0))
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  static func recipes() throws -> [UInt8] {
    try database(
      """
      CREATE TABLE recipes (id INTEGER PRIMARY KEY, title TEXT, servings INT, doubled INT AS (servings * 2));
      CREATE TABLE "häufige Zutaten" (name TEXT, recipe INT REFERENCES recipes (id)) STRICT;
      CREATE UNIQUE INDEX by_title ON recipes (title);
      CREATE VIEW favourites AS SELECT title FROM recipes;
      CREATE TRIGGER added AFTER INSERT ON recipes BEGIN UPDATE recipes SET servings = 1; END;
      INSERT INTO recipes VALUES (1, 'Secret soup', 4);
      """)
  }
}
