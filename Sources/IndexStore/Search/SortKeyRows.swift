internal import Attributes
internal import QueryLanguage

/// Reads keys from the catalog's rows and records. It lives no longer than its snapshot: it is only ever a local variable beside one.
struct SortKeyRows: ~Copyable {
  private let attribute: AttributeName
  private let view: DocumentView
  private var rows: DocumentRows

  init(_ attribute: AttributeName, _ view: DocumentView, _ rows: consuming DocumentRows) {
    self.attribute = attribute
    self.view = view
    self.rows = rows
  }

  /// `nil` when the document has no such attribute, none that puts it in order, or is gone.
  ///
  /// - Complexity: 0.2 µs when the document is the next one in the order of references, else half a microsecond; and one where importers' attributes
  ///   are asked for.
  mutating func key(of reference: DocumentReference) throws(StoreError) -> SortKey? {
    guard try rows.withRow(of: reference, { view.look(at: $0) }) != nil else { return nil }
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
