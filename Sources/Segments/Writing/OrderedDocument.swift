// SPDX-License-Identifier: Apache-2.0

/// The sort key of a document: its id, then its ordinal.
struct OrderedDocument: Comparable {
  let id: UInt64
  let ordinal: UInt32

  static func < (one: OrderedDocument, other: OrderedDocument) -> Bool {
    one.id != other.id ? one.id < other.id : one.ordinal < other.ordinal
  }
}
