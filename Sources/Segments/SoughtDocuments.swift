/// Documents that are sought one after the other in several lists.
struct SoughtDocuments: ~Escapable {
  /// Ascending.
  let ordinals: Span<UInt32>
  /// A bit for each document of the segment, where many are sought; else empty.
  let bits: Span<UInt64>

  @_lifetime(copy ordinals, copy bits)
  init(_ ordinals: Span<UInt32>, bits: Span<UInt64>) {
    self.ordinals = ordinals
    self.bits = bits
  }

  var count: Int { ordinals.count }

  subscript(number: Int) -> UInt32 {
    @inline(__always) get { ordinals[number] }
  }
}
