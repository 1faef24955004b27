internal import Attributes
internal import QueryLanguage

/// Reads keys from the catalog's rows and records. It lives no longer than its snapshot: it is only ever a local variable beside one.
struct SortKeyRows: ~Copyable {
  private let attribute: AttributeName
  private let view: DocumentView
  private let cursor: Cursor
  private let owners: OwnerTable
  private var isOnRow = false

  init(_ attribute: AttributeName, _ view: DocumentView, _ cursor: consuming Cursor, _ owners: OwnerTable) {
    self.attribute = attribute
    self.view = view
    self.cursor = cursor
    self.owners = owners
  }

  /// `nil` when the document has no such attribute, none that puts it in order, or is gone.
  ///
  /// - Complexity: 0.2 µs when the document is the next one in the order of references, else half a microsecond; and one where importers' attributes
  ///   are asked for.
  mutating func key(of reference: DocumentReference) throws(StoreError) -> SortKey? {
    if isOnRow, try cursor.next(), try cursor.reference == reference {
      isOnRow = true
    } else {
      isOnRow = try cursor.seek(Key(reference))
    }
    guard isOnRow, try cursor.reference == reference else { return nil }
    view.look(at: try FileRow(reference, cursor.value, owners: owners))
    return try value().flatMap { SortKey($0) }
  }

  private func value() throws(StoreError) -> AttributeValue? {
    switch attribute {
    case .known(let key): try view.value(of: key)
    // Shown, even where no query finds it: so it puts in order as well.
    case .custom(let name): try view.attributes()[custom: name]
    }
  }
}
