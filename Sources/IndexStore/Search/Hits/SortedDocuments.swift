// SPDX-License-Identifier: Apache-2.0

/// The first documents in a ``SearchOrder``.
struct SortedDocuments {
  private let isDescending: Bool
  private let limit: Int
  private var numbers: FirstDocuments<Double>
  private var texts: FirstDocuments<String>
  /// Documents without a key; all have the same constant.
  private var others: FirstDocuments<UInt8>

  init(isDescending: Bool, limit: Int?) {
    self.isDescending = isDescending
    self.limit = limit ?? .max
    numbers = FirstDocuments(limit: self.limit, isDescending: isDescending)
    texts = FirstDocuments(limit: self.limit, isDescending: isDescending)
    others = FirstDocuments(limit: self.limit, isDescending: false)
  }

  /// - Parameter reference: Called only if the key does not exclude the document.
  mutating func add<Failure: Error>(_ key: SortKey?, _ reference: () throws(Failure) -> DocumentReference) throws(Failure) {
    switch key {
    case .number(let number): try numbers.add(number, reference)
    case .text(let text): try texts.add(text, reference)
    case nil: try others.add(0, reference)
    }
  }

  /// All documents within the limit, in order.
  consuming func references() -> [DocumentReference] {
    var references = isDescending ? texts.sorted() : numbers.sorted()
    if references.count < limit { references += isDescending ? numbers.sorted() : texts.sorted() }
    if references.count < limit { references += others.sorted() }
    return references.count > limit ? Array(references.prefix(limit)) : references
  }
}
