// SPDX-License-Identifier: Apache-2.0

/// Tells most names apart from those of a table, by their first byte and their length. Unlike a lookup in
/// the table, it neither hashes nor allocates.
struct NameFilter: Sendable {
  /// The lengths of the names that begin with a byte, as bits, for each byte. The highest bit stands for
  /// greater lengths, too.
  private var lengths = [UInt64](repeating: 0, count: 256)

  init(_ names: some Sequence<[UInt8]>) {
    for name in names { if let first = name.first { lengths[Int(first)] |= Self.bit(name.count) } }
  }

  /// Whether a name may be one of the table's. `false` for an empty name.
  func mayContain(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first else { return false }
    return lengths[Int(first)] & Self.bit(name.count) != 0
  }

  private static func bit(_ length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }
}
