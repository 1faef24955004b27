/// A document in the order of ids: by its id, then by its ordinal.
struct OrderedDocument: Comparable {
  let id: UInt64
  let ordinal: UInt32

  static func < (one: OrderedDocument, other: OrderedDocument) -> Bool {
    one.id != other.id ? one.id < other.id : one.ordinal < other.ordinal
  }
}
