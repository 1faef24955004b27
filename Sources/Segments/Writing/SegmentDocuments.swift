// SPDX-License-Identifier: Apache-2.0

/// The live documents of a merge input in the order of their ids, with new ordinals.
final class SegmentDocuments: OrderedDocuments {
  private let order: DocumentOrder
  private let renumbering: OrdinalRenumbering
  private var rank = 0
  private var block = [UInt64](repeating: 0, count: PackedColumnWriter.blockCount)

  init(_ segment: SegmentReader, _ renumbering: OrdinalRenumbering) throws(SegmentError) {
    order = try DocumentOrder(segment)
    self.renumbering = renumbering
  }

  func next() throws(SegmentError) -> OrderedDocument? {
    while rank < order.count {
      let index = rank % PackedColumnWriter.blockCount
      if index == 0 { _ = try (order.permutation ?? order.ids).unpack(rank / PackedColumnWriter.blockCount, into: &block) }
      let number = block[index]
      defer { rank += 1 }
      guard order.permutation != nil else {
        guard let new = renumbering[UInt32(rank)] else { continue }
        return OrderedDocument(id: number, ordinal: new)
      }
      guard number < UInt64(order.count) else { throw order.inconsistent }
      guard let new = renumbering[UInt32(number)] else { continue }
      return OrderedDocument(id: try order.ids[Int(number)], ordinal: new)
    }
    return nil
  }
}
