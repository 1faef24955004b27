// SPDX-License-Identifier: Apache-2.0

extension SegmentReader {
  /// The numbers of one kind in a field, or `nil` if no document has any.
  package func numbers(of field: SegmentField, as kind: NumberKind) throws(SegmentError) -> NumberColumn? {
    var result: NumberColumn?
    try forEachNumberColumn { key, layout throws(SegmentError) in
      if field.isPrefix(key, SegmentField.Kind(kind)) { result = try column(with: layout) }
    }
    return result
  }

  /// The columns of all kinds of numbers in a field.
  func numbers(of field: SegmentField) throws(SegmentError) -> [NumberColumn] {
    var columns: [NumberColumn] = []
    try forEachNumberColumn { key, layout throws(SegmentError) in
      if NumberKind.allCases.contains(where: { field.isPrefix(key, SegmentField.Kind($0)) }) { columns.append(try column(with: layout)) }
    }
    return columns
  }

  func column(with layout: NumberColumnWriter.Layout) throws(SegmentError) -> NumberColumn {
    try NumberColumn(region(.numbers), layout, universe: documentCount)
  }

  /// Calls `body` with the key and the layout of each column, in the order of keys.
  func forEachNumberColumn(
    _ body: (Span<UInt8>, NumberColumnWriter.Layout) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    let region = try region(.numbers)
    var tail = try region.cursor(at: region.count - 8, count: 8)
    let columnCount = tail.fixed(UInt32.self)
    let size = Int(tail.fixed(UInt32.self)) - 4
    // The stored length includes the number of columns.
    guard size >= 0 else { throw region.inconsistent }
    var directory = try region.cursor(at: region.count - 8 - size, count: size)
    for _ in 0..<columnCount {
      let key = unsafe directory.take(directory.variable(atMost: directory.remaining))
      let count = directory.variable(atMost: region.count * 128)
      let start = directory.variable(atMost: region.count)
      let valuesEnd = directory.variable(atMost: region.count)
      let end = directory.variable(atMost: region.count)
      guard !directory.hasFailed, key.count > 2, start <= valuesEnd, valuesEnd <= end else { throw region.inconsistent }
      let layout = NumberColumnWriter.Layout(count: count, start: start, valuesEnd: valuesEnd, end: end)
      try body(unsafe Span(_unsafeBytes: key), layout)
    }
  }
}
