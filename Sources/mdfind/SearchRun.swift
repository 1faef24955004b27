import Attributes
import IndexStore
import QueryLanguage

/// A search that can be run again and again.
struct SearchRun {
  /// The order in which hits are printed.
  struct Order {
    var attribute: AttributeName
    var isDescending: Bool
  }

  let store: Store
  let query: Query
  /// Empty for everywhere.
  let folders: [[UInt8]]
  let order: Order?
  let limit: Int?

  func count() throws -> Int {
    if let limit { return try store.search(query, within: folders, limit: limit).count }
    return try store.count(query, within: folders)
  }

  func hits() throws -> SearchResults {
    guard order != nil else { return try store.search(query, within: folders, limit: limit) }
    let references = try store.search(query, within: folders).references()
    return try store.results(listing: try arrangement(of: references).map { references[$0] })
  }

  /// The places of the documents that are wanted, in the order that is wanted. Documents without the attribute come last, in either direction.
  func arrangement(of references: some RandomAccessCollection<DocumentReference>) throws -> [Int] {
    let places = 0..<min(limit ?? .max, references.count)
    guard let order else { return Array(places) }
    let values = try store.read { snapshot throws(StoreError) in
      var values: [SortKey?] = []
      for reference in references { values.append(try snapshot.value(of: order.attribute, for: reference).flatMap { SortKey($0) }) }
      return values
    }
    let sorted = values.indices.sorted { left, right in
      switch (values[left], values[right]) {
      case (let first?, let second?):
        if first == second { return left < right }
        return order.isDescending ? second < first : first < second
      case (.some, nil): return true
      case (nil, .some): return false
      case (nil, nil): return left < right
      }
    }
    return Array(sorted[places])
  }
}

/// What values are ordered by: numbers before texts, texts whatever their case.
enum SortKey: Comparable {
  case number(Double)
  case text(String)

  init?(_ value: AttributeValue) {
    switch value {
    case .integer(let number): self = .number(Double(number))
    case .number(let number): self = .number(number)
    case .boolean(let flag): self = .number(flag ? 1 : 0)
    case .date(let date): self = .number(date.secondsSinceReferenceDate)
    case .string(let text): self = .text(text.lowercased())
    case .person(let person): self = .text((person.displayName ?? person.handles.first ?? "").lowercased())
    case .array(let elements):
      guard let key = elements.first.flatMap({ SortKey($0) }) else { return nil }
      self = key
    case .data, .dictionary, .null: return nil
    }
  }
}
