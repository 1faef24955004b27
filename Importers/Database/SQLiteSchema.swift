// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The names in the schema of a database.
enum SQLiteSchema {
  /// A row for each column, with the name of its table, and one row for each view or virtual table. The columns of these are
  /// left out: to know them, SQLite would run the view, or read the content of the virtual table.
  ///
  /// The declaration of a virtual table names its columns: `fts5(title, body)`.
  private static let statement = """
    SELECT item.name, column.name, CASE WHEN item.type = 'table' AND item.rootpage = 0 THEN item.sql END
    FROM sqlite_schema AS item
    LEFT JOIN pragma_table_xinfo(CASE WHEN item.type = 'table' AND item.rootpage > 0 THEN item.name END) AS column
    WHERE item.type IN ('table', 'view') AND substr(item.name, 1, 7) <> 'sqlite_'
    """

  /// More names are not read.
  private static let maximumNameCount = 1 << 18

  /// Appends a line for each table or view: `recipes: id, title, servings`.
  static func appendNames(of database: borrowing SQLiteDatabase, to text: TextSink) throws {
    var previous: String?
    var count = 0
    try database.forEachRow(of: statement) { row in
      let name = row[0] ?? ""
      if name != previous {
        try text.append((previous == nil ? "" : "\n") + name)
        if let column = row[1] { try text.append(": " + column) }
        if let declaration = row[2] { try text.append(": " + arguments(of: declaration)) }
      } else if let column = row[1] {
        try text.append(", " + column)
      }
      previous = name
      count += 1
      if count == maximumNameCount { throw ImportError.unsupported("more than \(maximumNameCount) columns") }
    }
    if previous != nil { try text.append("\n") }
  }

  /// What follows `USING`.
  private static func arguments(of declaration: String) -> Substring {
    declaration.firstRange(of: /\bUSING\s+/.ignoresCase()).map { declaration[$0.upperBound...] } ?? ""
  }
}
