// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import QueryLanguage
internal import Segments

extension FoundDocuments {
  /// The references of the first documents in an order.
  ///
  /// - Parameter snapshot: The snapshot in which the documents were found.
  /// - Complexity: As for ``Store/search(_:in:within:orderedBy:limit:)``.
  func references(
    orderedBy order: SearchOrder, limit: Int?, _ snapshot: borrowing Snapshot
  ) throws(StoreError) -> [DocumentReference] {
    var sorted = SortedDocuments(isDescending: order.isDescending, limit: limit)
    let source = SortKeySource(order.attribute, in: snapshot.content)
    try snapshot.withView { view throws(StoreError) in
      var rows = SortKeyRows(order.attribute, view, try DocumentRows(snapshot))
      for part in parts {
        switch source {
        case .names: try part.addNames(to: &sorted)
        case .numbers(let fields): try part.addNumbers(of: fields, to: &sorted, &rows, snapshot)
        case .rows: try part.addRows(of: part.ordinals, to: &sorted, &rows, snapshot)
        }
      }
      for reference in others { sorted.add(try rows.key(of: reference, in: snapshot)) { reference } }
    }
    return sorted.references()
  }
}

extension FoundDocuments.Part {
  fileprivate func addNames(to sorted: inout SortedDocuments) throws(StoreError) {
    try translatingSegmentErrors { () throws(SegmentError) in
      var documents = try DocumentCursor(reader)
      try reader.forEachName(of: ordinals) { ordinal, name throws(SegmentError) in
        let name = unsafe name.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        try sorted.add(SortKey(.string(name))) { () throws(SegmentError) in try documents.reference(ordinal) }
      }
    }
  }

  fileprivate func addNumbers(
    of fields: [SegmentField], to sorted: inout SortedDocuments, _ rows: inout SortKeyRows, _ snapshot: borrowing Snapshot
  ) throws(StoreError) {
    var left: [UInt32] = []
    try translatingSegmentErrors { () throws(SegmentError) in
      var documents = try DocumentCursor(reader)
      var numbers: [FieldNumbers] = []
      for field in fields { numbers.append(try FieldNumbers(of: field, in: reader)) }
      try ordinals.forEach { ordinal throws(SegmentError) in
        var finding = FieldNumbers.Finding.nothing
        for index in numbers.indices where finding == .nothing { finding = try numbers[index].finding(of: ordinal) }
        let key: SortKey?
        switch finding {
        case .nothing: key = nil
        case .number(let number): key = SortKey(.number(number))
        case .other:
          left.append(ordinal)
          return true
        }
        try sorted.add(key) { () throws(SegmentError) in try documents.reference(ordinal) }
        return true
      }
    }
    try addRows(of: OrdinalSet(universe: ordinals.universe, ascending: left), to: &sorted, &rows, snapshot)
  }

  /// Adds documents whose keys only the catalog has.
  fileprivate func addRows(
    of ordinals: OrdinalSet, to sorted: inout SortedDocuments, _ rows: inout SortKeyRows, _ snapshot: borrowing Snapshot
  ) throws(StoreError) {
    if ordinals.isEmpty { return }
    var documents = try translatingSegmentErrors { () throws(SegmentError) in try DocumentCursor(reader) }
    try ordinals.forEach { ordinal throws(StoreError) in
      let reference = try translatingSegmentErrors { () throws(SegmentError) in try documents.reference(ordinal) }
      sorted.add(try rows.key(of: reference, in: snapshot)) { reference }
      return true
    }
  }
}

extension DocumentCursor {
  fileprivate mutating func reference(_ ordinal: UInt32) throws(SegmentError) -> DocumentReference {
    let (directory, document) = try document(ordinal)
    return DocumentReference(
      directory: DirectoryID(rawValue: UInt32(truncatingIfNeeded: directory)), document: DocumentID(rawValue: document))
  }
}
